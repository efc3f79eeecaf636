"""The built book, for the tests that read it."""

import os

import pytest

from _ext import book

# `course.py test` builds the book before pytest and says so; then nothing may be skipped.
needs_the_book = pytest.mark.skipif(
    not book.BOOK.exists() and "COURSEKIT_BOOK_IS_BUILT" not in os.environ,
    reason="the book is not built: run `python course.py book` first",
)
