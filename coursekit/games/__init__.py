"""The rules of the three games, behind one protocol (see :mod:`coursekit.games.env`)."""
