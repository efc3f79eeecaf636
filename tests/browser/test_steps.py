"""Figures that move, in a browser: both ways, by keys, asked, on a phone, dark, and as a still."""

import math
import re

import pytest
from playwright.sync_api import expect

from coursekit import othello
from coursekit.display import Film, Node, steps
from tests.display.figures import searches
from tests.display.figures.test_steps import large

AROUND = '<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
DESK, PHONE = {"width": 760, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture
def opened(open_page, tmp_path):
    """Returns a function that shows a figure in a page around it."""

    def show(figure, size=DESK, **options):
        page = open_page(viewport=size, has_touch=True, color_scheme="light", **options)
        path = tmp_path / "page.html"
        path.write_text(AROUND + figure._repr_html_(), encoding="utf-8")
        page.goto(path.as_uri())
        return page

    return show


def search(ask=None):
    searches.alpha_beta(othello.make(4), 3)
    return steps(searches.alpha_beta, ask=ask)


def inside(page):
    frame = page.frame_locator("iframe")
    expect(frame.locator("main")).to_be_visible()
    return frame


def drawn(frame):
    """Returns what can be seen of the tree."""
    return frame.locator(".ck-port").evaluate(
        """port => [...port.querySelectorAll("g[class]")]
          .map(group => [group.getAttribute("class"), group.textContent])"""
    )


def press(page, frame, key, times=1):
    frame.get_by_role("region").press(key)
    for _ in range(times - 1):
        page.keyboard.press(key)


def test_steps_lead_to_the_same_picture_both_ways(opened):
    page = opened(search())
    frame = inside(page)
    told = frame.get_by_role("status")
    expect(told).to_have_text(re.compile("alpha_beta begins"))
    seen = [drawn(frame)]
    frame.get_by_role("button", name="Forward").click()
    seen.append(drawn(frame))
    for _ in range(42):
        page.keyboard.press("ArrowRight")
        seen.append(drawn(frame))
    expect(told).to_have_text("alpha_beta returns 3.")
    expect(frame.locator(".ck-counted")).to_contain_text("44 of 44")
    for before in reversed(seen[:-1]):
        page.keyboard.press("ArrowLeft")
        assert drawn(frame) == before
    press(page, frame, "End")
    assert drawn(frame) == seen[-1]
    frame.get_by_role("slider").fill("20")
    assert drawn(frame) == seen[20]
    press(page, frame, "Home")
    assert drawn(frame) == seen[0]


def test_it_opens_where_it_is_told_to_and_steps_both_ways(opened):
    searches.alpha_beta(othello.make(4), 3)
    page = opened(steps(searches.alpha_beta, at=20))
    frame = inside(page)
    expect(frame.locator(".ck-counted")).to_contain_text("21 of 44")
    there = drawn(frame)
    press(page, frame, "Home")
    expect(frame.locator(".ck-counted")).to_contain_text("1 of 44")
    frame.get_by_role("slider").fill("20")
    assert drawn(frame) == there


def test_alpha_is_blue_and_beta_orange(opened):
    frame = inside(opened(search()))
    frame.get_by_role("button", name="Last step").click()
    colour = "bound => getComputedStyle(bound).fill"
    alpha, beta = (frame.locator(f".ck-{name}").first for name in ("alpha", "beta"))
    expect(alpha).to_have_text(re.compile("^α"))
    assert alpha.evaluate(colour) == "rgb(0, 112, 176)"
    assert beta.evaluate(colour) == "rgb(184, 79, 0)"


def test_it_plays_by_itself_and_shows_the_board_of_the_current_node(opened):
    page = opened(search())
    frame = inside(page)
    told = frame.get_by_role("status")
    expect(told).to_have_text(re.compile("alpha_beta begins"))
    frame.get_by_role("button", name="Play", exact=True).click()
    expect(told).not_to_have_text(re.compile("alpha_beta begins"))
    frame.get_by_role("button", name="Pause").click()
    press(page, frame, "Home")  # a busy machine may pass over single steps
    while "It tries a1" not in told.inner_text():
        page.keyboard.press("ArrowRight")
    expect(frame.locator('.ck-square[aria-label="b1, Black, turned"]')).to_have_count(0)
    expect(frame.locator('.ck-square[aria-label^="a1, White, last move"]')).to_be_visible()


def test_a_question_comes_first_and_the_score_is_kept(opened):
    page = opened(search("cut"))
    frame = inside(page)
    question, score = frame.get_by_role("group"), frame.locator(".ck-score")
    answers = []
    while not frame.locator(".ck-counted").inner_text().startswith("44 of"):
        if question.is_visible():
            before = frame.locator(".ck-counted").inner_text()
            right = len(answers) % 2 == 0
            cuts = page.frames[1].evaluate("questionBefore(at + 1)[2] === 0")
            answers.append(right if cuts else None)
            rights = int(score.inner_text().split()[0]) if score.inner_text() else 0
            question.get_by_role("button", name="Yes" if right else "No").click()
            assert frame.locator(".ck-counted").inner_text() != before
            was_right = score.inner_text().startswith(f"{rights + 1} of")
            verdict = "Right. " if was_right else "Not quite. "
            assert frame.get_by_role("status").inner_text().startswith(verdict)
            continue
        press(page, frame, "ArrowRight")
    assert len(answers) > 5
    assert answers[0] is True
    assert re.fullmatch(rf"\d+ of {len(answers)} right", score.inner_text())
    press(page, frame, "ArrowLeft")
    press(page, frame, "ArrowRight")  # each is asked once
    expect(frame.locator(".ck-counted")).to_contain_text("44 of 44")
    press(page, frame, "Home")  # from the beginning all is asked anew
    expect(score).to_have_text("")
    while not question.is_visible():
        press(page, frame, "ArrowRight")


def test_play_does_not_pass_over_a_question(opened):
    page = opened(search("value"))
    frame = inside(page)
    question = frame.get_by_role("group")
    while not question.is_visible():
        press(page, frame, "ArrowRight")
    here = frame.locator(".ck-counted").inner_text()
    frame.get_by_role("button", name="Play").click()
    page.wait_for_timeout(1_500)  # longer than a step
    assert frame.locator(".ck-counted").inner_text() == here
    expect(question).to_be_visible()


def test_the_node_of_a_question_is_in_view_on_a_phone(opened):
    page = opened(search("value"), {"width": 390, "height": 900})
    frame = inside(page)
    question, port = frame.get_by_role("group"), frame.get_by_role("region")
    ends = "port => [port.scrollLeft, port.scrollLeft + port.clientWidth]"
    seen = 0
    while not frame.locator(".ck-counted").inner_text().startswith("44 of"):
        if question.is_visible():
            left, right = port.evaluate(ends)
            question.get_by_role("button").first.click()
            assert port.evaluate(ends) == [left, right]  # it need not move to the answer
            seen += 1
            continue
        press(page, frame, "ArrowRight")
    assert seen == 3


def test_a_question_can_be_skipped_and_left(opened):
    page = opened(search("cut"))
    frame = inside(page)
    asked = frame.get_by_role("group")
    while not asked.is_visible():
        press(page, frame, "ArrowRight")
    here = frame.locator(".ck-counted").inner_text()
    press(page, frame, "ArrowLeft")
    expect(asked).to_be_hidden()
    press(page, frame, "ArrowRight", 2)
    expect(asked).to_be_visible()
    assert frame.locator(".ck-counted").inner_text() == here
    press(page, frame, "ArrowRight")
    expect(asked).to_be_hidden()
    expect(frame.locator(".ck-score")).to_have_text("")


@pytest.mark.parametrize(("wide", "is_whole"), [(900, True), (700, True), (500, False)])
def test_a_tree_begins_whole_where_it_is_legible(opened, wide, is_whole):
    frame = inside(opened(search(), {"width": wide, "height": 900}))
    port = frame.get_by_role("region")
    assert port.evaluate("port => port.scrollWidth <= port.clientWidth") == is_whole


def test_on_a_phone_the_tree_scrolls_inside_its_frame_and_can_be_zoomed(opened):
    page = opened(search(), PHONE)
    frame = inside(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    port = frame.get_by_role("region")
    widths = "port => [port.scrollWidth, port.clientWidth]"
    whole, room = port.evaluate(widths)
    assert whole > 2 * room
    for _ in range(7):  # the current node is always in view
        ring = frame.locator(".ck-ring").bounding_box()
        seen = port.bounding_box()
        assert seen["x"] <= ring["x"]
        assert ring["x"] + ring["width"] <= seen["x"] + seen["width"]
        press(page, frame, "ArrowRight", 7)
    frame.get_by_role("button", name="Back").tap()
    smallest = frame.locator(".ck-small").first.evaluate(
        "text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
    )
    assert smallest >= 11
    frame.get_by_role("button", name="Smaller").tap()
    assert port.evaluate(widths)[0] < whole
    press(page, frame, "+")
    assert port.evaluate(widths)[0] == pytest.approx(whole, abs=2)


def test_it_is_as_high_as_what_is_in_it_and_dark_with_the_page(opened):
    page = opened(search())
    frame = inside(page)
    high, frame_high = page.locator("iframe").evaluate(
        "frame => [frame.contentDocument.documentElement.scrollHeight, frame.clientHeight]"
    )
    assert abs(high - frame_high) <= 1
    ground = "port => getComputedStyle(port).backgroundColor"
    light = frame.get_by_role("region").evaluate(ground)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(frame.locator("html")).to_have_class("ck-dark")
    assert frame.get_by_role("region").evaluate(ground) != light


def test_without_script_and_in_print_the_still_picture_stands_in(opened):
    page = opened(search(), java_script_enabled=False)
    still = page.get_by_role("img", name="alpha_beta: 32 calls in 44 steps")
    expect(still).to_be_visible()
    assert still.evaluate("image => image.naturalWidth") > 400
    expect(page.get_by_text("trust the notebook")).to_be_visible()
    page = opened(search())
    inside(page)
    expect(page.get_by_role("img")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.get_by_role("img")).to_be_visible()
    expect(page.locator("iframe")).to_be_hidden()


def test_the_puzzle_judges_the_pick_and_counts_what_was_uncovered(opened):
    figure = steps(Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ask="cover")
    frame = inside(opened(figure))
    boxes = frame.get_by_role("button", name="covered box")
    expect(boxes).to_have_count(9)
    for place in (1, 2, 3):
        frame.get_by_role("button", name=f"covered box {place} of move 1").click()
    frame.get_by_role("button", name="covered box 1 of move 2").press("Enter")
    told = frame.get_by_role("status")
    expect(told).to_have_text("4 uncovered.")
    pick = [frame.get_by_role("button", name=f"move {n}", exact=True) for n in (1, 2, 3)]
    pick[0].click()
    expect(told).to_have_text(re.compile("^Not certain yet"))  # a guess is told nothing
    pick[1].click()
    expect(told).to_have_text("No: the open boxes show that another move is better.")
    for place in (1, 2, 3):
        frame.get_by_role("button", name=f"covered box {place} of move 3").click()
    pick[2].click()
    expect(told).to_have_text(re.compile("^No"))
    pick[0].click()
    expect(told).to_have_text("Right: it is worth 3. You uncovered 7; 5 can be enough.")
    frame.get_by_role("button", name="Again").click()
    expect(told).to_have_text("0 uncovered.")
    expect(boxes).to_have_count(9)  # a box that was open before kept its number as its name
    for box in ("1 of move 1", "2 of move 1", "3 of move 1", "1 of move 2", "3 of move 3"):
        frame.get_by_role("button", name=f"covered box {box}").click()
    pick[0].click()
    expect(told).to_have_text("Right: it is worth 3. You uncovered 5, the fewest that can do.")


def test_bars_and_curves_move(opened):
    film = Film()
    for pull in range(3):
        film.bars(
            {"left": pull, "right": 1}, f"Pull {pull}.", high={"left": 5}, notes={"left": pull}
        )
    page = opened(steps(film), PHONE)
    frame = inside(page)
    bar = frame.locator(".ck-bar").first
    assert bar.get_attribute("width") == "0"
    frame.get_by_role("button", name="Forward").click()
    assert float(bar.get_attribute("width")) > 10
    expect(frame.get_by_role("status")).to_have_text("Pull 1.")
    film = Film()
    for count in range(1, 4):
        film.curves({"loss": [3, 2, 1][:count]})
    frame = inside(opened(steps(film)))
    frame.get_by_role("button", name="Last step").click()
    assert frame.locator("path[stroke]").get_attribute("d").count("L") == 2


def test_a_curve_has_a_gap_where_there_is_no_value(opened):
    film = Film()
    film.curves({"run": [1, 2, math.nan, 3, 4, math.nan, math.nan]})
    path = inside(opened(steps(film))).locator("path[stroke]").get_attribute("d")
    assert [path.count(stroke) for stroke in "ML"] == [2, 2]


def test_a_large_figure_runs_to_its_end(opened):
    page = opened(large())
    frame = inside(page)
    press(page, frame, "End")
    expect(frame.get_by_role("status")).to_contain_text("Simulation 499")
