"""Tree search by random games (UCT) and by networks (PUCT).

UCT (lesson 07): ``uct_tree``, then ``uct``, which runs it within a budget. PUCT (lesson 10):
``puct_nodes``, ``puct_tree``, ``puct_root`` and ``puct_result``; ``forest`` is their door.
"""
