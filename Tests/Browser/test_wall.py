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
