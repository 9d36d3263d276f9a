"""Thousands of pictures at once: each is a few pixels, which are its own, at its place, whatever happens to the order."""

import base64
import os
import random
import re

import pytest
from grid_page import GRID, GridPage
from library import open_filter
from pictures import encoded, write_broken
from running import poll

# Colours at points of a screenshot: the browser reads it, in a page that shows nothing.
READ = """async ([data, points]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data: pixels, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return points.map(([x, y]) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]);
}"""

# Enough for a view in the usual run; WALL_PICTURES=20000 fills a window of 1280 × 960, and takes minutes to prepare.
COUNT = int(os.environ.get("WALL_PICTURES", "2400"))
SIDE = 8
TOLERANCE = 8


def colour(number: int) -> tuple[int, int, int]:
    """Neighbours in number are far apart in colour, and no two pictures have the same."""
    mixed = number * 7919 % 4913
    return (mixed % 17 * 15, mixed // 17 % 17 * 15, mixed // 289 * 15)


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    folder = module_path / "colours"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"{number:05}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))
    server = start_shared_server(folder, data=module_path / "data of colours")
    server.opened()
    return server


@pytest.fixture
def wall(new_page, server):
    def opened(size=SIDE, **options):
        page = new_page(**options)
        return at_size(GridPage(page, server.address).open(), size)

    return opened


def at_size(grid, size):
    grid.page.evaluate(f"(size) => {GRID}.density = size", size)
    poll(lambda: grid.part(".frame", "e.classList.contains('wall')"), 20, "the wall is shown")
    return grid


def titles(server, order=None):
    """The numbers of the pictures, in the order that is shown."""
    path, found, total = f"/api/v1/collections/{order or server.collection()}/items", [], 1
    while len(found) < total:
        page = server.ask("GET", f"{path}?limit=1000&offset={len(found)}").json
        found, total = found + page["items"], page["total"]
    return [int(item["title"][:5]) for item in found]


def seen_at(grid, points):
    """The colours at points of the window, in CSS px."""
    scale = grid.page.evaluate("devicePixelRatio")
    reader = grid.page.context.new_page()
    try:
        return reader.evaluate(READ, [base64.b64encode(grid.page.screenshot()).decode(), [[int(x * scale), int(y * scale)] for x, y in points]])
    finally:
        reader.close()


def seen_colours(grid, numbers, size=SIDE):
    """What is seen at the middle of cells in view: index, number and colour of each."""
    box = grid.part(".scroller", "({ x: e.getBoundingClientRect().x, y: e.getBoundingClientRect().y, width: e.clientWidth, height: e.clientHeight })")
    spacing = size >> 4 or int(size > 11)
    columns = int((box["width"] - 2 * spacing + spacing) // (size + spacing))
    side = int((box["width"] - 2 * spacing - (columns - 1) * spacing) // columns)
    places, offset = [], grid.offset
    for index, number in enumerate(numbers):
        x = spacing + index % columns * (side + spacing) + side / 2
        y = spacing + index // columns * (side + spacing) + side / 2 - offset
        if 0 <= y < box["height"] - 1:
            places.append((index, number, (box["x"] + x, box["y"] + y)))
    assert places
    seen = seen_at(grid, [point for _, _, point in places])
    return [(index, number, is_seen) for (index, number, _), is_seen in zip(places, seen)]


def near(found, wanted, tolerance=TOLERANCE):
    return all(abs(a - b) <= tolerance for a, b in zip(found, wanted))


def wrong_colours(grid, numbers, size=SIDE):
    """Where the picture that belongs there is not seen."""
    return [(index, number, is_seen, colour(number)) for index, number, is_seen in seen_colours(grid, numbers, size)
            if not near(is_seen, colour(number))]


def shows(grid, numbers, size=SIDE, seconds=60):
    found = []

    def is_right():
        found[:] = wrong_colours(grid, numbers, size)
        return not found

    poll(is_right, seconds, lambda: f"{len(found)} wrong: {found[:5]}")


def test_each_picture_is_at_its_place_before_and_after_changes(wall, server, new_page):
    grid = wall()
    shows(grid, titles(server), seconds=240)
    # Another page, which is told of every change.
    other = wall()
    shows(other, titles(server))
    first = server.sections()[0][0]
    requests = []
    other.page.on("request", lambda request: "/sheet?" in request.url and requests.append(request.url))
    server.move(first, (0, 1000))
    moved = titles(server)
    assert moved[1000] == 0
    for one in (grid, other):
        shows(one, moved, seconds=15)
    assert requests == [], "a move brings nothing that the page does not have"
    query = {"sort": [{"field": "name", "descending": True}]}
    other.page.evaluate(f"(query) => {GRID}.find(query)", query)
    shows(other, sorted(moved, reverse=True))
    query = {"search": "07"}
    other.page.evaluate(f"(query) => {GRID}.find(query)", query)
    poll(lambda: other.get("itemCount") < COUNT, 20)
    result = other.page.evaluate(f"{GRID}.session.presenter.order.result")
    shows(other, titles(server, result))
    server.move(first, (0, 0))
    shows(grid, titles(server), seconds=15)


@pytest.mark.parametrize("size", [1, 3, 5, 12, 20, 38])
def test_each_size_shows_the_same(wall, server, size):
    grid = wall(size)
    if size > 1:
        shows(grid, titles(server), size, seconds=120)
    poll(lambda: grid.get("isIdle"), 30, "all is there")


def test_a_screen_with_many_pixels_and_one_that_is_narrow(wall, server):
    shows(wall(device_scale_factor=2), titles(server), seconds=60)
    shows(wall(width=320, height=640), titles(server), seconds=60)


def point(grid, index):
    """The middle of a cell in the window, in an order without sections."""
    frame = grid.page.evaluate(f"(index) => {GRID}.session.presenter.store.wall.frame(index)", index)
    box = grid.box(".scroller")
    return box["x"] + frame[0] + frame[2] / 2, box["y"] + frame[1] + frame[3] / 2 - grid.offset


def under(grid, x, y):
    """The index of the cell at a point in the window."""
    box = grid.box(".scroller")
    at = [x - box["x"], y - box["y"] + grid.offset]
    return grid.page.evaluate(f"(at) => {GRID}.session.presenter.store.wall.nearest(...at)", at)


def selected(grid):
    return grid.get("selection")["ranges"]


def test_a_click_selects_and_two_open(wall):
    grid = wall(16)
    mouse, keyboard = grid.page.mouse, grid.page.keyboard
    mouse.click(*point(grid, 70))
    poll(lambda: selected(grid) == [[70, 70]], 15, lambda: f"{selected(grid)}")
    poll(lambda: grid.focused() is not None, 15, "it has the focus")
    keyboard.down("Control")
    mouse.click(*point(grid, 90))
    keyboard.up("Control")
    poll(lambda: selected(grid) == [[70, 70], [90, 90]], 15, lambda: f"{selected(grid)}")
    keyboard.down("Shift")
    mouse.click(*point(grid, 300))
    keyboard.up("Shift")
    poll(lambda: selected(grid) == [[70, 70], [90, 300]], 15, lambda: f"{selected(grid)}")
    mouse.click(*point(grid, 5))
    poll(lambda: selected(grid) == [[5, 5]], 15, lambda: f"{selected(grid)}")
    mouse.dblclick(*point(grid, 8))
    poll(lambda: grid.get("openItem") is not None, 30, "the picture is large")


def test_a_frame_selects_and_what_is_selected_is_dragged(wall, server):
    grid = wall(16)
    mouse = grid.page.mouse
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")
    mouse.move(*point(grid, 3 * columns + 4))
    mouse.down()
    mouse.move(*point(grid, 5 * columns + 6), steps=6)
    rows = [[row * columns + 4, row * columns + 6] for row in (3, 4, 5)]
    poll(lambda: selected(grid) == rows, 15, lambda: f"{selected(grid)}")
    mouse.up()
    with server.keeping_order():
        before = titles(server)
        carried = [before[index] for low, high in rows for index in range(low, high + 1)]
        mouse.move(*point(grid, 3 * columns + 5))
        mouse.down()
        mouse.move(*point(grid, 2 * columns + 2), steps=6)
        poll(lambda: grid.is_shown(".ghost .stack-count"), 30, "they are in hand")
        mouse.move(*point(grid, 20), steps=6)
        grid.settle()
        mouse.up()
        rest = [number for number in before if number not in carried]
        poll(lambda: titles(server) == rest[:20] + carried + rest[20:], 15, lambda: f"{titles(server)[:40]}")
        shows(grid, titles(server), 16)


def numbers_in(words):
    return [int(number) for number in re.findall(r"\d+", words)[:3]]


def unlike_in_hand(grid, order, size, carried=(), selected=()):
    """Where something else is seen than that order while items are in hand: without a number, a cell of the gap. What is selected is tinted, and what
    is carried from among others is dimmed before."""
    empty, accent, surface = (numbers_in(words) for words in grid.part(
        ".wall-layer", "(({ backgroundColor, borderTopColor, outlineColor }) => [backgroundColor, borderTopColor, outlineColor])(getComputedStyle(e))"))
    over = lambda one, other, alpha: [a * (1 - alpha) + b * alpha for a, b in zip(one, other)]

    def wanted(number):
        if number is None:
            return over(empty, accent, .45)
        if number in carried:
            return over(over(colour(number), surface, .7), accent, .45)
        return over(colour(number), accent, .45) if number in selected else colour(number)

    # What is in hand covers some of them, and the bar of what is selected those at the bottom.
    grid.part(".ghosts", "e.hidden = true")
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")
    try:
        return [(index, number, seen) for index, number, seen in seen_colours(grid, order, size)
                if index < 12 * columns and not near(seen, wanted(number), 12)]
    finally:
        grid.part(".ghosts", "e.hidden = false")


def until_in_hand(grid, order, size, carried=(), selected=()):
    found = []

    def is_right():
        found[:] = unlike_in_hand(grid, order, size, carried, selected)
        return not found

    poll(is_right, 30, lambda: f"{len(found)} wrong: {found[:5]}")


@pytest.mark.parametrize("size", [16, 24])
def test_where_items_in_hand_would_land_there_is_a_gap(wall, server, size):
    grid = wall(size)
    numbers = titles(server)
    shows(grid, numbers, size, seconds=240)
    mouse, keyboard = grid.page.mouse, grid.page.keyboard
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")

    def carry(index, to):
        mouse.move(*point(grid, index))
        mouse.down()
        mouse.move(*point(grid, index + 2), steps=4)
        poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
        mouse.move(*point(grid, to), steps=6)

    def cancel(tinted):
        keyboard.press("Escape")
        mouse.up()
        poll(lambda: not grid.is_shown(".ghost"), 15, "it is back")
        until_in_hand(grid, numbers, size, selected=tinted)

    def without(indices):
        return [number for index, number in enumerate(numbers) if index not in indices]

    # One.
    mouse.click(*point(grid, 5))
    poll(lambda: selected(grid) == [[5, 5]], 15)
    carry(5, 3 * columns + 3)
    rest = without({5})
    until_in_hand(grid, rest[:3 * columns + 3] + [None] + rest[3 * columns + 3:], size)
    cancel({numbers[5]})
    # As many as have room in a row.
    keyboard.down("Shift")
    mouse.click(*point(grid, 14))
    keyboard.up("Shift")
    poll(lambda: selected(grid) == [[5, 14]], 15)
    carry(6, 4 * columns + 2)
    rest = without(set(range(5, 15)))
    at = 4 * columns + 3 - 10
    until_in_hand(grid, rest[:at] + [None] * 10 + rest[at:], size)
    cancel(set(numbers[5:15]))
    # More: they stay where they are.
    keyboard.down("Shift")
    mouse.click(*point(grid, 5 + 3 * columns))
    keyboard.up("Shift")
    poll(lambda: selected(grid) == [[5, 5 + 3 * columns]], 15)
    carry(6, 6 * columns + 2)
    carried = set(numbers[5:6 + 3 * columns])
    at = 6 * columns + 3
    until_in_hand(grid, numbers[:at] + [None] * columns + numbers[at:], size, carried)
    with server.keeping_order():
        mouse.up()
        rest = without(set(range(5, 6 + 3 * columns)))
        at -= len(carried)
        poll(lambda: titles(server) == rest[:at] + numbers[5:6 + 3 * columns] + rest[at:], 15, lambda: f"{titles(server)[:40]}")
        shows(grid, titles(server), size)


def test_a_gap_among_cells_of_8_px_has_a_bar_before_it(wall, server):
    grid = wall(8)
    numbers = titles(server)
    shows(grid, numbers, seconds=240)
    mouse = grid.page.mouse
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")
    mouse.click(*point(grid, 5))
    poll(lambda: selected(grid) == [[5, 5]], 15)
    mouse.move(*point(grid, 5))
    mouse.down()
    to = 6 * columns + 40
    mouse.move(*point(grid, to), steps=8)
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    grid.part(".ghosts", "e.hidden = true")
    accent = numbers_in(grid.part(".wall-layer", "getComputedStyle(e).borderTopColor"))
    x, y = point(grid, to)
    # Before the cell, and above it: among its neighbours.
    poll(lambda: all(near(found, accent, 12) for found in seen_at(grid, [(x - 4, y), (x - 4, y - 6)])), 30)
    grid.page.keyboard.press("Escape")
    mouse.up()
    grid.part(".ghosts", "e.hidden = false")
    until_in_hand(grid, numbers, 8, selected={numbers[5]})


def test_keys_move_and_speak_as_in_larger_sizes(wall, server):
    grid = wall(16)
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")
    order = server.sections()[0]
    grid.page.mouse.click(*point(grid, 10))
    poll(lambda: grid.focused() == order[10], 15)
    for key, index in (("ArrowRight", 11), ("ArrowDown", 11 + columns), ("Home", columns), ("End", 2 * columns - 1), ("Control+End", COUNT - 1), ("Control+Home", 0)):
        grid.page.keyboard.press(key)
        poll(lambda: grid.focused() == order[index], 20, lambda: f"{key}: {grid.focused()}")
    assert grid.node(order[0], "[e.getAttribute('role'), e.getAttribute('aria-label'), e.getAttribute('aria-rowindex')]") == ["gridcell", "00000.png", "1"]
    # Shift begins at the item that was clicked, until nothing is selected.
    grid.page.keyboard.press("Shift+ArrowRight")
    poll(lambda: selected(grid) == [[1, 10]], 15, lambda: f"{selected(grid)}")
    poll(lambda: grid.focused() == order[1], 15, lambda: f"{grid.focused()}")
    grid.page.keyboard.press("Escape")
    poll(lambda: selected(grid) == [], 15, lambda: f"{selected(grid)}")
    grid.page.keyboard.press("Shift+ArrowLeft")
    poll(lambda: selected(grid) == [[0, 1]], 15, lambda: f"{selected(grid)}")
    grid.page.keyboard.press("5")
    poll(lambda: server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{order[1]}").json["attributes"].get("stars") == 5, 15, "it has its stars")
    grid.page.keyboard.press("Control+z")


def test_all_are_shown_by_one_key_and_the_size_returns(new_page, server):
    grid = GridPage(new_page(), server.address).open()
    density = grid.get("density")
    grid.page.keyboard.press("w")
    poll(lambda: grid.part(".frame", "e.classList.contains('wall')") and grid.get("contentHeight") <= 800, 20, "all are in view")
    assert grid.get("density") > 10
    grid.page.keyboard.press("w")
    poll(lambda: grid.get("density") == density and not grid.part(".frame", "e.classList.contains('wall')"), 20, "they are as large as before")


def test_the_picture_under_the_pointer_stays_there_at_every_size(wall, server):
    # Narrow: there is enough above and below to scroll by, down to 13 px.
    grid = wall(16, width=400, height=640)
    grid.page.evaluate(f"{GRID}.scrollToItem(1200)")
    grid.scroll_to(grid.settle().offset - 200)
    assert 300 < grid.offset < grid.get("contentHeight") - 900
    x, y = point(grid, 1200)
    for distance, until in ((-100, "e.density > 30"), (100, "e.density <= 13"), (-100, "e.density >= 40")):
        # Rows of another length begin elsewhere: another picture is under the pointer, but that one is in its row.
        index = under(grid, x, y)
        grid.zoom(x, y, distance, until)
        poll(lambda: grid.get("isIdle") and grid.part(".wall-layer", "e.style.scale") == "", 60, "the gesture has ended")
        item = server.sections()[0][index]
        middle = point(grid, index)[1] if grid.get("density") < 40 else grid.centre(item)[1]
        assert abs(middle - y) < 2, f"{index} is at {middle}, not in the row at {y}"


def lit_rightly(grid, numbers, lit, size=16):
    """Whether those that are lit have their colour, and the others a fifth of it over the page's."""
    behind = grid.page.evaluate(f"getComputedStyle({GRID}).getPropertyValue('--collection-grid-surface') || getComputedStyle(document.documentElement).getPropertyValue('--surface')")
    behind = [int(behind.strip()[at:at + 2], 16) for at in (1, 3, 5)]
    dimmed = 205 / 255
    wrong = [(index, number, seen) for index, number, seen in seen_colours(grid, numbers, size)
             if not near(seen, colour(number) if number in lit else [a * (1 - dimmed) + b * dimmed for a, b in zip(colour(number), behind)])]
    assert not wrong, f"{len(wrong)} wrong: {wrong[:5]}"
    return True


def until_lit(grid, numbers, lit):
    def is_right():
        try:
            return lit_rightly(grid, numbers, lit)
        except AssertionError as error:
            found[:] = [error]
            return False

    found = []
    poll(is_right, 30, lambda: str(found))


def test_what_a_query_finds_glows_among_all_also_after_changes(wall, server):
    grid = wall(16)
    numbers = titles(server)
    shows(grid, numbers, 16, seconds=240)
    lit = {number for number in range(COUNT) if "007" in f"{number:05}"}
    assert grid.page.evaluate(f"{GRID}.light({{ search: '007' }})") == len(lit)
    until_lit(grid, numbers, lit)
    items = server.sections()[0]
    with server.keeping_order():
        server.move(items[numbers.index(7)], (0, 300))
        moved = titles(server)
        assert moved != numbers
        until_lit(grid, moved, lit)
    path = f"/api/v1/collections/{server.collection()}/marks"
    query = {"where": {"field": "stars", "from": 4}}
    assert grid.page.evaluate(f"(query) => {GRID}.light(query)", query) == 0
    until_lit(grid, numbers, set())
    answer = server.ask("POST", path, {"items": [items[40]], "stars": 5})
    assert answer.status == 200, answer.body
    try:
        until_lit(grid, numbers, {numbers[40]})
    finally:
        server.ask("POST", path, {"items": [items[40]], "stars": 0})
    assert grid.page.evaluate(f"{GRID}.light()") == 0
    shows(grid, numbers, 16)


def test_the_page_lets_what_is_found_glow_on_the_wall_and_filters_above_it(wall, server):
    grid = wall(16)
    page = grid.page
    shows(grid, titles(server), 16, seconds=240)
    page.keyboard.press("/")
    page.keyboard.type("007")
    found = [number for number in titles(server) if "007" in f"{number:05}"]
    poll(lambda: grid.get("itemCount") == len(found), 20)
    page.get_by_role("button", name="Light up among all").click()
    poll(lambda: grid.get("itemCount") == COUNT, 20)
    until_lit(grid, titles(server), set(found))
    words = f"{len(found)} of {COUNT:,}"
    said = "document.querySelector('.count').textContent"
    poll(lambda: page.evaluate(said) == words, 10, lambda: page.evaluate(said))
    # Above the wall, what is found is all that is shown.
    page.evaluate(f"{GRID}.density = 160")
    poll(lambda: grid.get("itemCount") == len(found), 20)
    assert page.get_by_role("button", name="Light up among all").count() == 0
    page.evaluate(f"{GRID}.density = 16")
    poll(lambda: grid.get("itemCount") == COUNT, 20)
    page.get_by_role("button", name="Light up among all").click()
    poll(lambda: grid.get("itemCount") == len(found), 20)


def mark(server, items, **marks):
    answer = server.ask("POST", f"/api/v1/collections/{server.collection()}/marks", {"items": items, **marks})
    assert answer.status == 200, answer.body


def test_the_pages_switch_lights_facets_and_labels(wall, server):
    grid = wall(16)
    page, items, numbers = grid.page, server.sections()[0], titles(server)
    shows(grid, numbers, 16, seconds=240)
    mark(server, items[10:14], stars=4)
    mark(server, items[300:303], labels={"add": ["Sky"]})
    try:
        panel = open_filter(grid)
        panel.locator(".at-least button").nth(2).click()
        poll(lambda: grid.get("itemCount") == 4, 20)
        page.get_by_role("button", name="Light up among all").click()
        poll(lambda: grid.get("itemCount") == COUNT, 20)
        grid.settle()
        until_lit(grid, numbers, set(numbers[10:14]))
        panel.locator(".at-least button").nth(2).click()
        panel.get_by_role("checkbox", name="Sky, 3").check()
        until_lit(grid, numbers, set(numbers[300:303]))
    finally:
        mark(server, items[10:14], stars=0)
        mark(server, items[300:303], labels=[])


def marks_of(grid, index):
    """The stars that the page knows of an item."""
    return grid.page.evaluate(f"""(index) => {{
      const [run] = {GRID}.session.presenter.wall.texels.runs.in(index, index + 1);
      return run?.sheet.marks[run.slot] & 7;
    }}""", index)


def test_one_star_fetches_one_cell(wall, server):
    pages = [wall(), wall()]
    items, numbers = server.sections()[0], titles(server)
    for grid in pages:
        shows(grid, numbers, seconds=240)
        poll(lambda: grid.get("isIdle") and grid.page.evaluate(f"{GRID}.session.presenter.wall.isWhole"), 30, "all is there")
    answers = [[] for _ in pages]
    for grid, found in zip(pages, answers):
        grid.page.on("response", lambda response, found=found: "/sheet?" in response.url and found.append(response))
    try:
        for index, stars in ((40, 5), (41, 2), (40, 0)):
            mark(server, [items[index]], stars=stars)
            for grid in pages:
                poll(lambda: marks_of(grid, index) == stars, 15, lambda: marks_of(grid, index))
                # Meanwhile nothing else was dropped.
                assert grid.page.evaluate(f"{GRID}.session.presenter.wall.texels.runs.gaps(0, {COUNT})") == []
        for grid, found in zip(pages, answers):
            grid.settle()
            assert [re.search(r"count=(\d+)", response.url)[1] for response in found] == ["1"] * 3, [response.url for response in found]
            assert sum(len(response.body()) for response in found) < 6000
    finally:
        mark(server, items[40:42], stars=0)
    # Of many, what is in view comes again, and is seen until then.
    mark(server, items[100:200], stars=3)
    try:
        for grid in pages:
            poll(lambda: marks_of(grid, 150) == 3, 15)
            assert grid.page.evaluate(f"{GRID}.session.presenter.wall.texels.runs.gaps(0, {COUNT})") == []
    finally:
        mark(server, items[100:200], stars=0)


def test_a_dark_wall(wall, server):
    grid = wall(16, color_scheme="dark")
    numbers = titles(server)
    shows(grid, numbers, 16, seconds=240)
    (x, y, width, height), box = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.frame(0)"), grid.box(".scroller")
    between = seen_at(grid, [(box["x"] + x + width + .5, box["y"] + y + height / 2)])[0]
    assert max(between) < 60, between
    # What dims lets the dark through.
    assert grid.page.evaluate(f"{GRID}.light({{ search: '007' }})") > 0
    until_lit(grid, numbers, {number for number in range(COUNT) if "007" in f"{number:05}"})


def test_between_39_and_40_px_a_picture_keeps_its_place_and_its_colour(wall, server):
    grid = wall(39, width=400, height=640)
    numbers = titles(server)
    grid.page.evaluate(f"{GRID}.scrollToItem(600)")
    grid.scroll_to(grid.settle().offset - 250)
    x, y = point(grid, 600)
    poll(lambda: near(seen_at(grid, [(x, y)])[0], colour(numbers[600])), 120, "its colour is there")
    item = server.sections()[0][600]
    grid.zoom(x, y, -100, "e.density >= 40")
    poll(lambda: grid.get("isIdle") and not grid.part(".frame", "e.classList.contains('wall')"), 60, "there are nodes")
    # Its row is where it was; its column follows from the width.
    poll(lambda: abs(grid.cell(item)["y"] + grid.cell(item)["height"] / 2 - y) < 2, 15, lambda: f"{grid.cell(item)}, not at {y}")
    poll(lambda: near(seen_at(grid, [grid.centre(item)])[0], colour(numbers[600])), 30, lambda: seen_at(grid, [grid.centre(item)]))
    grid.zoom(*grid.centre(item), 100, "e.density < 40")
    poll(lambda: grid.get("isIdle") and grid.part(".frame", "e.classList.contains('wall')"), 60, "the wall is back")
    poll(lambda: abs(point(grid, 600)[1] - y) < 2 and near(seen_at(grid, [point(grid, 600)])[0], colour(numbers[600])), 30, lambda: point(grid, 600))


def test_a_wheel_goes_to_one_px_and_back_to_nodes(wall):
    grid = wall(16)
    mouse = grid.page.mouse
    mouse.move(400, 300)
    grid.page.keyboard.down("Control")

    def turn(distance, is_there):
        for _ in range(60):
            if is_there():
                return
            mouse.wheel(0, distance)
            poll(lambda: is_there() or grid.get("isIdle"), 20)
        assert is_there(), grid.get("density")

    turn(100, lambda: grid.get("density") == 1)
    turn(-100, lambda: grid.get("density") >= 40)
    grid.page.keyboard.up("Control")
    poll(lambda: not grid.part(".frame", "e.classList.contains('wall')"), 20, "there are nodes")


def test_nodes_and_wall_fade_into_each_other_and_nothing_of_it_stays(wall, server):
    grid = wall(16)
    for size, is_wall in ((160, False), (16, True), (160, False)):
        grid.page.evaluate(f"(size) => {GRID}.density = size", size)
        poll(lambda: grid.part(".frame", "e.classList.contains('wall')") == is_wall, 20)
        poll(lambda: grid.part(".wall-layer", "e.hidden") != is_wall and grid.page.evaluate(f"{GRID}.shadowRoot.querySelectorAll('.cells').length") == 1, 10, "what left is gone")
        assert grid.part(".wall-layer", "[e.style.translate, e.style.zIndex, e.style.scale]") == ["", "", ""]


def test_what_another_page_moves_travels(wall, server):
    grid = wall(16)
    shows(grid, titles(server), 16, seconds=240)
    grid.page.evaluate(f"""() => {{
      window.flown = window.left = 0;
      new MutationObserver((changes) => {{
        for (const {{ className }} of changes.flatMap(({{ addedNodes }}) => [...addedNodes])) {{
          window.flown += Number(className === 'flying');
          window.left += Number(className === 'leaving');
        }}
      }}).observe({GRID}.shadowRoot.querySelector('.wall-layer'), {{ childList: true }});
    }}""")
    with server.keeping_order():
        items = server.sections()[0]
        server.move(items[3], (0, 100))
        poll(lambda: grid.page.evaluate("window.flown") == 1, 15)
        poll(lambda: grid.page.evaluate(f"{GRID}.shadowRoot.querySelector('.flying, .wall-layer .leaving') === null"), 15)
        shows(grid, titles(server), 16, seconds=15)
        # The others are cross-faded, as what comes and goes is.
        assert grid.page.evaluate("window.left") == 1
    for query in ({"search": "07"}, {"sort": [{"field": "name", "descending": True}]}):
        before = grid.page.evaluate("window.left")
        grid.page.evaluate(f"(query) => {GRID}.find(query)", query)
        poll(lambda: grid.page.evaluate("window.left") > before, 15, lambda: f"{query}: {before}, {grid.page.evaluate('window.left')}")
        poll(lambda: grid.page.evaluate(f"{GRID}.shadowRoot.querySelector('.wall-layer .leaving') === null"), 15, "it is gone")
    shows(grid, sorted(titles(server), reverse=True), 16)


def test_sizes_and_widths_that_change_under_way_leave_each_picture_at_its_place(wall, server):
    grid = wall(8)
    for size, width in ((5, 700), (12, 1280), (3, 640), (20, 900), (9, 1000)):
        grid.page.evaluate(f"(size) => {GRID}.density = size", size)
        grid.page.set_viewport_size({"width": width, "height": 700})
    shows(grid, titles(server), 9)


def test_a_window_of_33_megapixels(wall, server):
    grid = wall(38)
    grid.page.set_viewport_size({"width": 7680, "height": 4320})
    shows(grid, titles(server), 38, seconds=120)


def test_a_page_without_canvases_shows_nodes(new_page, server):
    page = new_page()
    failed = []
    page.on("pageerror", lambda error: failed.append(error))
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    grid = GridPage(page, server.address).open()
    page.evaluate(f"{GRID}.density = 24")
    poll(lambda: len(grid.cells()) > 200, 30, lambda: f"{len(grid.cells())} cells")
    assert not grid.part(".frame", "e.classList.contains('wall')") and failed == []


def test_transparent_and_broken_pictures_have_signs_of_their_own(new_page, start_shared_server, module_path):
    folder = module_path / "odd"
    folder.mkdir()
    (folder / "a.png").write_bytes(encoded((b"\0" + bytes((200, 40, 40, 0)) * 24) * 24, 24, 24, colour_type=6))
    write_broken(folder / "b.png")
    (folder / "c.png").write_bytes(encoded((b"\0" + bytes((30, 200, 90)) * 24) * 24, 24, 24))
    # One that lacks its last rows is shown all the same. A little noise, so that each row takes as many bytes.
    chance = random.Random(1)
    whole = encoded(b"".join(b"\0" + bytes(part + chance.randrange(4) for _ in range(640) for part in (30, 90, 200)) for _ in range(480)), 640, 480)
    (folder / "d.png").write_bytes(whole[: len(whole) * 99 // 100])
    server = start_shared_server(folder, data=module_path / "data of odd")
    server.opened()
    grid = at_size(GridPage(new_page(), server.address).open(), 8)

    def seen():
        return [found for _, _, found in seen_colours(grid, [0, 1, 2, 3], 8)]

    empty = [int(part) for part in grid.part(".wall-layer", "getComputedStyle(e).backgroundColor").removeprefix("rgb(").removesuffix(")").split(",")]
    poll(lambda: near(seen()[2], (30, 200, 90)), 60, lambda: str(seen()))
    # Transparent ones lie on grey; where nothing can be shown there is a cross, in the middle of the cell.
    poll(lambda: near(seen()[0], (128, 128, 128)) and not near(seen()[1], empty, 20), 30, lambda: str(seen()))
    (x, y, *_), box = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.frame(3)"), grid.box(".scroller")
    corner = lambda: seen_at(grid, [(box["x"] + x + .5, box["y"] + y + .5)])[0]
    poll(lambda: near(seen()[3], (31, 91, 201), 12) and near(corner(), (0xe5, 0x48, 0x4d), 40), 30, lambda: f"{seen()[3]}, {corner()}")
