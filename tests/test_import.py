"""``import coursekit`` is light: heavy libraries load when something needs them."""

import subprocess
import sys

import pytest

HEAVY = ["torch", "numba", "matplotlib", "pandas", "PIL", "joblib", "tqdm", "IPython", "ipywidgets"]


def loaded_after(statement: str) -> set[str]:
    """Returns which heavy libraries a fresh Python has loaded after the statement."""
    code = f"import sys\n{statement}\nprint(*set(sys.modules) & set({HEAVY!r}))"
    command = [sys.executable, "-c", code]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_loads_no_heavy_library():
    names = "from coursekit import BLACK, othello, tictactoe, ultimate"
    assert loaded_after(f"{names}\nimport coursekit.doctor, coursekit.__main__") == set()


def test_torch_is_loaded_with_a_player_that_needs_it():
    assert "torch" not in loaded_after("from coursekit import players")
    # To see that it is asked for takes no time where it cannot be had.
    asked = "from coursekit import players; sys.modules['torch'] = None; players.q_network()"
    with pytest.raises(subprocess.CalledProcessError) as caught:
        loaded_after(asked)
    assert "import of torch halted" in caught.value.stderr
