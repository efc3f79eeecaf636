"""The rules of the games, behind one protocol (see :mod:`coursekit.games.env`)."""
