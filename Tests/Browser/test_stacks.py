"""Stacks on the page: RAW and JPEG as one cell, opened in its place and in the large picture; made, taken apart, with another face."""

import pytest
from camera_pictures import write_taken
from grid_page import GridPage
from large_picture import Picture
from raw_files import write_raw
from running import poll

PAIRS = 4


@pytest.fixture
def server(start_server, tmp_path, real_pictures):
    """Pictures 0 to 7: the first four are a RAW file and a JPEG each."""
    folder = tmp_path / "photos"
    folder.mkdir()
    jpeg = next(path for path in real_pictures if path.suffix == ".jpg").read_bytes()
    for number in range(8):
        (folder / f"IMG_{number}.JPG").write_bytes(jpeg)
        if number < PAIRS:
            write_raw(folder / f"IMG_{number}.NEF", jpeg, 30, 20)
    server = start_server(folder)
    server.opened()
    return server


@pytest.fixture
def grid(page, server):
    return GridPage(page, server.address).open()


def names(grid):
    return [cell["label"].split(",")[0] for cell in grid.seen()]


FOLDED = [f"IMG_{n}.JPG" for n in range(8)]


def shows(grid, wanted):
    poll(lambda: names(grid) == wanted, 15, lambda: names(grid))


def stacked(grid):
    return grid.page.locator(".bar .stacked")


def marks(server):
    items = server.ask("GET", f"/api/v1/collections/{server.collection()}/items?limit=50").json["items"]
    return {item["title"]: item.get("attributes", {}).get("flag") for item in items}


def test_pairs_are_one_cell_each_and_the_bar_says_so(grid, server):
    shows(grid, FOLDED)
    assert grid.parts(".cell:not([hidden]) .stack-badge", "e.dataset.count") == ["2"] * PAIRS
    poll(lambda: stacked(grid).is_visible() and stacked(grid).inner_text() == f"{PAIRS} stacked", 10, "the bar counts them")
    assert "stack of 2" in grid.seen()[0]["label"]
    # One press shows all, here and at the next visit.
    stacked(grid).click()
    poll(lambda: len(names(grid)) == 12, 15, lambda: names(grid))
    grid.page.reload()
    grid.settle()
    poll(lambda: len(names(grid)) == 12, 15, lambda: names(grid))
    stacked(grid).click()
    shows(grid, FOLDED)


def test_a_stack_is_opened_in_its_place_by_its_key_and_by_its_badge(grid):
    shows(grid, FOLDED)
    face = grid.order()[1]
    grid.focus(face).press("b")
    opened = ["IMG_0.JPG", "IMG_1.JPG", "IMG_1.NEF", *FOLDED[2:]]
    shows(grid, opened)
    assert grid.focused() == face
    assert len(grid.parts(".cell.of-stack:not([hidden])", "e.dataset.item")) == 2, "its members are framed"
    grid.hears("Stack of 2 opened.")
    grid.press("ArrowRight", "b")
    shows(grid, FOLDED)
    poll(lambda: grid.focused() == face, 10, "the focus is on the face")
    grid.page.mouse.click(*centre(grid, face))
    shows(grid, opened)
    # Another search keeps it open.
    grid.page.keyboard.press("q")
    grid.page.locator(".quick-bar").get_by_role("button", name="Unmarked").click()
    shows(grid, opened)


def centre(grid, item):
    box = grid.box(f".cell[data-item='{item}'] .stack-badge")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_large_picture_goes_into_a_stack_and_back(grid):
    shows(grid, FOLDED)
    picture = Picture(grid)
    grid.focus(grid.order()[2]).press("Enter")
    picture.shows("IMG_2.JPG")
    assert picture.place == "3 of 8"
    grid.press("ArrowDown")
    picture.shows("IMG_2.NEF")
    poll(lambda: picture.place == "4 of 9", 10, lambda: picture.place)
    grid.press("ArrowRight")
    picture.shows("IMG_3.JPG")
    grid.press("ArrowLeft")
    picture.shows("IMG_2.NEF")
    grid.press("ArrowUp")
    picture.shows("IMG_2.JPG")
    poll(lambda: picture.place == "3 of 8", 10, lambda: picture.place)
    # Of a picture that is in none, the keys mean nothing.
    grid.press("End")
    picture.shows("IMG_7.JPG")
    grid.press("ArrowDown", "ArrowUp")
    picture.shows("IMG_7.JPG")
    grid.press("Escape")
    picture.has_closed()
    shows(grid, FOLDED)


def test_a_mark_on_the_cell_of_a_pair_is_on_both(grid, server):
    shows(grid, FOLDED)
    grid.focus(grid.order()[0]).press("p")
    poll(lambda: (marks(server)["IMG_0.JPG"], marks(server)["IMG_0.NEF"]) == ("pick", "pick"), 10, lambda: marks(server))
    assert marks(server)["IMG_1.JPG"] is None
    grid.press("Control+z")
    poll(lambda: (marks(server)["IMG_0.JPG"], marks(server)["IMG_0.NEF"]) == (None, None), 10, lambda: marks(server))


