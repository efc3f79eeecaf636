import tqdm.notebook

from coursekit import progress


def test_short_work_shows_no_bar(capsys):
    with progress.progress(10, "quick", "game", after=60) as advance:
        advance(10)
    assert capsys.readouterr() == ("", "")


def test_long_work_shows_its_bar(capsys):
    with progress.progress(10, "slow", "game", after=0) as advance:
        advance(5)
    assert "slow" in capsys.readouterr().err


def test_in_a_notebook_the_bar_is_a_widget_without_text(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr(progress, "tqdm", tqdm.notebook.tqdm)
    monkeypatch.setattr(
        "IPython.display.display", lambda widget, **options: shown.append((widget, options))
    )
    with progress.progress(10, "slow", "game", after=0) as advance:
        advance(4)
        advance(4)
    assert len(shown) == 1
    assert shown[0][1] == {"exclude": ["text/plain"]}
    assert shown[0][0].children[1].value == 8
    with progress.progress(10, "quick", "game", after=60) as advance:
        advance(10)
    assert len(shown) == 1
