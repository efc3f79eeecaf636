"""Where the core script lies, and the games that it plays."""

from _ext.book import ROOT

FOLDER = ROOT / "_ext" / "play"
GAMES = ("othello4", "othello6", "othello8", "tictactoe", "ultimate")