def test_what_is_selected_becomes_a_stack_with_a_face_and_is_taken_apart(grid, server):
    shows(grid, FOLDED)
    items = grid.order()
    grid.focus(items[5])
    grid.press("Control+Space", "ArrowRight", "Control+Space", "ArrowRight", "Control+Space", "Control+g")
    shows(grid, FOLDED[:6])
    assert grid.parts(f".cell[data-item='{items[5]}'] .stack-badge", "e.dataset.count") == ["3"]
    grid.press("Escape")
    grid.focus(items[5]).press("b")
    shows(grid, FOLDED)
    grid.press("ArrowRight", "k")
    grid.hears("The stack shows IMG_6.JPG now.")
    shows(grid, [*FOLDED[:5], "IMG_6.JPG", "IMG_5.JPG", "IMG_7.JPG"])
    grid.press("Control+Shift+G")
    grid.hears("The stack is taken apart.")
    poll(lambda: grid.parts(".cell.of-stack:not([hidden])", "1") == [], 10, "none is framed")
    grid.press("Control+z")
    poll(lambda: len(grid.parts(".cell.of-stack:not([hidden])", "1")) == 3, 10, "it is back")


def test_ctrl_g_is_the_grids_whatever_is_selected(grid):
    shows(grid, FOLDED)
    grid.page.evaluate("addEventListener('keydown', (event) => event.ctrlKey && (window.left ??= []).push([event.code, event.defaultPrevented]))")
    grid.focus(grid.order()[0]).press("Control+g")
    grid.press("Control+Shift+G")
    prevented = [left for left in grid.page.evaluate("window.left") if left[0] == "KeyG"]
    assert prevented == [["KeyG", True], ["KeyG", True]], prevented


@pytest.fixture
def burst_server(start_server, tmp_path):
    """Three shots of one camera in two seconds, the second also as a RAW file, and one a minute later."""
    folder = tmp_path / "burst"
    for number, time in enumerate(["12:00:00", "12:00:00", "12:00:01", "12:01:00"]):
        write_taken(folder / f"B_{number}.JPG", f"2024:05:17 {time}", "Model One")
    write_raw(folder / "B_1.NEF", (folder / "B_1.JPG").read_bytes(), 30, 20)
    server = start_server(folder)
    server.opened()
    return server


def test_bursts_are_stacks_by_a_switch_that_the_collection_remembers(burst_server, page, new_page):
    grid = GridPage(page, burst_server.address).open()
    shows(grid, [f"B_{n}.JPG" for n in range(4)])
    switch(grid, "Bursts as stacks").click()
    shows(grid, ["B_0.JPG", "B_3.JPG"])
    poll(lambda: stacked(grid).inner_text() == "3 stacked", 10, "the bar counts them")
    # A mark is on the picture that is seen, and by another switch on all of its burst.
    page.keyboard.press("Escape")
    grid.focus(grid.order()[0]).press("p")
    poll(lambda: [name for name, flag in marks(burst_server).items() if flag] == ["B_0.JPG"], 10, lambda: marks(burst_server))
    switch(grid, "Marks are on all of a stack").click()
    page.keyboard.press("Escape")
    grid.focus(grid.order()[0]).press("x")
    burst = {"B_0.JPG", "B_1.JPG", "B_1.NEF", "B_2.JPG"}
    poll(lambda: {name for name, flag in marks(burst_server).items() if flag == "reject"} == burst, 10, lambda: marks(burst_server))
    other = GridPage(new_page(), burst_server.address).open()
    shows(other, ["B_0.JPG", "B_3.JPG"])
    assert switch(other, "Bursts as stacks").is_checked()
    other.page.get_by_label("Longest pause in a burst").select_option("0.25")
    shows(grid, ["B_0.JPG", "B_2.JPG", "B_3.JPG"])


def test_in_korean_on_a_phone_the_view_says_how_many_are_stacked(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, locale="ko-KR")
    grid = GridPage(page, server.address).open()
    shows(grid, FOLDED)
    assert not stacked(grid).is_visible(), "there is no room in the bar"
    assert [cell["label"] for cell in grid.seen()][:5] == [*(f"IMG_{n}.JPG, 2장 스택" for n in range(PAIRS)), "IMG_4.JPG"]
    page.locator(".layouts > button").tap()
    choice = page.get_by_label(f"스택마다 한 장만 표시 · 스택에 {PAIRS}장", exact=True)
    choice.wait_for()
    choice.tap()
    poll(lambda: len(names(grid)) == 12, 15, lambda: names(grid))
    page.get_by_label("스택마다 한 장만 표시", exact=True).tap()
    choice.wait_for()
    page.keyboard.press("Escape")
    shows(grid, FOLDED)
    # A finger opens it by its badge.
    page.touchscreen.tap(*centre(grid, grid.order()[0]))
    shows(grid, ["IMG_0.JPG", "IMG_0.NEF", *FOLDED[1:]])
    grid.hears("2장 스택을 펼쳤습니다.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_film_strip_has_counts_and_colours(grid, server):
    shows(grid, FOLDED)
    path = f"/api/v1/collections/{server.collection()}/marks"
    assert server.ask("POST", path, {"items": [grid.order()[1]], "colourLabel": "green"}).status == 200
    grid.focus(grid.order()[0]).press("Enter")
    Picture(grid).shows("IMG_0.JPG")
    grid.press("t")
    counts = lambda: grid.parts(".film-strip .frame-count", "e.textContent")
    poll(lambda: counts() == ["2"] * PAIRS + [""] * 4, 15, counts)
    labels = lambda: grid.parts(".film-strip button", "e.getAttribute('aria-label')")
    poll(lambda: labels()[1] == "IMG_1.JPG, Green, stack of 2", 10, labels)
    assert grid.parts(".film-strip .dot", "e.dataset.colour") == ["green"]
    # What is open is counted no more.
    grid.press("ArrowDown")
    poll(lambda: counts()[:3] == ["", "", "2"], 15, counts)


def switch(grid, words):
    panel = grid.page.locator(".bar-panel.view")
    if not panel.is_visible():
        grid.page.locator(".layouts button").click()
    return panel.get_by_label(words, exact=words != "Bursts as stacks")
