"""Cells of any size by numbers, and items by place, by identifier and by event."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

ELEMENT = "document.querySelector('collection-grid')"


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 30, "Right": 30}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    page.goto(site.page(GRID, server.address, server.collection()))
    return GridPage(page, server.address).settle()


def lay_out(grid, layout):
    grid.page.evaluate(f"(layout) => ({ELEMENT}.layout = layout)", layout)
    return grid.settle()


def frames(grid):
    """Width and height of the cells, whatever animates them."""
    return [tuple(size) for size in grid.parts(".cell[data-item]:not([hidden])", "[e.offsetWidth, e.offsetHeight]")]


def test_a_card_has_the_size_that_numbers_give_it(grid):
    page = grid.page
    page.evaluate(f"{ELEMENT}.addEventListener('layoutchange', ({{ layout }}) => (window.layouts ??= []).push(layout))")
    page.set_viewport_size({"width": 900, "height": 900})
    numbers = {"minColumnWidth": 200, "cellHeight": 300, "spacing": 10, "inset": 20, "headerHeight": 50}
    lay_out(grid, numbers)
    width = grid.part(".scroller", "e.clientWidth")
    columns = (width - 40 + 10) // 210
    assert {size for size in frames(grid)} == {((width - 40 - 10 * (columns - 1)) // columns, 300)}
    assert grid.parts(".header", "e.offsetHeight")[0] == 50
    first, second, below = (grid.box(f'.cell[data-item="{grid.order()[n]}"]') for n in (0, 1, columns))
    gaps = second["x"] - first["x"] - first["width"], below["y"] - first["y"] - first["height"]
    assert [round(gap) for gap in gaps] == [10, 10]
    assert grid.get("layout") == numbers and page.evaluate(f"{ELEMENT}.getAttribute('layout')") == "column"
    assert page.evaluate("layouts") == ["column"]
    # A view that becomes wider keeps them; a copy of the same object is no other layout.
    page.set_viewport_size({"width": 1200, "height": 900})
    lay_out(grid, dict(numbers))
    assert {height for _, height in frames(grid)} == {300} and page.evaluate("layouts") == ["column"]


def test_a_row_of_a_list_has_the_height_of_two_lines(grid):
    lay_out(grid, {"kind": "list", "rowHeight": 88, "spacing": 0})
    assert {height for _, height in frames(grid)} == {88}
    grid.page.evaluate(f"{ELEMENT}.setAttribute('layout', 'column')")
    grid.settle()
    assert grid.get("layout") == "column" and len({width for width, _ in frames(grid)}) == 1
    assert {height for _, height in frames(grid)} != {88}, "numbers go with their kind"


def test_numbers_that_follow_the_density_and_an_item_that_is_dragged_among_cards(grid, server):
    lay_out(grid, {"cellHeight": 240})
    assert {height for _, height in frames(grid)} == {240}
    grid.page.evaluate(f"{ELEMENT}.density = 300")
    grid.settle()
    assert {height for _, height in frames(grid)} == {240} and all(width >= 300 for width, _ in frames(grid))
    with server.keeping_order():
        first, second = grid.order()[:2]
        grid.drag(first, second)
        poll(lambda: server.sections()[0][:2] == [second, first], 15, lambda: server.sections()[0][:3])


def test_wrong_numbers_set_before_the_element_is_defined_cost_themselves(new_page, site, server):
    page = new_page()
    early = "<collection-grid></collection-grid><script>document.querySelector('collection-grid').layout = { cellHeight: .5 }</script>"
    module = f'<script type="module" src="{server.address}/grid/collection-grid.js"></script>'
    page.goto(site.page(early + module, server.address, ""))
    page.evaluate(f"([server, collection]) => Object.assign({ELEMENT}, {{ server, collection }})", [server.address, server.collection()])
    assert GridPage(page, server.address).settle().seen()
    assert len(new_page.errors) == 1 and "layout.cellHeight is 1 to 4096" in new_page.errors[0]
    new_page.errors.clear()


def test_items_are_found_by_identifier_place_and_event(grid, server):
    page = grid.page
    left, right = server.sections()
    asked = []
    is_question = lambda url: "/items/" in url and "/image" not in url
    page.on("request", lambda request: is_question(request.url) and asked.append(request.url))
    item, index = page.evaluate(f"async (id) => [await {ELEMENT}.item(id), await {ELEMENT}.indexOf(id)]", left[2])
    assert (item["id"], item["title"], index) == (left[2], "Left 3.png", 2) and asked == [], "it is in view"
    far = page.evaluate(f"async (id) => [await {ELEMENT}.item(id), await {ELEMENT}.indexOf(id)]", right[-1])
    assert (far[0]["id"], far[1]) == (right[-1], 59) and asked
    assert page.evaluate(f"async () => [await {ELEMENT}.item('nobody'), await {ELEMENT}.indexOf('nobody')]") == [None, -1]
    x, y = grid.centre(left[1])
    at = "([x, y]) => { const { element, ...found } = GRID.itemAt(x, y) ?? {}; return [found, element?.dataset.item]; }".replace("GRID", ELEMENT)
    found, shown = page.evaluate(at, [x, y])
    assert found["id"] == shown == left[1] and (found["index"], found["indexPath"]) == (1, [0, 1]) and found["item"]["title"] == "Left 2.png"
    header = grid.box(".header")
    assert page.evaluate(at, [header["x"] + 5, header["y"] + 5]) == [{}, None]
    assert page.evaluate(at, [-10, 5]) == [{}, None]
    # With the page enlarged, px of the window are still those of events.
    page.evaluate("document.body.style.zoom = 1.5")
    grid.settle()
    x, y = grid.centre(left[1])
    assert page.evaluate(at, [x, y])[1] == left[1]
    page.evaluate(f"{ELEMENT}.addEventListener('pointermove', (event) => (window.over = {ELEMENT}.cellOf(event)?.id))")
    page.mouse.move(x, y)
    poll(lambda: page.evaluate("window.over") == left[1], 5)
    box = grid.box(".header")
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    poll(lambda: page.evaluate("window.over === undefined"), 5, "a header is no cell")
