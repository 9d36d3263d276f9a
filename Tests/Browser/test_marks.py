"""Marks: stars, flags and labels by keys, by menus, on a selection and in the large picture."""

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 8, "Right": 5}))
    server.opened()
    return server


def attributes(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json["attributes"]


def label(grid, item, ending, seconds=15):
    poll(lambda: grid.cell(item)["label"].endswith(ending), seconds, ending)


def test_keys_mark_the_focused_item_and_the_message_undoes_it(grid, server):
    item = grid.seen()[1]["id"]
    grid.focus(item)
    grid.press("4")
    label(grid, item, ", 4 stars")
    assert grid.node(item, "e.querySelector('.marks .stars').textContent") == "★★★★"
    grid.hears("Left 2.png: 4 stars.")
    grid.press("p")
    label(grid, item, ", 4 stars, Picked")
    assert attributes(server, item) == {"stars": 4, "flag": "pick"}
    grid.page.locator(".toast button").click()
    label(grid, item, ", 4 stars")
    grid.focus(item)
    grid.press("x")
    label(grid, item, ", 4 stars, Rejected")
    grid.press("u")
    grid.press("0")
    label(grid, item, "Left 2.png")
    assert grid.node(item, "e.querySelector('.marks')") is None


def test_with_shift_or_caps_lock_the_next_item_follows(grid):
    cells = grid.seen()
    grid.focus(cells[0]["id"])
    grid.press("Shift+3")
    label(grid, cells[0]["id"], ", 3 stars")
    poll(lambda: grid.focused() == cells[1]["id"], 10, "the next has the focus")
    grid.press("2")
    label(grid, cells[1]["id"], ", 2 stars")
    assert grid.focused() == cells[1]["id"], "it stays without Shift"


def test_a_selection_is_marked_with_one_short_request_and_every_page_shows_it(grid, server, new_page):
    other = GridPage(new_page(), server.address).open()
    sent = []
    grid.page.on("request", lambda request: request.url.endswith("/marks") and sent.append(request.post_data))
    grid.focus(grid.seen()[0]["id"])
    grid.press("Control+a")
    grid.press("5")
    grid.hears("13 items: 5 stars.")
    for page in (grid, other):
        poll(lambda: all(cell["label"].endswith(", 5 stars") for cell in page.seen()), 15, "all have stars")
    assert len(sent) == 1 and len(sent[0]) < 200
    # The selection stays, and can be marked again: by the bar's menu too.
    grid.page.locator(".selection-bar .mark").click()
    grid.page.get_by_role("menuitemradio", name="Reject").click()
    poll(lambda: all(cell["label"].endswith("Rejected") for cell in other.seen()), 15, "all are rejected")
    assert grid.part(".selection-bar .count", "e.textContent") == "13 selected"
    grid.page.locator(".toast button").click()
    poll(lambda: all(cell["label"].endswith(", 5 stars") for cell in other.seen()), 15, "undone as a whole")


def test_keys_go_on_from_the_bar_of_the_selection(grid):
    item = grid.seen()[1]["id"]
    grid.focus(item)
    grid.press("Control+Space")
    mark = grid.page.locator(".selection-bar .mark")
    mark.click()
    grid.page.get_by_role("menuitemradio", name="Pick").click()
    poll(lambda: grid.focused() == item, 10, "the item has the focus again")
    # From the menu without a choice, the focus is on its button.
    mark.click()
    grid.press("Escape")
    assert mark.evaluate("e => e.getRootNode().activeElement === e")
    grid.press("3")
    label(grid, item, ", 3 stars, Picked")
    grid.press("Escape")
    assert grid.part(".selection-bar", "e.hidden")
    poll(lambda: grid.focused() == item, 10, "the bar went with the focus, the item has it")


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_the_bar_of_the_selection_fits_a_phone(new_page, server, locale):
    grid = GridPage(new_page(width=360, locale=locale), server.address).open()
    grid.focus(grid.seen()[0]["id"])
    grid.press("Control+Space")
    bar = grid.page.locator(".selection-bar")
    ends = bar.evaluate("e => [e, ...e.children].filter((c) => !c.hidden).map((c) => [c.getBoundingClientRect().left, c.getBoundingClientRect().right])")
    assert all(ends[0][0] <= left < right <= ends[0][1] for left, right in ends[1:]), ends
    assert bar.get_by_role("button").count() == 6


def test_labels_are_given_with_a_colour_found_again_and_taken_away(grid, server):
    first, second = (cell["id"] for cell in grid.seen()[:2])
    grid.focus(first)
    grid.press("l")
    dialog = grid.page.locator("dialog.labels")
    dialog.get_by_role("textbox").fill("Print")
    dialog.get_by_role("radio", name="Green").check(force=True)
    grid.press("Enter")
    label(grid, first, ", Print")
    assert attributes(server, first)["labels"] == [{"name": "Print", "colour": "green"}]
    dot = "getComputedStyle(e.querySelector('.marks .dot')).backgroundColor"
    assert grid.node(first, dot) == "rgb(55, 166, 96)"
    grid.focus(second)
    grid.press("l")
    dialog.get_by_role("textbox").fill("pri")
    dialog.get_by_role("checkbox", name="Print").check()
    assert dialog.get_by_role("textbox").input_value() == "", "what was typed is no label of its own"
    dialog.get_by_role("button", name="Done").click()
    label(grid, second, ", Print")
    grid.focus(first)
    grid.press("l")
    dialog.get_by_role("checkbox", name="Print").uncheck()
    dialog.get_by_role("button", name="Done").click()
    label(grid, first, "Left 1.png")
    assert attributes(server, second)["labels"] == [{"name": "Print", "colour": "green"}]


def test_the_large_picture_is_marked_by_keys_and_buttons(grid, server):
    cells = grid.seen()
    grid.click(cells[0]["id"])
    large = Picture(grid)
    large.shows("Left 1.png")
    grid.press("3")
    stars = "[...e.querySelectorAll('.star')].map((b) => b.textContent).join('')"
    poll(lambda: large.part(".lightbox-marks", stars) == "★★★☆☆", 15, "three stars")
    assert large.title == "Left 1.png", "the next does not follow by itself"
    grid.press("Shift+X")
    large.shows("Left 2.png")
    poll(lambda: attributes(server, cells[0]["id"]) == {"stars": 3, "flag": "reject"}, 15, "rejected")
    grid.page.get_by_role("button", name="Pick").click()
    poll(lambda: attributes(server, cells[1]["id"]) == {"flag": "pick"}, 15, "picked")
    grid.press("Control+z")
    poll(lambda: attributes(server, cells[1]["id"]) == {}, 15, "undone")
    grid.press("Escape")


def test_what_is_rejected_can_be_hidden(grid, server):
    item = grid.seen()[2]["id"]
    grid.focus(item)
    grid.press("x")
    label(grid, item, "Rejected")
    grid.page.locator(".filter-button").click()
    grid.page.get_by_label("Hide rejected").check()
    poll(lambda: item not in [cell["id"] for cell in grid.seen()] and len(grid.seen()) == 12, 15, "it is hidden")
    assert grid.page.locator(".chips").inner_text().startswith("Rejected hidden")
    # What is rejected now goes at once.
    other = grid.seen()[0]["id"]
    grid.focus(other)
    grid.press("x")
    poll(lambda: other not in [cell["id"] for cell in grid.seen()], 15, "it went")
    grid.page.get_by_label("Hide rejected").uncheck()
    poll(lambda: len(grid.seen()) == 13, 15, "all are back")


@pytest.mark.parametrize("locale,title,some", [("en-US", "Keys", "Pick"), ("ko-KR", "단축키", "채택")])
def test_a_question_mark_lists_the_keys(new_page, server, locale, title, some):
    page = new_page(locale=locale)
    GridPage(page, server.address).open()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name=title)
    sheet.get_by_text(some, exact=True).wait_for()
    page.keyboard.press("Escape")
    assert sheet.count() == 0
