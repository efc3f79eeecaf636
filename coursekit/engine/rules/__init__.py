"""The rules of the games as kernels on bitboards, and what every kernel needs.

Read ``othello`` first, with ``rng`` for its random games; ``vectors`` has the same moves four
directions at a time. ``tictactoe`` and ``ultimate`` follow, and ``games`` puts all three behind one
interface. ``_jit`` compiles and names the types, ``constants`` and ``memory`` serve the others.
"""
