"""How much memory a search may take."""

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


def table_rows(megabytes: float, row_bytes: int, least: int, owner: str) -> int:
    """Returns how many rows a transposition table has in some megabytes (of 2^20 bytes).

    A power of two.

    Args:
        megabytes: The memory.
        row_bytes: Bytes of a row.
        least: The smallest number of rows.
        owner: Whose table it is, for the errors, for example ``"a"``.

    Raises:
        ValueError: If they are too few, or the machine has not that much memory free.
    """
    wanted, smallest = megabytes * 2**20, least * row_bytes
    if not wanted >= smallest:
        raise ValueError(
            f"{owner} transposition table needs at least {smallest / 2**20:.2g} MB, "
            f"not {megabytes!r}"
        )
    free = free_memory()
    if wanted > free:
        raise ValueError(
            f"a transposition table of {megabytes:,.0f} MB does not fit into the memory that this "
            f"machine has free, {free / 2**20:,.0f} MB"
        )
    return 1 << ((int(wanted) // row_bytes).bit_length() - 1)
