"""The commands that play and draw: ``play``, ``match``, ``league``, ``render``, ``strength``."""
