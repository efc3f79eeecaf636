"""How fast coursekit is, and how fast the programs are that one might use instead."""
