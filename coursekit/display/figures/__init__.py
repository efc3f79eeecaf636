"""Figures that move: searches, boards, bars and curves, one step at a time."""
