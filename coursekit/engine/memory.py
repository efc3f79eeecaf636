"""How much memory the machine has to spare."""

from __future__ import annotations

import os


def free_memory() -> float:
    """Returns the bytes that a program can still use; infinity where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return 1024.0 * int(line.split()[1])
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (OSError, ValueError, AttributeError):
        return float("inf")
