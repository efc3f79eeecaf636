"""The judges of lesson 08, met with the answers of students."""

import math

import torch

from coursekit import tictactoe, truth
from coursekit.exercises import lesson08
from tests.exercises.judging import judged


# What sharing saves
def by_places(size, kernel, filters):
    places = sum(1 for _ in range(size - kernel + 1) for _ in range(size - kernel + 1))
    return [filters + filters * kernel * kernel, places * filters * size * size + places * filters]


def by_torch(size, kernel, filters):
    shared = torch.nn.Conv2d(1, filters, kernel)
    outputs = shared(torch.zeros(1, 1, size, size)).numel()
    layers = shared, torch.nn.Linear(size * size, outputs)
    return tuple(sum(part.numel() for part in layer.parameters()) for layer in layers)


test_sharing = judged(
    lesson08.sharing,
    right=[by_places, by_torch],
    wrong=[
        (lambda s, k, f: (f * k * k, 0), "the convolutional layer has 160 weights; you say 128"),
        (lambda s, k, f: by_places(s, k, f)[::-1], "the convolutional layer has 160 weights"),
        (lambda s, k, f: (f * k * k + 1, 0), "you say 129, with one constant for all."),
        (lambda s, k, f: (f * (k * k + 1), f * s * s * (s * s + 1)), "2,880, as with 3² places."),
        (lambda s, k, f: (f * (k * k + 1), f * (s - k) ** 2 * (s * s + 1)), "has 1,280 weights"),
        (lambda s, k, f: f * (k * k + 1), "2 numbers are asked for"),
        (lambda s, k, f: print(end=""), "does your function end with `return`"),
    ],
)


# Expect mistakes
def by_rows(network, after, legal, over, reward, mistakes):
    found = []
    for q, free, done, won in zip(network(after).detach(), legal, over, reward, strict=True):
        replies = q[free]
        expected = 0 if done else (1 - mistakes) * replies.max() + mistakes * replies.mean()
        found.append(float(won) if done else -0.95 * float(expected))
    return torch.tensor(found)


def one_board_at_a_time(network, after, legal, over, reward, mistakes):
    """It was refused: the judge's network said of every board what it thought of the first."""
    found = reward.clone()
    for game in range(len(reward)):
        if not over[game]:
            replies = network(after[game : game + 1])[0].detach()[legal[game]]
            found[game] = -0.95 * ((1 - mistakes) * replies.max() + mistakes * replies.mean())
    return found


def by_the_nine_squares(network, after, legal, over, reward, mistakes):
    found = reward.clone()
    with torch.no_grad():
        q = network(after)
    for game in range(len(reward)):
        replies = [q[game, square].item() for square in range(9) if legal[game, square]]
        if not over[game]:
            mean = sum(replies) / len(replies)
            found[game] = -0.95 * ((1 - mistakes) * max(replies) + mistakes * mean)
    return found


@torch.no_grad()
def by_nanmean(network, after, legal, over, reward, mistakes):
    q = network(after).where(legal, torch.nan)
    best = q.nan_to_num(-9.0).max(dim=1).values
    expected = torch.lerp(best, q.nanmean(dim=1), mistakes)
    return (-0.95 * expected).where(~over, reward).double()


def forgiving(sign=-1.0, gamma=0.95, masked=True, swapped=False, hanging=False):
    def answer(network, after, legal, over, reward, mistakes):
        q = network(after) if hanging else network(after).detach()
        best = (q.masked_fill(~legal, -torch.inf) if masked else q).max(dim=1).values
        mean = q.masked_fill(~legal, 0).sum(dim=1) / legal.sum(dim=1) if masked else q.mean(dim=1)
        share = 1 - mistakes if swapped else mistakes
        return torch.where(over, reward, sign * gamma * ((1 - share) * best + share * mean))

    return answer


def by_multiplying(network, after, legal, over, reward, mistakes):
    """Replies that are all bad look worse to it than an occupied square."""
    q = network(after).detach() * legal
    best, mean = q.amax(dim=1), q.sum(dim=1) / legal.sum(dim=1)
    return torch.where(over, reward, -0.95 * ((1 - mistakes) * best + mistakes * mean))


def by_all_nine(network, after, legal, over, reward, mistakes):
    q = network(after).detach()
    best = q.masked_fill(~legal, -torch.inf).amax(dim=1)
    return torch.where(over, reward, -0.95 * ((1 - mistakes) * best + mistakes * q.mean(dim=1)))


def by_drawing(network, after, legal, over, reward, mistakes):
    q = network(after).detach()
    best = q.masked_fill(~legal, -torch.inf).argmax(dim=1)
    drawn = torch.rand(q.shape).masked_fill(~legal, -1.0).argmax(dim=1)
    reply = torch.where(torch.rand(len(q)) < mistakes, drawn, best)
    return torch.where(over, reward, -0.95 * q[torch.arange(len(q)), reply])


def by_the_others(network, after, legal, over, reward, mistakes):
    """Whoever errs, it thinks, does not find the best reply."""
    found = reward.clone()
    for game, q in enumerate(network(after).detach()):
        replies = q[legal[game]].sort().values
        if not over[game]:
            expected = (1 - mistakes) * replies[-1] + mistakes * replies[:-1].mean()
            found[game] = -0.95 * expected
    return found


def by_infinity(network, after, legal, over, reward, mistakes):
    q = network(after).detach().masked_fill(~legal, -torch.inf)
    expected = (1 - mistakes) * q.amax(dim=1) + mistakes * q.mean(dim=1)
    return torch.where(over, reward, -0.95 * expected)


