"""Selecting, also what is not loaded, and moving what is selected."""

from grid_page import GRID, GridPage
from running import poll

PHOTOS = {"First": 10, "Second": 20}


def selected(grid):
    return sorted(grid.parts(".cell.selected:not([hidden])", "e.getAttribute('aria-label')"))


def says(grid):
    return grid.part(".selection-bar", "e.hidden ? '' : e.querySelector('.count').textContent")


def check(grid, cell):
    grid.page.mouse.click(cell["x"] + 15, cell["y"] + 15)


def test_a_check_begins_a_selection_and_clicks_go_on(grid):
    cells = grid.seen()
    check(grid, cells[2])
    assert says(grid) == "1 selected"
    grid.click(cells[4]["id"])
    assert selected(grid) == ["First 3.png", "First 5.png"]
    grid.click(cells[2]["id"])
    assert selected(grid) == ["First 5.png"]
    grid.press("Escape")
    assert says(grid) == ""
    # Without a selection a click opens.
    grid.click(cells[4]["id"])
    poll(lambda: grid.get("openItem") == cells[4]["id"], 10, "it is open")


def test_ctrl_picks_single_ones_and_shift_all_between(grid):
    cells = grid.seen()
    page = grid.page
    page.keyboard.down("Control")
    grid.click(cells[1]["id"])
    page.keyboard.up("Control")
    page.keyboard.down("Shift")
    grid.click(cells[4]["id"])
    assert selected(grid) == [f"First {n}.png" for n in (2, 3, 4, 5)]
    # Nearer: the range follows.
    grid.click(cells[2]["id"])
    page.keyboard.up("Shift")
    assert selected(grid) == ["First 2.png", "First 3.png"]


def test_keys_select_and_each_step_is_spoken(grid):
    grid.focus(grid.seen()[0]["id"])
    grid.press("Shift+ArrowRight", "Shift+ArrowRight")
    assert selected(grid) == ["First 1.png", "First 2.png", "First 3.png"]
    grid.hears("3 selected")
    grid.press("Shift+ArrowLeft", "Control+Space")
    assert selected(grid) == ["First 1.png"]
    grid.press("Control+a")
    assert says(grid) == "30 selected"
    assert set(grid.parts(".cell:not([hidden])", "e.ariaSelected")) == {"true"}
    grid.press("Escape")
    grid.hears("Nothing selected.")


def test_a_frame_on_empty_space_selects_what_it_meets(grid):
    cells = {cell["label"]: cell for cell in grid.seen()}
    last = cells["First 10.png"]
    page = grid.page
    # Beside the last row of the section there is room.
    begin = (last["x"] + last["width"] + 60, last["y"] + last["height"] - 20)
    end = (last["x"] - 30, last["y"] - 30)
    met = sorted(label for label, cell in cells.items()
                 if cell["x"] < begin[0] and cell["x"] + cell["width"] > end[0]
                 and cell["y"] < begin[1] and cell["y"] + cell["height"] > end[1])
    assert len(met) >= 4
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    poll(lambda: selected(grid) == met, 5, lambda: f"what the frame meets; {selected(grid)}")
    page.mouse.up()
    assert selected(grid) == met
    page.mouse.click(*begin)
    assert says(grid) == ""


def test_selected_items_are_dragged_together(grid, server):
    cells = grid.seen()
    check(grid, cells[1])
    grid.click(cells[3]["id"]).click(cells[6]["id"])
    order = server.order()
    target = order[1][1][1]
    grid.drag(cells[3]["id"], over=target)
    moved = [cells[1]["id"], cells[3]["id"], cells[6]["id"]]
    first = [item for item in order[0][1] if item not in moved]
    assert [items for _, items in server.order()] == [first, order[1][1][:1] + moved + order[1][1][1:]]
    assert says(grid) == ""
    grid.page.locator(".toast.shown").get_by_role("button", name="Undo", exact=True).click()
    poll(lambda: server.order() == order, 10, "taken back at once")
    poll(lambda: set(moved) <= set(grid.parts(".cell.changed", "e.dataset.item")), 10, "all three are marked")


