"""Exact solutions of the end of an Othello game.

Read ``solver``, its door, then ``kernel`` with ``table`` and ``stability``, and ``last_moves`` for
the last four squares. ``wipe_outs`` finds games that end early.
"""
