"""From the record of a search to a figure: its tree, filled in call by call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from coursekit.checks import is_number
from coursekit.display.figures.growing import GrowingTree, Look, Question, joined
from coursekit.display.figures.tracing import Call, Trace
from coursekit.display.pages.sentences import name_of
from coursekit.display.trees.nodes import Kind
from coursekit.display.trees.plan import value_text
from coursekit.games.actions import Player

Asked = Literal["cut", "value"]
MOST_OPTIONS = 5
MOST_CUTS = 8  # that the reader is asked about: by then it is plain how it goes
WINDOW = {"alpha": "α", "beta": "β"}


@dataclass(frozen=True)
class Convention:
    """How the values of a search's calls hang together, read from the values themselves.

    Attributes:
        negamax: Each value is the largest of its children's with the signs changed.
        kinds: In a minimax search, for each side whether it takes the largest or the smallest.
    """

    negamax: bool = False
    kinds: dict[int, Kind] | None = None

    def seen(self, call: Call, child: Call) -> float | None:
        """Returns a child's value from its parent's side."""
        flips = self.negamax and call.env.player != child.env.player
        return -child.value if flips and child.value is not None else child.value

    def kind(self, call: Call) -> Kind | None:
        """Returns whether the side to move takes the largest or the smallest value."""
        return (self.kinds or {}).get(int(call.env.player))

    def best(self, call: Call, children: Sequence[Call]) -> Call | None:
        """Returns the child whose value the call takes, the first of equals."""
        known = [child for child in children if child.value is not None]
        if not known or not (self.negamax or self.kind(call)):
            return None
        pick = min if self.kind(call) == "min" else max
        return pick(known, key=lambda child: self.seen(call, child) or 0.0)


def convention(calls: Sequence[Call]) -> Convention:
    """Returns how the values of a search hang together; neither where they do not fit."""
    inner = [
        call
        for call in calls
        if call.value is not None
        and call.whole
        and call.children
        and all(child.value is not None and child.moves for child in call.children)
    ]
    if not inner:
        return Convention()
    sides = sorted({int(call.env.player) for call in inner})
    orders: list[tuple[Kind, Kind]] = [("min", "max"), ("max", "min")]
    minimax = [Convention(kinds=dict(zip(sides, kinds, strict=False))) for kinds in orders]
    candidates = [Convention(negamax=True), *minimax]
    fitting = (found for found in candidates if all(_fits(found, call) for call in inner))
    return next(fitting, Convention())


def _fits(found: Convention, call: Call) -> bool:
    best = found.best(call, call.children)
    value = None if best is None else found.seen(call, best)
    low, high = (call.arguments.get(name) for name in WINDOW)
    if value is None or call.value is None:
        return False
    if is_number(low) and is_number(high):  # a search may return the bound in place of the value
        return call.value in (value, min(max(value, low), high))
    return call.value == value


def search_tree(traces: Sequence[Trace], asked: Asked | None = None) -> GrowingTree:
    """Returns the tree of one or more recorded searches, call by call in the order of time.

    Args:
        traces: The records.
        asked: What the reader is asked before it is shown: whether the rest of a branch is "cut",
            or which "value" a call returns.
    """
    return _Telling(traces, asked).told()


class _Telling:
    """The state of a search while its steps are told."""

    def __init__(self, traces: Sequence[Trace], asked: Asked | None) -> None:
        self._traces, self._asked = traces, asked
        calls = [call for trace in traces for call in trace.calls]
        self._convention = convention(calls)
        self._tree = GrowingTree()
        self._numbers: dict[Call, int] = {}
        self._started: set[Call] = set()
        self._cuts_asked = 0
        if not any(call.cut for call in calls):  # else the whole tree would betray the cuts
            for call in calls:
                self._add(call, Look("?", "", "faint"))

    def told(self) -> GrowingTree:
        for trace in self._traces:
            events = trace.events
            for place, call in enumerate(events):
                follower = events[place + 1] if place + 1 < len(events) else None
                ends = call in self._started
                is_leaf = not call.children and not ends and follower is call
                if call not in self._numbers:
                    self._add(call, Look())
                self._started.add(call)
                question = self._question(call, ends)
                if ends and not call.children:
                    continue  # told when it began
                if ends or is_leaf:
                    caption = self._end(call)
                else:
                    self._put(call, "open")
                    caption = self._begun(call)
                if follower is None and trace.total > len(trace.calls):
                    caption += (
                        f" Shown are the first {len(trace.calls):,} of {trace.total:,} calls."
                    )
                self._tree.step(caption, self._numbers[call], question)
        return self._tree

    def _add(self, call: Call, look: Look) -> None:
        parent = None if call.parent is None else self._numbers[call.parent]
        kind = self._convention.kind(call)
        self._numbers[call] = self._tree.add(parent, _moves(call), call.env, kind)
        self._tree.set(self._numbers[call], look)

    def _end(self, call: Call) -> str:
        """Shows that a call is over, and what that means where it was made."""
        self._put(call, "done")
        number = self._numbers[call]
        for action in call.cut:
            self._tree.set(self._tree.add(number, action.name), Look(state="cut"))
        caption = self._ended(call)
        if self._asked == "value" and call.children:
            self._mark_best(call, call.children)
        parent = call.parent
        if parent is None:
            return caption
        done = [child for child in parent.children if self._is_done(child)]
        best = self._convention.best(parent, done)
        if best is None or self._asked == "value":  # then the best is for the reader to find
            return caption
        self._mark_best(parent, done)
        value = self._convention.seen(parent, best)
        self._put(parent, "open", value)
        if len(done) > 1 or len(parent.env.legal_actions()) > 1:
            source = "this move" if best is call else f"from {_name(best)}"
            caption += f" Best so far for {name_of(parent.env)}: {value_text(value)}, {source}."
        return caption

    def _mark_best(self, call: Call, done: Sequence[Call]) -> None:
        """Joins a call to the best of those calls of its that are over, and to no other."""
        best = self._convention.best(call, done)
        for child in done:
            look = self._tree.look(self._numbers[child])
            state = "done best" if child is best else "done"
            self._tree.set(self._numbers[child], look._replace(state=state))

    def _is_done(self, call: Call) -> bool:
        return call in self._numbers and "done" in self._tree.look(self._numbers[call]).state

    def _put(self, call: Call, state: str, best: float | None = None) -> None:
        value = call.value if state == "done" else best
        text = "stopped" if state == "done" and call.error else value_text(value)
        if state == "done" and call.children:
            text = self._bounded(call) + text
        window = self._window(call, best if state == "open" else call.value)
        note = " ".join(f"{WINDOW[name]} {text}" for name, text in window.items())
        if state == "done" and not call.children:
            note = ""  # where nothing is searched the window does nothing
        if value is None and state == "done" and call.result is not None and not call.error:
            text = str(call.result)[:8]
        self._tree.set(self._numbers[call], Look(text, note, state))

    def _bounded(self, call: Call) -> str:
        """Returns the sign of a value that a search with a window knows only to be a bound."""
        low, high = (call.arguments.get(name) for name in WINDOW)
        if call.value is None or not (is_number(low) and is_number(high)) or _is_exact(call):
            return ""
        return "≥ " if call.value >= high else "≤ " if call.value <= low else ""

    def _window(self, call: Call, best: float | None = None) -> dict[str, str]:
        """Returns a call's bounds, the one that its best value so far has moved included."""
        bounds = {name: call.arguments[name] for name in WINDOW if name in call.arguments}
        if best is not None and len(bounds) == 2 and all(map(is_number, bounds.values())):
            if self._convention.kind(call) == "min":
                bounds["beta"] = min(bounds["beta"], best)
            elif self._convention.negamax or self._convention.kind(call):
                bounds["alpha"] = max(bounds["alpha"], best)
        return {name: value_text(x) for name, x in bounds.items()}

    # Words

    def _begun(self, call: Call) -> str:
        given = [f"{name} {self._given(call, x)}" for name, x in call.arguments.items()]
        who = f"{name_of(call.env)} to move"
        start = f"{call.function} begins" if call.parent is None else f"It tries {_name(call)}"
        return f"{start}. {'; '.join([who, ', '.join(given)] if given else [who])}."

    def _given(self, call: Call, value: Any) -> str:
        return name_of(call.env, value) if isinstance(value, Player) else value_text(value)

    def _ended(self, call: Call) -> str:
        if call.error:
            return f"{_name(call)} is stopped by {call.error}."
        value, parent = call.value, call.parent
        if value is None:
            return f"{_name(call)} is done."
        caption = f"{_name(call)} returns {value_text(value)}"
        if parent is not None and self._convention.negamax and value:
            seen = value_text(self._convention.seen(parent, call))
            caption += f", which is {seen} for {name_of(parent.env)}"
        caption += "."
        if call.cut:
            low, high = (call.arguments.get(name) for name in WINDOW)
            names = joined([action.name for action in call.cut])
            reason = ""
            if self._convention.kind(call) == "min":
                if is_number(low) and value <= low:
                    reason = f" {value_text(value)} ≤ alpha {value_text(low)}:"
            elif is_number(high) and value >= high:
                reason = f" {value_text(value)} ≥ beta {value_text(high)}:"
            caption += f"{reason} {names} {'is' if len(call.cut) == 1 else 'are'} never searched."
        return caption

    # Questions

    def _question(self, call: Call, ends: bool) -> Question | None:
        if self._asked == "cut":
            place = call if ends else call.parent
            if place is None or self._cuts_asked == MOST_CUTS:
                return None
            question = self._will_it_cut(place, ends)
            self._cuts_asked += question is not None
            return question
        if self._asked == "value" and ends:
            return self._which_value(call)
        return None

    def _will_it_cut(self, call: Call, ends: bool) -> Question | None:
        """Asks before the next move of a node, or its end, where a cut is possible."""
        tried = [child for child in call.children if self._is_done(child)]
        first = {child.moves[0] for child in tried if child.moves}
        left = [action for action in call.env.legal_actions() if action not in first]
        bound = call.arguments.get("alpha" if self._convention.kind(call) == "min" else "beta")
        if (
            not (first and left and call.whole)
            or call.error
            or bound in (float("inf"), -float("inf"))
        ):
            return None
        best = self._convention.best(call, tried)
        value = None if best is None else self._convention.seen(call, best)
        names = joined([action.name for action in left])
        mover, at = name_of(call.env), f"after {_moves(call)}" if call.moves else "at the root"
        text = f"{mover} to move {at}. Will the search cut {names}?"
        reason = ""  # of a cut the step itself says why
        if not ends and value is not None and is_number(bound):
            sign, name = (">", "alpha") if self._convention.kind(call) == "min" else ("<", "beta")
            reason = f"{value_text(value)} {sign} {name} {value_text(bound)}, so it goes on."
        right = 0 if ends else 1
        return Question(text, ["Yes, cut", "No, go on"], right, self._numbers[call], reason)

    def _which_value(self, call: Call) -> Question | None:
        # In the order of the moves: sorted, the largest would always have the same place.
        seen = dict.fromkeys(self._convention.seen(call, child) for child in call.children)
        options = [value for value in seen if value is not None]
        if not 1 < len(options) <= MOST_OPTIONS or call.value not in options:
            return None
        side = name_of(call.env)
        place = f"after {_moves(call)}" if call.moves else "at the root"
        text = f"{side} chooses {place}. Which value does it return?"
        takes = "smallest" if self._convention.kind(call) == "min" else "largest"
        is_known = self._convention.best(call, call.children) is not None
        reason = f"{side} takes the {takes}." if is_known else ""
        answers = [value_text(value) for value in options]
        right = options.index(call.value)
        return Question(text, answers, right, self._numbers[call], reason)


def _is_exact(call: Call) -> bool:
    return not call.cut and all(map(_is_exact, call.children))


def _moves(call: Call) -> str:
    return " ".join(action.name for action in call.moves)


def _name(call: Call) -> str:
    return _moves(call) or call.function