def test_a_stack_with_its_count_hangs_at_the_pointer(grid):
    cells = grid.seen()
    check(grid, cells[0])
    grid.click(cells[1]["id"]).carry(cells[1]["id"])
    assert grid.part(".stack-count", "e.textContent") == "2"
    grid.hears("Picked up 2 items")
    grid.press("Escape")
    poll(lambda: not grid.is_shown(".ghost"), 10, "back")
    # What was selected still is.
    assert says(grid) == "2 selected"


def test_two_hundred_thousand_items_are_moved_by_one_request(page, start_server):
    server = start_server("--items", 300_000)
    server.opened()
    grid = GridPage(page, server.address).open("items")
    check(grid, grid.seen()[0])
    page.evaluate(f"{GRID}.scrollToItem(199999)")
    poll(lambda: any(cell["label"] == "200000" for cell in grid.seen()), 15, "it is there")
    grid.settle()
    page.keyboard.down("Shift")
    grid.click(next(cell["id"] for cell in grid.seen() if cell["label"] == "200000"))
    page.keyboard.up("Shift")
    assert says(grid) == "200,000 selected"
    asked = []
    page.on("request", lambda request: request.method == "POST" and "/moves" in request.url and asked.append(request))
    page.get_by_role("button", name="Move to…").click()
    page.get_by_role("button", name="Move", exact=True).click()
    grid.hears("Moved 200,000 items to", 60)
    assert len(asked) == 1
    assert len(asked[0].post_data) < 200
    items = server.ask("GET", "/api/v1/collections/items/items?limit=1").json["items"]
    assert items[0]["title"] == "200001"
    grid.settle()
    assert says(grid) == ""
    grid.scroll_to(0)
    assert grid.seen()[0]["label"] == "200001"


def test_one_item_is_moved_far_by_its_position(grid, server):
    order = server.order()[1][1]
    item = grid.seen()[0]["id"]
    grid.focus(item).press("m")
    page = grid.page
    page.get_by_role("combobox", name="Section").select_option(label="Second")
    page.get_by_label("Position").fill("19")
    page.keyboard.press("Enter")
    grid.hears("Moved 1 item to position 19 in Second.")
    assert server.order()[1][1] == order[:18] + [item] + order[18:]
    grid.scroll_to(0)
    page.locator(".toast.shown").get_by_role("button", name="Undo", exact=True).click()
    poll(lambda: server.order()[1][1] == order, 10, "taken back")
    poll(lambda: item in grid.parts(".cell.changed", "e.dataset.item"), 10, "it is marked")


def test_a_selection_follows_its_items_through_changes_by_others(grid, server):
    cells = grid.seen()
    check(grid, cells[5])
    grid.click(cells[6]["id"])
    # The counts of the sections are needed to follow.
    grid.settle()
    order = server.order()[0][1]
    assert server.move(order[6], [1, 0]).status == 200
    assert server.move(order[0], [1, 0]).status == 200
    poll(lambda: grid.cell(order[0]) and grid.headers() and server.order()[0][1][0] == order[1], 10, "moved")
    grid.settle()
    poll(lambda: selected(grid) == ["First 6.png", "First 7.png"], 10, lambda: f"the same two; {selected(grid)}")


def test_a_pinned_item_keeps_a_selection_where_it_is_and_says_why(page, start_server):
    server = start_server()
    server.opened(1)
    collection = server.ask("GET", "/api/v1/collections").json["collections"][1]["id"]
    grid = GridPage(page, server.address).open(collection)
    before = server.order(collection)
    grid.focus(grid.seen()[0]["id"]).press("Control+a")
    grid.press("m")
    page.get_by_role("button", name="Move", exact=True).click()
    poll(lambda: any("Could not move" in line for line in grid.spoken()), 10, lambda: f"it says why; {grid.spoken()}")
    assert server.order(collection) == before


def test_a_finger_holds_a_cell_to_select_and_taps_go_on(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    grid.select_by_finger(grid.seen()[1]["id"])
    assert selected(grid) == ["First 2.png"]
    page.touchscreen.tap(*grid.centre(grid.seen()[3]["id"]))
    poll(lambda: selected(grid) == ["First 2.png", "First 4.png"], 5, "a tap goes on")
