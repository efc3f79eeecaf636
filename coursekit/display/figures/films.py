"""A film: pictures of the same thing, taken one after the other while a program runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from coursekit.checks import is_number
from coursekit.display.figures.boards import encoded
from coursekit.display.figures.growing import GrowingTree, Look
from coursekit.display.pages.board_data import game_data
from coursekit.display.pictures.scales import ink_on
from coursekit.display.pictures.scene import Scene, read
from coursekit.display.pictures.theme import css
from coursekit.display.trees.boxes import BEST, CUT, Box, Told, read_tree
from coursekit.display.trees.plan import value_text
from coursekit.games.env import Env, checked_env
from coursekit.strangers import shown

Numbers = Mapping[Any, float]
Key = tuple[str, ...]  # the moves that lead to a node


class Film:
    """Snapshots of a tree, boards, bars or curves, to be shown by :func:`steps`.

    All snapshots of a film are of one kind. What they show is read at once, so the program may
    change it afterwards.

    >>> film = Film()
    >>> film.bars({"left": 0.5, "right": 0.25}, "one pull each", low={"left": 0, "right": 0})
    >>> film.bars({"left": 0.6, "right": 0.25}, "left again")
    >>> film
    <film of 2 bars>
    """

    def __init__(self) -> None:
        self.kind = ""
        self.label = ""
        self.steps: list[list[Any]] = []
        self.boards: list[tuple[Env, Scene]] = []
        self.grown = GrowingTree()
        self._numbers: dict[Key, int] = {}

    def __repr__(self) -> str:
        return f"<film of {len(self.steps or self.grown.steps)} {self.kind or 'nothing'}>"

    def tree(
        self,
        root: Any,
        caption: str = "",
        *,
        value: Told = "value",
        note: Told = "note",
        line: Iterable[Any] | None = None,
        least: int = 1,
        depth: int | None = None,
        env: Env | None = None,
    ) -> None:
        """Takes a snapshot of a search tree; the arguments are those of ``display.tree``.

        Nodes are the same from snapshot to snapshot where the moves that lead to them are.

        Args:
            root: The root, any object with ``children``.
            caption: One sentence that says what this step shows.
            value: What is written in a node.
            note: The small print below.
            line: The nodes to join by a bold line, from the root on.
            least: Children with fewer visits are left out, unless they are on the line.
            depth: Number of plies to show.
            env: The game at the root: draws the boards.
        """
        self._is("tree")
        boxes = read_tree(root, depth, value, note, line, least)
        keys: dict[int, Key] = {}
        shown_now = set()
        for box in boxes:
            keys[id(box)] = key = () if box.parent is None else (*keys[id(box.parent)], box.move)
            if key not in self._numbers:
                self._numbers[key] = self._new(box, keys, env)
            number = self._numbers[key]
            shown_now.add(number)
            state = "cut" if box.rank == CUT else "done best" if box.rank >= BEST else "done"
            self.grown.set(number, Look(value_text(box.value), box.note, state))
        for number in set(self._numbers.values()) - shown_now:
            self.grown.set(number, Look())
        end = next((box for box in reversed(boxes) if box.rank > BEST), boxes[0])
        self.grown.step(caption, self._numbers[keys[id(end)]])

    def _new(self, box: Box, keys: dict[int, Key], env: Env | None) -> int:
        """Returns the number of a node that is seen for the first time."""
        if box.parent is None:
            return self.grown.add(None, "", None if env is None else env.clone(), box.kind)
        parent = self._numbers[keys[id(box.parent)]]
        before, name = self.grown.envs[parent], box.move
        after: Env | None = None
        if before is not None:
            after = before.clone()
            # Kernels call a move by its number.
            after.update(after.space.numbered(int(name)) if name.isdigit() else name)
            name = after.history[-1].name
        place, row = box.parent.children.index(box), 0
        if place:
            left = self._numbers[keys[id(box.parent.children[place - 1])]]
            row = self.grown.boxes[parent].children.index(self.grown.boxes[left]) + 1
        return self.grown.add(parent, name, after, box.kind, row)

    def board(
        self,
        env: Env,
        caption: str = "",
        *,
        heat: Any = None,
        text: Any = None,
        reach: float | None = None,
    ) -> None:
        """Takes a picture of a board.

        Args:
            env: The game.
            caption: One sentence that says what this step shows.
            heat: A number for each square or action, as colour.
            text: What is written on squares.
            reach: The number whose colour is full, and minus it; by default that of this picture.
        """
        self._is("boards")
        scene = read(checked_env(env), heat, text, reach=reach)
        self.boards.append((env.clone(), scene))
        self.steps.append([caption, encoded(env), _labels(scene)])

    def bars(
        self,
        values: Numbers,
        caption: str = "",
        *,
        low: Numbers | None = None,
        high: Numbers | None = None,
        notes: Mapping[Any, object] | None = None,
        chosen: Any = None,
        label: str = "",
    ) -> None:
        """Takes a picture of one bar for each name.

        Args:
            values: A number for each name; NaN where there is none yet.
            caption: One sentence that says what this step shows.
            low: Where each interval begins; by default at the value.
            high: Where it ends.
            notes: A few characters for each name, written beside it.
            chosen: The name that is marked.
            label: What the numbers are, written below them; once given, it stays.
        """
        self._is("bars")
        rows = []
        for name, value in values.items():
            ends = [(side or values).get(name, value) for side in (low, high)]
            known = [_finite(x) for x in (value, *ends)]
            note = "" if notes is None else str(notes.get(name, ""))
            rows.append([str(getattr(name, "name", name)), *known, note, int(name == chosen)])
        self.steps.append([caption, rows])
        self.label = label or self.label

    def curves(
        self,
        lines: Mapping[str, Sequence[float]],
        caption: str = "",
        *,
        x: Any = None,
        label: str = "",
    ) -> None:
        """Takes a picture of curves; from step to step they usually grow.

        Args:
            lines: For each curve its values.
            caption: One sentence that says what this step shows.
            x: Where the values stand; by default 0, 1, 2 and so on.
            label: What stands across, written below; once given, it stays.
        """
        self._is("curves")
        self.label = label or self.label
        places = None if x is None else [float(place) for place in x]
        drawn = []
        for name, ys in lines.items():
            xs = range(len(ys)) if places is None else places
            drawn.append([str(name), [[px, _finite(y)] for px, y in zip(xs, ys, strict=False)]])
        self.steps.append([caption, drawn])

    def data(self) -> dict[str, Any]:
        """Returns the film as the page's script shows it.

        Raises:
            ValueError: If there is nothing on it.
        """
        if not self.kind:
            raise ValueError("the film is empty: take a picture first, for example film.bars(...)")
        if self.kind == "tree":
            return self.grown.data()
        game = {"game": game_data(self.boards[0][0])} if self.boards else {}
        return {"kind": self.kind, "label": self.label, "steps": self.steps, **game}

    def _is(self, kind: str) -> None:
        if self.kind not in ("", kind):
            raise ValueError(f"this film shows {self.kind}; take pictures of {kind} on another")
        self.kind = kind


def _labels(scene: Scene) -> list[list[Any]]:
    """Returns for each square with an overlay its number, text, ground and colour of the text."""
    scale = scene.scale
    labels = []
    for square in sorted({*scene.heat, *scene.text}):
        ground, ink = "", css(ink_on(scene.theme.board))  # the board is the same on a dark page
        if scale is not None and square in scene.heat:
            colour = scale.colour(scene.heat[square])
            ground, ink = css(colour), css(ink_on(colour))
        index = square[0] * scene.shape[1] + square[1]
        labels.append([index, scene.text.get(square, ""), ground, ink])
    return labels


def _finite(value: Any) -> float | None:
    """Returns a number as JSON can hold it; ``None`` stands for none."""
    if not is_number(value):
        raise TypeError(f"a film's values are numbers, not {shown(value)}")
    number = round(float(value), 4)
    return number if abs(number) < float("inf") else None
