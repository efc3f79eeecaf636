"""How an env shows itself: as plain text, as an expression that rebuilds it, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import ActionSpace, Player
from coursekit.games.notation import MARKS

if TYPE_CHECKING:
    from PIL.Image import Image


class Shown:
    """The part of :class:`coursekit.games.env.Env` that people see."""

    _state: tuple[Any, ...]
    _space: ActionSpace
    _first_space: ActionSpace
    _origin: str | None

    if TYPE_CHECKING:  # what the text needs of an env

        @property
        def player(self) -> Player: ...  # noqa: D102
        def count(self, player: int) -> int: ...  # noqa: D102
        def result(self) -> int: ...  # noqa: D102
        def to_moves(self) -> str: ...  # noqa: D102
        def _must_pass(self) -> bool: ...
        def _cells(self) -> npt.NDArray[np.int8]: ...

    def _status(self) -> str:
        if self._state[-1]:
            verb = "must pass" if self._must_pass() else "to move"
            return f"{self._side(self.player)} {verb}"
        result = self.result()
        return (
            "draw"
            if result == 0
            else f"{self._side(self.player if result > 0 else -self.player)} wins"
        )

    @staticmethod
    def _side(player: Player) -> str:
        mark = MARKS[int(player)]
        return player.name if player.name == mark else f"{player.name} ({mark})"

    def __str__(self) -> str:
        """Returns the board as plain text, with the state of the game above it."""
        cells = self._cells()
        first = self._first_space.player
        score = (
            f"{self._side(first)} {self.count(first)}, {self._side(-first)} {self.count(-first)}"
        )
        columns = " ".join(chr(ord("a") + col) for col in range(len(cells)))
        rows = [
            f"{row} " + " ".join(MARKS[int(cell)] for cell in line)
            for row, line in enumerate(cells, start=1)
        ]
        return "\n".join([f"{score}; {self._status()}", f"  {columns}", *rows])

    def __repr__(self) -> str:
        """Returns an expression that rebuilds the env, and the text board as comments below it."""
        return "\n# ".join([self._expression(), *str(self).split("\n")])

    def _expression(self) -> str:
        moves = self.to_moves()
        if self._origin is None:
            return f"{self._module}.from_moves({moves!r}{self._make_arguments()})"
        return f"{self._module}.from_string({self._origin!r}" + (f", {moves!r})" if moves else ")")

    def _make_arguments(self) -> str:
        """Returns what ``make`` and ``from_moves`` must be told besides the moves."""
        return ""

    @property
    def _module(self) -> str:
        return type(self).__module__.rpartition(".")[2]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Shows the text board where Jupyter and IPython want plain text."""
        printer.text(str(self))

    def render(
        self, size: int = 400, heat: Any = None, text: Any = None, marks: Any = None
    ) -> Image:
        """Returns a picture of the board (see :func:`coursekit.display.board.render`).

        Args:
            size: Width of the picture in pixels.
            heat: A number for each of some squares, drawn as colour.
            text: A label or number for each of some squares, written on it.
            marks: Squares to mark.
        """
        from coursekit.display import board

        return board.render(cast(Any, self), size=size, heat=heat, text=text, marks=marks)

    def _repr_png_(self) -> Any:
        from coursekit.display import board

        return board.png_bytes(cast(Any, self))
