"""``import coursekit`` is light: heavy libraries load when something needs them."""

import subprocess
import sys

HEAVY = ["torch", "numba", "matplotlib", "pandas", "PIL", "joblib", "tqdm", "IPython", "ipywidgets"]


def loaded_after(statement: str) -> set[str]:
    """Returns which heavy libraries a fresh Python has loaded after the statement."""
    code = f"import sys\n{statement}\nprint(*set(sys.modules) & set({HEAVY!r}))"
    command = [sys.executable, "-c", code]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_no_heavy_library() -> None:
    assert loaded_after("import coursekit") == set()


def test_importing_the_games_loads_no_heavy_library() -> None:
    assert loaded_after("from coursekit import BLACK, othello, tictactoe, ultimate") == set()


def test_importing_the_doctor_loads_no_heavy_library() -> None:
    assert loaded_after("import coursekit.doctor, coursekit.__main__") == set()


def test_the_measure_itself_sees_a_heavy_library() -> None:
    assert "PIL" in loaded_after("import PIL")
