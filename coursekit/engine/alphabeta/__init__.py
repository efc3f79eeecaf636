"""Alpha-beta on Othello: as lesson 04 has it, and as an engine with a table that deepens.

Read ``evaluation`` and ``leaves``, then ``frames`` and ``plain`` (lesson 04), then ``table`` and
``pvs``, the engine; ``deepening`` runs them within a budget. ``greedy`` looks one move ahead.
"""
