"""Search trees as the tests draw them."""

from coursekit.display.trees.boxes import read_tree
from coursekit.display.trees.plan import plan


def planned(root, width=880, depth=None, **told):
    """Returns the plan of a tree's picture."""
    return plan(read_tree(root, depth, **told), width)
