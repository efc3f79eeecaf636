"""What the shipped policy and value networks are worth: on samples, against the truth, by matches.

The samples have other seeds than what the networks learned from. Everything here is counted, and
nothing is timed.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from benchmarks.table import verdict
from coursekit import Budget
from coursekit.arena import match, wilson
from coursekit.learning import load_policy, load_value, policy_match
from coursekit.learning.alphago.baselines import (
    Predictor,
    ceiling,
    exact_results,
    playout_means,
    random_accuracy,
    search_accuracy,
    simple_predictors,
)
from coursekit.learning.alphago.examples import (
    Examples,
    move_examples,
    result_examples,
    without_duplicates,
)
from coursekit.learning.alphago.policy import accuracy
from coursekit.learning.alphago.supervised import outputs
from coursekit.learning.alphago.value import sign_agreement, squared_error
from coursekit.learning.loading import SHIPPED
from coursekit.learning.samples import policy_sample, value_sample
from coursekit.players import alphago, deepening, uct

SIGN_TARGET = 0.83
SIMULATIONS = 100
EMPTIES = (6, 10)
CONNECTED, IMPROVED = SHIPPED / "othello8_policy_connected", SHIPPED / "othello8_improved"


def report(quick: bool) -> str:
    """Returns all the tables.

    Args:
        quick: Whether to measure on a fraction of the positions and games.
    """
    parts = [policies(quick), improvement(quick), values(quick), searches(quick)]
    return "\n\n".join("\n".join(part) for part in parts)


def policies(quick: bool) -> Iterable[str]:
    """Yields how often networks and searches name the move of the strong player."""
    sample = without_duplicates(move_examples(policy_sample()))
    few = sample[:: len(sample) // (100 if quick else 3000)]
    yield f"Moves of the strong player, {len(few):,} positions of 1,000 games:\n"
    yield "| | first choice | one of three |"
    yield "|---|---|---|"
    rows = {"random legal": random_accuracy(few)}
    rows |= {
        f"search, {depth} {'plies' if depth > 1 else 'ply (cell scores)'}": search_accuracy(
            few, depth
        )
        for depth in (1, 2, 3, 4)
    }
    for name, folder in (("connected network", CONNECTED), ("convolutional network", None)):
        rows[name] = accuracy(outputs(load_policy(folder)[0], few), few)
    rows["the player itself, ties by chance"] = ceiling(few)
    yield from (f"| {n} | {row['top1']:.1%} | {row['top3']:.1%} |" for n, row in rows.items())


def improvement(quick: bool) -> Iterable[str]:
    """Yields the matches of the policy that REINFORCE improved against the one it began with."""
    improved, start = load_policy(IMPROVED)[0], load_policy(CONNECTED)[0]
    yield "The policy after REINFORCE against the one that it began with:\n"
    for name, temperature in (("moves drawn", 1.0), ("likeliest moves", 0.0)):
        games = 200 if quick else 10_000
        score = policy_match(improved, start, games, temperature)
        yield f"- {name}: {score:.1%} of {games:,} games (95 %: {wilson(score * games, games)})"


def values(quick: bool) -> Iterable[str]:
    """Yields the errors of values, of what is simpler, and of playouts."""
    examples = result_examples(value_sample())
    half = len(examples) // 2
    learned, rest = examples[:half], without_duplicates(examples[half:])
    network = load_value()[0]
    predictors: dict[str, Predictor] = dict(simple_predictors(learned))
    predictors["value network"] = lambda some: outputs(network, some).astype(np.float64)
    endgames = exact_endgames(rest[:: 10 if quick else 1])
    errors = {name: squared_error(p(rest), rest.target) for name, p in predictors.items()}
    signs = {name: sign_agreement(p(endgames), endgames.target) for name, p in predictors.items()}
    yield (
        f"Results of games, {len(rest):,} positions; the truth of {len(endgames):,} of them with "
        f"{EMPTIES[0]}–{EMPTIES[1]} empty squares:\n"
    )
    yield "| | mean squared error | sign of the exact value |"
    yield "|---|---|---|"
    yield from (f"| {name} | {errors[name]:.3f} | {signs[name]:.1%} |" for name in predictors)
    right = signs["value network"] >= SIGN_TARGET
    yield f"\nsign right at {SIGN_TARGET:.0%} or more: {verdict(right)}"
    few = rest[:: max(1, len(rest) // (20 if quick else 1000))]
    means = playout_means(few, 1000)
    told = outputs(network, few)
    yield (
        f"{len(few):,} positions by 1,000 playouts each: correlation with the network "
        f"{np.corrcoef(means, told)[0, 1]:.2f}; mean squared error "
        f"{squared_error(means, few.target):.3f}, of the network "
        f"{squared_error(told, few.target):.3f}"
    )


def exact_endgames(examples: Examples) -> Examples:
    """Returns the positions with 6 to 10 empty squares, with their exact results."""
    fewest, most = EMPTIES
    late = examples[(examples.discs >= 64 - most) & (examples.discs <= 64 - fewest)]
    return Examples(late.own, late.opp, exact_results(late), late.game)


def searches(quick: bool) -> Iterable[str]:
    """Yields what each part of AlphaGo's search is worth against UCT, and the whole otherwise."""
    games, simulations = (4, 20) if quick else (400, SIMULATIONS)
    yield f"Search with both networks, {simulations} simulations a move, {games} games:\n"
    against = uct(Budget(count=simulations))
    found = {}
    for lam in (0.0, 0.5, 1.0):
        found[lam] = match(alphago(simulations=simulations, lam=lam), against, games)
        yield f"- {found[lam]}"
    against_search = deepening(Budget(count=10_000))
    yield f"- {match(alphago(simulations=simulations), against_search, games)}"
    beaten = found[0.5].interval.low > 0.5
    yield f"\nλ = 0.5 beats UCT at equal simulations, interval above one half: {verdict(beaten)}"
