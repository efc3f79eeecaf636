"""From a record to the steps of a tree: conventions, windows, cuts, captions and questions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import BLACK, WHITE, othello, tictactoe
from coursekit.display import traced
from coursekit.display.figures import tracing
from coursekit.display.figures.growing import STILL_WIDTHS
from coursekit.display.figures.searches import MOST_CUTS, convention, search_tree
from tests.display.figures import searches
from tests.support.playing import play_on


def told(function, *args, asked=None, **kwargs):
    function(*args, **kwargs)
    return search_tree([function.trace], asked)


def replayed(grown):
    """Returns how each node looks after the last step."""
    looks = {}
    for _, _, changes, *_ in grown.steps:
        for node, *look in changes:
            looks[node] = look
    return looks


def captions(grown):
    return [step[0] for step in grown.steps]


def test_how_values_hang_together_is_read_from_them():
    env = othello.make(4)
    for function, args, expected in (
        (searches.minimax, (env, 3, BLACK), {1: "max", -1: "min"}),
        (searches.minimax, (env, 3, WHITE), {1: "min", -1: "max"}),
        (searches.fail_hard, (env, 3, BLACK), {1: "max", -1: "min"}),
    ):
        function(*args)
        found = convention(function.trace.calls)
        assert (found.negamax, found.kinds) == (False, expected), function.__name__
    for function, depth in ((searches.negamax, 3), (searches.alpha_beta, 3)):
        function(env, depth)
        assert convention(function.trace.calls).negamax
    searches.perft(env, 3)
    found = convention(searches.perft.trace.calls)
    assert (found.negamax, found.kinds) == (False, None)


def test_the_tree_fills_in_call_by_call():
    grown = told(searches.minimax, othello.make(4), 1, BLACK)
    assert captions(grown) == [
        "minimax begins. Black to move; depth 1, me Black.",
        "b1 returns 3. Best so far for Black: 3, this move.",
        "a2 returns 3. Best so far for Black: 3, from b1.",
        "d3 returns 3. Best so far for Black: 3, from b1.",
        "c4 returns 3. Best so far for Black: 3, from b1.",
        "minimax returns 3.",
    ]
    assert grown.steps[1][2] == [[0, "3", "", "open"], [1, "3", "", "done best"]]
    assert [step[1] for step in grown.steps] == [0, 1, 2, 3, 4, 0]
    assert replayed(grown)[0] == ["3", "", "done"]


def test_a_whole_tree_is_there_from_the_first_step_and_one_with_cuts_is_not():
    grown = told(searches.minimax, othello.make(4), 1, BLACK)
    begun = ["", "", "open"]
    assert grown.steps[0][2] == [[0, *begun], *([n, "?", "", "faint"] for n in range(1, 5))]
    assert told(searches.alpha_beta, othello.make(4), 3).steps[0][2] == [
        [0, "", "α -∞ β ∞", "open"]
    ]


def test_a_cut_is_told_with_its_reason_and_drawn():
    grown = told(searches.alpha_beta, othello.make(4), 3)
    reason = "c1 returns 5, which is -5 for White. 5 ≥ beta 3: d2, d3 and d4 are never searched."
    (caption,) = [text for text in captions(grown) if text.startswith(reason)]
    assert caption.endswith("Best so far for White: -3, from a1.")
    cut = [node for node, look in replayed(grown).items() if look[2] == "cut"]
    assert len(cut) == sum(len(call.cut) for call in searches.alpha_beta.trace.calls) == 11
    told_of_min = told(searches.fail_hard, othello.make(4), 3, BLACK)
    assert any("≤ alpha 3" in text for text in captions(told_of_min))


@pytest.mark.parametrize("function", [searches.alpha_beta, searches.negamax])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 14))
def test_every_call_and_cut_has_a_node_and_every_value_is_shown(function, seed, plies):
    env = play_on(othello.make(4), seed, plies)
    grown = told(function, env, 3)
    calls = function.trace.calls
    assert len(grown.boxes) == len(calls) + sum(len(call.cut) for call in calls)
    inner = sum(bool(call.children) for call in calls)
    assert len(grown.steps) == len(calls) + inner
    looks = replayed(grown)
    shown = [look for look in looks.values() if look[2] != "cut"]
    assert len(shown) == len(calls)
    assert all(look[0] and "done" in look[2] for look in shown)
    assert sum("best" in look[2] for look in shown) == inner


def test_what_a_window_leaves_open_is_shown_as_a_bound():
    grown = told(searches.alpha_beta, othello.make(4), 5)
    exact = {
        n: searches.negamax(env.clone(), 5 - grown.boxes[n].depth)[0]
        for n, env in enumerate(grown.envs)
        if env is not None
    }
    signs = {"≥": 0, "≤": 0}
    for node, (text, _, state) in replayed(grown).items():
        if state == "cut":
            continue
        *sign, value = text.split()
        if not sign:
            continue
        signs[sign[0]] += 1
        assert exact[node] >= int(value) if sign == ["≥"] else exact[node] <= int(value)
    assert min(signs.values()) > 3


def test_the_reader_is_asked_where_a_cut_is_possible_and_judged_by_what_happened():
    grown = told(searches.alpha_beta, othello.make(4), 3, asked="cut")
    asked = [step for step in grown.steps if len(step) > 3]
    assert asked[0][3] == [
        "Black to move after c1. Will the search cut d2, d3 and d4?",
        ["Yes, cut", "No, go on"],
        0,
        asked[0][1],
    ]
    rights = [question[2] for *_, question in asked]
    goes_on = next(caption for caption, *_, question in asked if question[2] == 1)
    assert goes_on.startswith("-5 < beta -3, so it goes on.")
    assert rights == ["never searched" not in caption for caption, *_ in asked]
    for caption, at, _, question in asked:  # about the node that cuts, or whose move comes next
        assert (question[3] == at) == ("never searched" in caption)
    assert len(rights) == MOST_CUTS
    assert 0 < sum(rights) < MOST_CUTS
    assert len(search_tree([searches.alpha_beta.trace]).steps[0]) == 3


def test_the_still_of_several_searches_shows_them_all():
    one = told(searches.alpha_beta, othello.make(4), 2).still()
    wide, high = one.size
    for count in (2, 3):
        traces = []
        for _ in range(count):
            searches.alpha_beta(othello.make(4), 2)
            traces.append(searches.alpha_beta.trace)
        together = search_tree(traces).still()
        side_by_side = count * wide <= STILL_WIDTHS[1]
        assert together.size == ((count * wide, high) if side_by_side else (wide, count * high))
        for place in range(count):
            left, top = (place * wide, 0) if side_by_side else (0, place * high)
            inside = together.crop((left + 20, top + 20, left + wide - 20, top + high - 20))
            assert inside.tobytes() == one.crop((20, 20, wide - 20, high - 20)).tobytes()


def test_the_reader_can_be_asked_for_values():
    env = play_on(othello.make(4), seed=5, plies=3)
    grown = told(searches.minimax, env, 2, env.player, asked="value")
    questions = [(step[1], *step[3]) for step in grown.steps if len(step) > 3]
    looks = replayed(grown)
    assert questions[-1][1] == "White chooses at the root. Which value does it return?"
    assert grown.steps[-1][0].startswith("White takes the largest. ")
    for node, _, options, right, at in questions:
        assert at == node
        assert options[right] == looks[node][0]
        assert len(options) == len(set(options)) > 1
    in_order = {}  # sorted, they would give the largest away
    for action in env.legal_actions():
        child = env.copy()
        child.update(action)
        in_order[f"{searches.minimax.__wrapped__(child, 1, env.player)}"] = True
    assert questions[-1][2] == list(in_order) != sorted(in_order, key=int)


def test_what_has_no_value_or_is_stopped_is_told_too(monkeypatch):
    @traced
    def walk(env, depth):
        if depth:
            env.update(env.legal_actions()[0])
            walk(env, depth - 1)
        else:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walk(tictactoe.make(), 1)
    stopped = search_tree([walk.trace])
    ends = ["a1 is stopped by KeyboardInterrupt.", "walk is stopped by KeyboardInterrupt."]
    assert captions(stopped)[1:] == ends
    monkeypatch.setattr(tracing, "LIMIT", 10)
    grown = told(searches.perft, tictactoe.make(), 2)
    assert captions(grown)[-1] == "perft returns 72. Shown are the first 10 of 82 calls."
