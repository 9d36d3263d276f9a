"""Ways through a collection: the scroll bar, "go to…", addresses, Back, larger and smaller."""

import pytest
from grid_page import GRID, Finger, GridPage
from pictures import write_dated, write_folder, write_png
from running import poll


@pytest.fixture
def grid(page, three_sections):
    return GridPage(page, three_sections.address).open()


def bar(grid, what):
    return grid.part(".scrubber", what)


def thumb(grid):
    return bar(grid, "e.querySelector('.thumb').getBoundingClientRect().toJSON()")


def top_of(grid):
    return grid.page.evaluate(f"{GRID}.getBoundingClientRect().top")


def test_the_thumb_goes_with_the_view_and_the_view_with_the_thumb(grid):
    page = grid.page
    box = thumb(grid)
    page.mouse.move(box["x"] + 3, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 3, box["y"] + 10 + 300, steps=6)
    room = page.evaluate(f"{GRID}.clientHeight") - box["height"]
    longest = grid.get("contentHeight") - page.evaluate(f"{GRID}.clientHeight")
    poll(lambda: abs(grid.offset - 300 / room * longest) < 2, 5, f"in proportion, {grid.offset}")
    assert abs(thumb(grid)["y"] - box["y"] - 300) < 2
    # The bubble tells the section and the place.
    assert bar(grid, "e.querySelector('.bubble b').textContent") == "Second"
    page.mouse.up()
    grid.settle()
    assert all(cell["isShown"] for cell in grid.seen())


@pytest.mark.parametrize("locale,words", [("en-US", "May 17, 2024"), ("ko-KR", "2024. 5. 17.")])
def test_the_bubble_tells_when_a_picture_was_taken(new_page, start_server, real_pictures, tmp_path, locale, words):
    jpeg = next(p for p in real_pictures if p.suffix == ".jpg")
    for number in range(60):
        write_dated(tmp_path / "photos" / f"{number:02}.jpg", jpeg, "2024:05:17 12:33:01" if number > 24 else "1999:12:31 08:00:00")
    server = start_server(tmp_path / "photos")
    server.opened()
    grid = GridPage(new_page(width=500, height=500, locale=locale), server.address).open()
    box = thumb(grid)
    grid.page.mouse.move(box["x"] + 3, box["y"] + 10)
    grid.page.mouse.down()
    grid.page.mouse.move(box["x"] + 3, 480, steps=6)
    poll(lambda: bar(grid, "e.querySelector('.bubble span').textContent").startswith(f"{words} · "), 30, "the date is told")
    grid.page.mouse.up()


def test_the_bar_names_the_sections_where_they_lie(grid):
    poll(lambda: bar(grid, "e.querySelectorAll('.titles span').length") == 3, 10, "three titles")
    titles = bar(grid, "[...e.querySelectorAll('.titles span')].map((t) => [t.textContent, t.getBoundingClientRect().top])")
    assert [title for title, _ in titles] == ["First", "Second", "Third"]
    y = titles[2][1] + 10
    box = thumb(grid)
    grid.page.mouse.click(box["x"] + 3, y)
    grid.settle()
    assert "Third" in " ".join(grid.titles())


def test_the_bar_is_a_slider_that_says_where_one_is(grid):
    assert bar(grid, "[e.role, e.ariaValueMin, e.ariaValueMax]") == ["slider", "1", "261"]
    bar(grid, "e.focus()")
    grid.press("End")
    grid.settle()
    poll(lambda: "Third, 2" in bar(grid, "e.ariaValueText"), 10, lambda: bar(grid, "e.ariaValueText"))
    grid.press("Home", "ArrowDown")
    assert grid.offset == 100


def test_back_returns_to_where_one_was_before_a_far_jump(grid):
    page = grid.page
    grid.scroll_to(430)
    before = {cell["id"]: cell["y"] for cell in grid.seen()}
    box = thumb(grid)
    page.mouse.move(box["x"] + 3, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 3, 740, steps=5)
    page.mouse.up()
    grid.settle()
    assert grid.offset > 3000
    page.go_back()
    poll(lambda: abs(grid.offset - 430) < 1, 10, f"back, at {grid.offset}")
    grid.settle()
    assert all(abs(grid.cell(item)["y"] - y) < 1 for item, y in before.items())


def test_forward_returns_to_the_place_that_back_left(grid):
    page = grid.page
    grid.focus(grid.seen()[0]["id"]).press("g")
    page.get_by_role("option", name="Third").click()
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "Third 1.png", 10, "it has the focus")
    grid.settle().scroll_to(grid.offset - 555)
    left = grid.offset
    page.go_back()
    poll(lambda: grid.offset == 0, 10, "back at the top")
    page.go_forward()
    poll(lambda: abs(grid.offset - left) < 1, 10, f"where it was left, {left}; at {grid.offset}")
    page.go_back()
    poll(lambda: grid.offset == 0, 10, "and back again")


