"""Thousands of games, moved one ply at a time or one after the other.

``lockstep`` moves games side by side and ``planes`` writes them as networks read them; on these
``value_games`` makes the games of value data. ``teacher`` plays those of policy data.
"""
