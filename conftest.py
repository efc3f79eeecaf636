"""What pytest does beyond its own: how it orders, measures and compares (tests/notebooks)."""

pytest_plugins = ["tests.notebooks.plugin"]