def test_titles_that_could_not_be_had_at_first_are_asked_for_again(page, three_sections):
    refused = []

    def refuse_once(route):
        refused.append(route)
        if len(refused) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/sections?limit=500", refuse_once)
    grid = GridPage(page, three_sections.address).open()
    poll(lambda: page.evaluate("1") and refused, 10, "they are asked for")
    grid.scroll_to(100)
    poll(lambda: bar(grid, "e.querySelectorAll('.titles span').length") == 3, 10, "three titles")


def test_one_goes_to_a_section_and_a_position(grid):
    page = grid.page
    grid.focus(grid.seen()[0]["id"]).press("g")
    page.get_by_role("combobox", name="Section").fill("sec")
    page.get_by_label("Position").fill("100")
    page.keyboard.press("Enter")
    poll(lambda: (grid.cell(grid.focused() or "") or {}).get("label") == "Second 100.png", 10, "it has the focus")
    page.go_back()
    poll(lambda: grid.offset == 0, 10, "back")


def test_an_address_names_an_item(new_page, three_sections):
    item = three_sections.order()[1][1][77]
    page = new_page()
    grid = GridPage(page, three_sections.address)
    page.goto(f"{three_sections.address}/#item={item}")
    poll(lambda: grid.focused() == item, 15, "it has the focus")
    assert item in [cell["id"] for cell in grid.seen()]


def test_a_wheel_with_ctrl_makes_larger_about_the_pointer(grid):
    page = grid.page
    grid.scroll_to(2000)
    cell = grid.seen()[10]
    x, y = grid.centre(cell["id"])
    page.mouse.move(x, y)
    width = cell["width"]
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    poll(lambda: (grid.cell(cell["id"]) or {"width": 0})["width"] > width * 1.1, 10, "larger")
    grid.settle()
    poll(lambda: abs(grid.centre(cell["id"])[1] - y) < 1, 10, lambda: f"{grid.centre(cell['id'])}, not {y}")
    assert page.evaluate("devicePixelRatio") == 1


def test_two_fingers_make_larger_and_smaller(new_page, three_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, three_sections.address).open()
    width = grid.seen()[0]["width"]
    send = Finger(page).session.send

    def pinch(begin, end):
        points = lambda d: [{"x": 195 - d, "y": 400, "id": 0}, {"x": 195 + d, "y": 400, "id": 1}]
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(begin)})
        for step in range(1, 6):
            send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(begin + (end - begin) * step / 5)})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    pinch(40, 110)
    poll(lambda: grid.seen()[0]["width"] > width * 1.2, 10, "larger")
    grid.settle()
    large = grid.seen()[0]["width"]
    pinch(150, 50)
    poll(lambda: grid.seen()[0]["width"] < large * 0.8, 10, "smaller")
    assert page.evaluate("visualViewport.scale") == 1


@pytest.fixture
def years(start_server, tmp_path):
    """Twelve years of four folders each, with more pictures in each than fit into a row: no two share a line."""
    folders = [f"{year}/{year}-{month:02}-11 Trip" for year in range(2009, 2021) for month in (1, 4, 7, 11)]
    for number, folder in enumerate(folders):
        for picture in range(7):
            write_png(tmp_path / "photos" / folder / f"{picture}.png", number)
    server = start_server(tmp_path / "photos")
    server.opened()
    return server


def shown_titles(grid):
    return bar(grid, "[...e.querySelectorAll('.titles span')].filter((s) => s.checkVisibility({ visibilityProperty: true })).map((s) => s.textContent)")


def test_folders_by_date_are_named_by_years_beside_the_bar_and_by_months_where_there_is_room(new_page, years):
    grid = GridPage(new_page(height=420), years.address).open()
    poll(lambda: shown_titles(grid), 10, "there are titles")
    assert [t for t in shown_titles(grid) if t.isdigit()] == [str(year) for year in range(2009, 2021)]
    assert len(shown_titles(grid)) == 12
    grid = GridPage(new_page(height=1400), years.address).open()
    poll(lambda: "Jul" in shown_titles(grid), 10, "months too")
    boxes = grid.parts(".titles span", "e.getBoundingClientRect().toJSON()")
    assert max(b["width"] for b in boxes) < 60
    for a, b in zip(boxes, boxes[1:]):
        assert a["bottom"] <= b["top"] + 1


def test_titles_give_way_to_the_bubble(new_page, years):
    grid = GridPage(new_page(height=700), years.address).open()
    poll(lambda: shown_titles(grid), 10, "there are titles")
    before = len(shown_titles(grid))
    box = thumb(grid)
    grid.page.mouse.move(box["x"] + 3, box["y"] + 10)
    grid.page.mouse.down()
    grid.page.mouse.move(box["x"] + 3, box["y"] + 300, steps=5)
    poll(lambda: len(shown_titles(grid)) < before, 10, "some are hidden")
    bubble = bar(grid, "e.querySelector('.bubble').getBoundingClientRect().toJSON()")
    for title in grid.parts(".titles span:not(.covered)", "e.getBoundingClientRect().toJSON()"):
        assert title["bottom"] <= bubble["top"] or title["top"] >= bubble["bottom"]
    grid.page.mouse.up()
    poll(lambda: len(shown_titles(grid)) == before, 10, "they are back")
