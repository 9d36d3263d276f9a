"""Thousands of pictures at once: each is a few pixels, which are its own, at its place, whatever happens to the order."""

import base64

import pytest
from grid_page import GRID, GridPage
from pictures import encoded
from running import poll

# Colours at points of a screenshot: the browser reads it, in a page that shows nothing.
READ = """async ([data, points]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data: pixels, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return points.map(([x, y]) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]);
}"""

COUNT = 2400
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
        (folder / f"{number:04}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))
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
    return [int(item["title"][:4]) for item in found]


def wrong_colours(grid, numbers, size=SIDE):
    """What is seen at the middle of cells, where it is not the picture that belongs there."""
    scale = grid.page.evaluate("devicePixelRatio")
    box = grid.part(".scroller", "({ x: e.getBoundingClientRect().x, y: e.getBoundingClientRect().y, width: e.clientWidth, height: e.clientHeight })")
    spacing = size >> 4 or int(size > 11)
    columns = int((box["width"] - 2 * spacing + spacing) // (size + spacing))
    side = int((box["width"] - 2 * spacing - (columns - 1) * spacing) // columns)
    places, offset = [], grid.offset
    for index, number in enumerate(numbers):
        x = spacing + index % columns * (side + spacing) + side / 2
        y = spacing + index // columns * (side + spacing) + side / 2 - offset
        if 0 <= y < box["height"] - 1:
            places.append((index, number, [int((box["x"] + x) * scale), int((box["y"] + y) * scale)]))
    assert places
    reader = grid.page.context.new_page()
    try:
        seen = reader.evaluate(READ, [base64.b64encode(grid.page.screenshot()).decode(), [point for _, _, point in places]])
    finally:
        reader.close()
    return [(index, number, is_seen, colour(number)) for (index, number, _), is_seen in zip(places, seen)
            if any(abs(a - b) > TOLERANCE for a, b in zip(is_seen, colour(number)))]


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


def test_keys_move_and_speak_as_in_larger_sizes(wall, server):
    grid = wall(16)
    columns = grid.page.evaluate(f"{GRID}.session.presenter.store.wall.columns")
    order = server.sections()[0]
    grid.page.mouse.click(*point(grid, 10))
    poll(lambda: grid.focused() == order[10], 15)
    for key, index in (("ArrowRight", 11), ("ArrowDown", 11 + columns), ("Home", columns), ("End", 2 * columns - 1), ("Control+End", COUNT - 1), ("Control+Home", 0)):
        grid.page.keyboard.press(key)
        poll(lambda: grid.focused() == order[index], 20, lambda: f"{key}: {grid.focused()}")
    assert grid.node(order[0], "[e.getAttribute('role'), e.getAttribute('aria-label'), e.getAttribute('aria-rowindex')]") == ["gridcell", "0000.png", "1"]
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
    # Narrow: there is enough above and below to scroll by.
    grid = wall(16, width=400, height=640)
    grid.page.evaluate(f"{GRID}.scrollToItem(1200)")
    grid.scroll_to(grid.settle().offset - 200)
    assert 300 < grid.offset < grid.get("contentHeight") - 900
    x, y = point(grid, 1200)
    grid.page.mouse.move(x, y)
    grid.page.keyboard.down("Control")
    for _ in range(3):
        # Rows of another length begin elsewhere: it is another picture after each step.
        index, density = under(grid, x, y), grid.get("density")
        grid.page.mouse.wheel(0, -100)
        poll(lambda: grid.get("density") > density, 15)
        grid.settle()
        poll(lambda: abs(point(grid, index)[1] - y) < grid.get("density"), 15, lambda: f"{index} is at {point(grid, index)}, not in the row at {y}")
    grid.page.keyboard.up("Control")
