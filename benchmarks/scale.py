"""Training on a cluster: what workers of Dask play, what is sent, and what 1,000 would be worth."""

from __future__ import annotations

import os
import pickle
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import joblib
import numpy as np

from benchmarks.scale_model import Model, Network, simulate
from benchmarks.table import verdict
from benchmarks.timing import REPOSITORY, Settings
from coursekit import workers
from coursekit.learning import AlphaZero, AlphaZeroConfig

NAME = "scale"
HELP = "AlphaZero's training on a Dask cluster: speed of 1 and 2 workers, and a model to 1,000"

SHARE = 0.9
SIMULATIONS = (16, 800)
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
PICTURE = REPOSITORY / "benchmarks" / "scale.png"
_TASKS = 300


def run(settings: Settings) -> int:
    """Measures, prints the tables and draws the picture; returns 0, whatever came of it."""
    print("The default training, hardly learning; on this machine and on a cluster in turns.\n")
    print(
        "| workers | positions a second of processor time: here | on a cluster | ratio | target |"
    )
    print("|---|---|---|---|---|")
    rounds = 1 if settings.quick else 3
    for count in (1, 2):
        here, there = [], []
        for _ in range(rounds):
            here.append(rate(count, settings.quick))
            there.append(rate(count, settings.quick, cluster=True))
        ratios = [b / a for a, b in zip(here, there, strict=True)]
        print(
            f"| {count} | {statistics.median(here):,.0f} | {statistics.median(there):,.0f} "
            f"| {statistics.median(ratios):.3f} ({min(ratios):.3f}–{max(ratios):.3f}) "
            f"| {SHARE}: {verdict(statistics.median(ratios) >= SHARE)} |",
            flush=True,
        )
    models = {count: measured(count, settings.quick) for count in SIMULATIONS}
    first = models[SIMULATIONS[0]]
    print(
        f"\nA generation has {first.positions:,} positions. A position is played in "
        f"{1000 * first.play:.2f} ms of a worker and learned from in {1000 * first.learn:.2f} ms; "
        f"sent are {first.game_bytes:,.0f} bytes a position, {first.weights:,.0f} of weights to "
        f"each worker that needs them, and a task costs {1000 * first.task:.2f} ms.\n"
    )
    for simulations, model in models.items():
        print(table(simulations, model), end="\n\n", flush=True)
    draw(models)
    return 0


def rate(count: int, quick: bool, cluster: bool = False) -> float:
    """Returns the positions that workers play in a second of their processor time."""
    # It hardly learns: on a cluster that happens meanwhile, and a busy core slows its neighbour.
    chosen = config(2, quick) if quick else AlphaZeroConfig(generations=100, replay_ratio=0.05)
    training = AlphaZero(chosen, n_jobs=count)
    with local_cluster(count) if cluster else nullcontext():
        for _ in range(1 if quick else 2):
            training.advance()  # each worker loads the course and its kernels
        used, before = processor_seconds(), training.window.total
        alone = 0.0  # one process here is this one, which learns as well
        for _ in range(1 if quick else 6):
            training.advance()
            alone += training.metrics()["play_cpu_seconds"]
        used = processor_seconds() - used
    return (training.window.total - before) / (alone if count == 1 and not cluster else used)


def config(groups: int, quick: bool, simulations: int = 16) -> AlphaZeroConfig:
    """Returns a training whose generations are a quarter of the default's."""
    games, positions = (8, 128) if quick else (64, 2048)
    return AlphaZeroConfig(
        groups=groups, games=games, positions=positions, simulations=simulations, generations=100
    )


@contextmanager
def local_cluster(count: int) -> Iterator[None]:
    """Starts a cluster of processes on this machine, as notebooks/cluster.md advises."""
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.worker.profile.enabled": False}),
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        workers.on_cluster(cluster.scheduler_address),
    ):
        yield


def processor_seconds() -> float:
    """Returns what the workers, this process's descendants, have used of processors so far.

    The scheduler of a local cluster is in this process, as the learner is.
    """
    import psutil

    used = 0.0
    for process in psutil.Process(os.getpid()).children(recursive=True):
        times = process.cpu_times()
        used += times.user + times.system
    return used


def measured(simulations: int, quick: bool) -> Model:
    """Measures what the model needs to know, on this machine alone."""
    training = AlphaZero(config(4, quick, simulations if not quick else 4))
    play, learn, positions, spans = [], [], 0, []
    sent = 0
    for _ in range(2):
        before = training.window.total
        played = training._start_games().result()
        training._groups = [group.state for group in played]
        begun = time.perf_counter()
        training._learn_from(played)
        learn.append(time.perf_counter() - begun)
        play += [group.cpu_seconds for group in played]
        spans += [group.cpu_seconds / len(group.samples.own) for group in played]
        positions += training.window.total - before
        # A group's state goes to a worker and comes back, with what was played.
        sent += sum(len(pickle.dumps(group)) + len(pickle.dumps(group.state)) for group in played)
    weights = {name: tensor.numpy() for name, tensor in training.network.state_dict().items()}
    return Model(
        positions=AlphaZeroConfig().positions,
        play=sum(play) / positions,
        learn=sum(learn) / positions,
        spread=statistics.stdev(spans) / statistics.mean(spans),
        weights=len(pickle.dumps(weights)),
        game_bytes=sent / positions,
        task=task_seconds(),
    )


def task_seconds() -> float:
    """Returns what an empty task costs the scheduler and this process."""
    with local_cluster(1):
        calls = [joblib.delayed(int)() for _ in range(_TASKS)]
        list(workers.in_order(calls[:10], 1))
        begun = time.perf_counter()
        list(workers.in_order(calls, 1))
        return (time.perf_counter() - begun) / _TASKS


def table(simulations: int, model: Model) -> str:
    """Returns how long a generation takes with more and more workers, and what it costs."""
    faulty = Network(delay=0.05, loss=0.01, patience=5.0)
    lines = [
        f"{simulations} simulations a move, a wire of 1 Gbit/s; the model, and the simulation "
        "with messages of 50 ms, one of 100 of them lost and sent again after 5 s:\n",
        "| workers | seconds of a generation | it waits for | simulated | faster than one "
        "| worker hours for a million positions |",
        "|---|---|---|---|---|---|",
    ]
    for count in COUNTS:
        seconds = model.seconds(count)
        rng = np.random.default_rng(count)
        lines.append(
            f"| {count:,} | {seconds:,.2f} | {model.limit(count)} "
            f"| {simulate(model, count, 30, faulty, rng):,.2f} "
            f"| {model.seconds(1) / seconds:,.1f}× "
            f"| {count * seconds / 3600 / model.positions * 1e6:,.1f} |"
        )
    lines.append(f"\n- More than {model.saturation():,} workers make no generation shorter.")
    return "\n".join(lines)


def draw(models: dict[int, Model]) -> None:
    """Draws the speed against the number of workers."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    for simulations, model in models.items():
        speeds = [model.positions / model.seconds(count) for count in COUNTS]
        axes.plot(COUNTS, speeds, marker="o", label=f"{simulations} simulations a move")
    axes.set(xscale="log", yscale="log", xlabel="workers", ylabel="positions a second")
    axes.set_title("AlphaZero's training on a cluster, by the model")
    axes.legend(frameon=False)
    figure.savefig(PICTURE, dpi=120)
    plt.close(figure)
