"""Says whether this machine is ready for the course, or what to fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coursekit import doctor
from coursekit.commands.common import describe

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add(parser: ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, lambda options: doctor.report(quiet=options.quiet), __doc__)
    parser.add_argument("--quiet", action="store_true", help="print problems only")