test_forgiving = judged(
    lesson08.forgiving,
    right=[by_rows, by_the_nine_squares, one_board_at_a_time, by_nanmean, forgiving()],
    wrong=[
        (forgiving(sign=1.0), ", with the other sign."),
        (forgiving(gamma=1.0), ", without the discount."),
        (forgiving(masked=False), "that of the *occupied* square worth 0.94."),
        (forgiving(swapped=True), ", that of the mean."),
        (by_multiplying, "legal replies worth [-0.4, -0.19]"),
        (by_the_others, ", that of the mean of the *other* replies."),
        (by_all_nine, ", that of the mean of all nine squares."),
        (by_drawing, "alone (the mean is asked for, not one draw)."),
        (by_infinity, "0 · (−∞) is nan"),
        (forgiving(hanging=True), "compute it under `torch.no_grad()`"),
        (lambda *a: forgiving()(*a[:3], torch.zeros(3, dtype=torch.bool), *a[4:]), "finite"),
        (
            lambda n, a, ok, o, r, m: forgiving()(n, a, ok, o, -r, m),
            "The game is over, and the reward 1: then the target is 1.0000; yours is -1.0000, with",
        ),
        (lambda *a: by_rows(*a).tolist(), "A tensor with a target for each move"),
        (lambda *a: by_rows(*a)[:2], "3 numbers are asked for"),
        (lambda *a: print(end=""), "A tensor with a target for each move is asked for; yours is"),
    ],
)


def test_a_target_through_which_a_gradient_flows_is_refused():
    """Its values are right, but it pulls the target along, and on a full board 0/0 gives NaN."""

    def hanging(network, after, legal, over, reward, mistakes):
        q = network(after)
        best = q.masked_fill(~legal, -torch.inf).max(1).values
        mean = (q * legal).sum(1) / legal.sum(1)
        return torch.where(over, reward, -0.95 * ((1 - mistakes) * best + mistakes * mean))

    verdict = lesson08.forgiving.check(hanging)
    assert verdict.outcome == "not yet"
    assert "`requires_grad` is True" in verdict.message


# A reward that misleads
CORNERS = {"a1", "a3", "c1", "c3"}


def shaped(pays=CORNERS, sign=-1, own_only=False, last=1.0):
    def value(env, bonus, mine=True):
        if env.is_done():
            return env.result() * last
        values = []
        for action in env.legal_actions():
            paid = bonus if action.name in pays and (mine or not own_only) else 0
            env.update(action)
            values.append(paid + sign * value(env, bonus, not mine))
            env.undo()
        return max(values)

    return value


value_of = shaped()

test_shaping = judged(
    lesson08.shaping,
    right=[value_of],
    wrong=[
        (shaped(pays=()), "its value without the bonus."),
        (shaped(pays={"b2"}), "With a bonus of"),
        (shaped(pays={"a1", "c3"}), "With a bonus of"),
        (shaped(sign=1), "With a bonus of 0"),
        (shaped(sign=-0.95), "yours is 0.857375, discounted; no discount is asked for."),
        (shaped(sign=-0.95, last=1 / 0.95), "yours is 0.9025, discounted, and no discount"),
        (shaped(own_only=True), "Is each side paid for its own corners"),
        (lambda env, bonus: -value_of(env, bonus), "with a minus."),
        (lambda env, bonus: value_of(env, -bonus), "With a bonus of"),
    ],
)


def test_the_bonus_of_the_lesson_turns_a_win_into_a_loss():
    env = tictactoe.from_moves("a1c1b1a2")
    chosen = {}
    for bonus in (0, 1):
        values = {}
        for action in env.legal_actions():
            env.update(action)
            values[action.name] = bonus * (action.name in CORNERS) - value_of(env, bonus)
            env.undo()
        chosen[bonus] = {name for name, value in values.items() if value == max(values.values())}
    exact = {action.name: value for action, value in truth.move_values(env).items()}
    assert (chosen[0], exact["b2"]) == ({"b2"}, 1)
    assert (chosen[1], exact["c3"]) == ({"c3"}, -1)


# Never looked at
def by_the_exponential(capacity, added, drawn):
    return math.exp(-drawn / added)


def as_a_tensor(capacity, added, drawn):
    return torch.tensor(-drawn / added).exp()


def by_a_loop(capacity, added, drawn):
    share = 1.0
    for _ in range(capacity // added):
        share *= (1 - 1 / capacity) ** drawn
    return share


test_replay = judged(
    lesson08.replay,
    right=[by_the_exponential, by_a_loop, as_a_tensor],
    wrong=[
        (lambda c, added, drawn: 1 - math.exp(-drawn / added), ", the share that *is* drawn."),
        (lambda c, added, drawn: 1 - drawn / c, "you say 0.99, after one update."),
        (lambda c, added, drawn: (1 - 1 / c) ** drawn, ", after one update."),
        (lambda c, added, drawn: math.exp(-1), "the share that is never drawn is 0.1353"),
        (lambda c, added, drawn: math.exp(-added / drawn), "that is never drawn is 0.1353"),
        (lambda c, added, drawn: 0, "that is never drawn is 0.3679; you say 0."),
        (
            lambda c, added, drawn: 100 * math.exp(-drawn / added),
            "you say 36.7879, in %.",
        ),
        (lambda c, added, drawn: (1 - drawn / c) ** (c / added), "that without replacement."),
        (
            lambda c, added, drawn: math.exp(-drawn / added) + 0.003,
            "near it; but an exact formula is asked for.",
        ),
    ],
)
