"""The core script: its files, in the order in which they are loaded, and its games."""

from _ext import book

FOLDER = book.ROOT / "_ext" / "play"
CORE = ("games.js", "search.js", "network.js", "opponents.js")
GAMES = ("othello4", "othello6", "othello8", "tictactoe", "ultimate")
