"""Reordering by mouse, finger and keys: seen at once, spoken, refused with a reason, and kept."""

import pytest
from grid_page import GRID, Finger, GridPage
from pictures import write_folder
from running import poll


@pytest.fixture
def colours(start_server):
    server = start_server("--demo")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 30)
    return server


@pytest.fixture
def two_sections(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 7, "Right": 5}))
    server.opened()
    return server


def sections(server, collection=None):
    return [items for _, items in server.order(collection)]


def test_a_drag_within_a_section_is_seen_and_kept(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    grid.drag(left[1], over=left[4])
    expected = [left[0], left[2], left[3], left[4], left[1], *left[5:]]
    poll(lambda: grid.order()[:7] == expected, 15, "the new order is seen")
    assert sections(two_sections) == [expected, right]
    grid.open()
    assert grid.order()[:7] == expected


def test_a_drag_into_another_section_is_seen_and_kept(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    grid.drag(left[0], over=right[1])
    expected = [left[1:], [right[0], left[0], *right[1:]]]
    poll(lambda: grid.order() == expected[0] + expected[1], 15, "the new order is seen")
    assert sections(two_sections) == expected
    grid.hears("in Right")
    grid.open()
    assert grid.order() == expected[0] + expected[1]


def test_the_others_make_room_before_anything_is_committed(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = sections(two_sections)
    left = before[0]
    place = grid.cell(left[2])
    grid.carry(left[0])
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=5)
    poll(lambda: abs(grid.cell(left[2])["x"] - grid.cell(left[1])["x"]) > 10
         and grid.cell(left[2])["x"] < place["x"] - 10, 15, "the cells moved up")
    assert sections(two_sections) == before
    page.mouse.up()
    grid.settle()
    assert sections(two_sections) != before


def test_escape_gives_a_drag_up(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = sections(two_sections)
    order = grid.order()
    grid.carry(before[0][0])
    page.mouse.move(*grid.centre(before[1][2]), steps=5)
    grid.press("Escape")
    poll(lambda: not grid.is_shown(".ghost"), 15, "the item is back")
    page.mouse.up()
    grid.settle()
    grid.hears("Move cancelled")
    assert grid.order() == order
    assert sections(two_sections) == before


def test_a_window_that_loses_the_focus_lets_go(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = sections(two_sections)
    grid.carry(before[0][0])
    page.mouse.move(*grid.centre(before[0][3]), steps=5)
    page.evaluate("dispatchEvent(new Event('blur'))")
    poll(lambda: not grid.is_shown(".ghost"), 15, "the item is back")
    page.mouse.up()
    assert sections(two_sections) == before


def test_a_pinned_item_cannot_be_picked_up_and_says_why(page, colours):
    grid = GridPage(page, colours.address).open("material-colours")
    pinned = next(cell["id"] for cell in grid.seen() if cell["label"] == "Red 500")
    order = grid.order()
    grid.pick_up(pinned)
    grid.hears("Red 500 cannot be moved.")
    assert page.locator(".toast.shown").inner_text().startswith("Red 500 cannot be moved.")
    assert not grid.is_shown(".ghost")
    page.mouse.move(600, 600, steps=3)
    page.mouse.up()
    grid.settle()
    assert grid.order() == order


def test_a_colour_moves_to_another_family(new_page, colours):
    page = new_page(height=1200)
    grid = GridPage(page, colours.address).open("material-colours")
    by_label = {cell["label"]: cell["id"] for cell in grid.seen()}
    grid.drag(by_label["Red 200"], over=by_label["Pink 100"])
    labels = lambda: [cell["label"] for cell in grid.cells()]
    poll(lambda: labels().index("Red 200") > labels().index("Pink 50"), 15, "it is among the pinks")
    assert by_label["Red 200"] in sections(colours, "material-colours")[1]


def test_an_item_is_moved_by_keys_and_each_step_is_spoken(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    grid.focus(left[0])
    grid.press("Space")
    grid.hears("Picked up Left 1.png, position 1 of 7 in Left. Arrows move it, Space drops it, Escape cancels.")
    grid.press("ArrowRight")
    grid.hears("Moved to position 2 of 7 in Left.")
    grid.press("ArrowRight")
    grid.hears("Moved to position 3 of 7 in Left.")
    grid.press("Enter")
    grid.hears("Dropped Left 1.png at position 3 of 7 in Left.")
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: grid.order()[:7] == expected, 15, "the new order is seen")
    assert sections(two_sections) == [expected, right]
    poll(lambda: grid.focused() == left[0], 15, "the focus stays with the item")


def test_keys_move_an_item_into_the_next_section_and_escape_takes_it_back(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = sections(two_sections)
    grid.focus(before[0][6])
    grid.press("Space")
    grid.hears("Picked up")
    grid.press("ArrowRight")
    grid.hears("Moved to position 1 of 6 in Right.")
    grid.press("Escape")
    grid.hears("Move cancelled. Left 7.png is back at position 7 of 7 in Left.")
    grid.settle()
    assert sections(two_sections) == before
    assert grid.order() == before[0] + before[1]


def test_an_item_is_dragged_far_by_scrolling_at_the_edge(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 60, "Second": 60}))
    server.opened()
    grid = GridPage(page, server.address).open()
    first, second = sections(server)
    view = page.evaluate(f"{GRID}.getBoundingClientRect().toJSON()")
    grid.carry(first[0])
    page.mouse.move(600, view["bottom"] - 4, steps=4)
    poll(lambda: any(c["id"] in second for c in grid.seen()), 20, "it scrolled to the second section")
    page.mouse.move(600, view["top"] + view["height"] / 2, steps=4)
    page.mouse.up()
    poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
    grid.settle()
    now = sections(server)
    assert sum(map(len, now)) == 120 and first[0] in now[0] + now[1] and now[0][0] != first[0]


def test_an_item_is_dragged_by_a_finger_after_a_long_press(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    finger = Finger(page)
    finger.down(*grid.centre(left[0]))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.move(*grid.centre(left[2]))
    poll(lambda: grid.gap_is_near(*finger.place), 15, "the others made room")
    finger.up()
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: sections(two_sections) == [expected, right], 15, "it is kept")
    assert grid.offset == 0


def test_a_finger_that_moves_at_once_scrolls_and_drags_nothing(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"": 80}))
    server.opened()
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    before = sections(server)
    finger = Finger(page)
    finger.down(200, 600)
    finger.move(200, 300, steps=10)
    finger.up()
    poll(lambda: grid.offset > 150, 15, "it scrolled")
    assert not grid.is_shown(".ghost")
    grid.settle()
    assert sections(server) == before


def test_a_held_cell_is_rated_and_the_rating_is_kept(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, two_sections.address).open()
    item = sections(two_sections)[0][0]
    finger = Finger(page)
    finger.down(*grid.centre(item))
    poll(lambda: grid.is_shown(".ghost"), 15, "it is in hand")
    finger.up()
    page.get_by_role("menuitemradio", name="Like", exact=True).tap()
    poll(lambda: grid.cell(item)["label"].endswith(", Like"), 15, "it is rated")
    assert page.locator(".badge").count() == 1
    grid.open()
    assert grid.cell(item)["label"].endswith(", Like")


def test_the_menu_key_opens_the_rating_and_escape_closes_it(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    item = sections(two_sections)[0][1]
    grid.focus(item)
    grid.press("ContextMenu")
    poll(lambda: grid.is_shown(".rating"), 15, "the overlay is open")
    grid.press("ArrowRight", "Escape")
    poll(lambda: not grid.is_shown(".rating"), 15, "the overlay is closed")
    assert grid.focused() == item


def test_another_browser_sees_a_move_only_when_it_has_ended(new_page, two_sections):
    grid = GridPage(new_page(), two_sections.address).open()
    other = GridPage(new_page(), two_sections.address).open()
    left, _ = sections(two_sections)
    order = other.order()
    grid.carry(left[0])
    grid.page.mouse.move(*grid.centre(left[3]), steps=6)
    poll(lambda: grid.cell(left[1])["x"] < 20, 15, "the others made room here")
    assert other.order() == order
    grid.page.mouse.up()
    poll(lambda: other.order()[:4] == [left[1], left[2], left[3], left[0]], 15, "it is seen there")


def test_a_drag_outlives_a_change_by_others(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    grid.carry(left[0])
    page.mouse.move(*grid.centre(left[2]), steps=5)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])), 15, "the others made room")
    assert two_sections.move(right[0], [1, 4]).status == 200
    poll(lambda: grid.order().index(right[0]) > grid.order().index(right[4]), 15, "the other move is seen")
    assert grid.is_shown(".ghost")
    page.mouse.up()
    poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
    expected = [[left[1], left[2], left[0], *left[3:]], [*right[1:], right[0]]]
    poll(lambda: sections(two_sections) == expected, 15, "both moves are kept")


def test_a_move_is_taken_back_and_done_again_by_keys(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = sections(two_sections)
    left = before[0]
    grid.drag(left[0], over=left[2])
    after = sections(two_sections)
    assert after != before
    grid.press("Control+z")
    grid.hears("Taken back.")
    poll(lambda: grid.order()[:7] == left, 15, "the old order is seen")
    assert sections(two_sections) == before
    grid.press("Control+Shift+z")
    grid.hears("Done again.")
    poll(lambda: grid.order()[:7] == after[0], 15, "the new order is seen")
    assert sections(two_sections) == after
    grid.press("Control+Shift+z")
    grid.hears("There is nothing to do again.")


def delete(server, paths):
    answer = server.ask("POST", "/api/v1/collections/posted/batch", {"deletes": [list(p) for p in paths]})
    assert answer.status == 200, answer.body


def insert(server, paths):
    """Posts new items to places after the insertion."""
    items = [{"at": list(p), "item": {"id": f"new {p}", "title": f"New {p}"}} for p in paths]
    answer = server.ask("POST", "/api/v1/collections/posted/batch", {"inserts": items})
    assert answer.status == 200, answer.body


@pytest.fixture
def posted(start_server):
    """A collection that may be changed in every way: two sections, made by request."""
    server = start_server()
    sections = [{"id": name, "title": name, "items": [{"id": f"{name} {i}", "title": f"{name} {i}"} for i in range(1, n + 1)]}
                for name, n in (("Left", 7), ("Right", 5))]
    answer = server.ask("POST", "/api/v1/collections", {"id": "posted", "title": "Posted", "sections": sections})
    assert answer.status == 201, answer.body
    return server


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_drag_ends_with_a_reason_when_its_item_is_deleted(page, posted, hand):
    grid = GridPage(page, posted.address).open("posted")
    left, right = sections(posted, "posted")
    if hand == "mouse":
        grid.carry(left[1])
        page.mouse.move(*grid.centre(left[4]), steps=5)
        poll(lambda: grid.gap_is_near(*grid.centre(left[1])), 30, "the others made room")
    else:
        grid.focus(left[1]).press("Space")
        grid.hears("Picked up")
        grid.press("ArrowRight")
        grid.hears("Moved to position 3")
    delete(posted, [(0, 1)])
    poll(lambda: "Left 2 is no longer" in page.locator(".toast.shown").inner_text(timeout=30_000), 30, "the reason is seen")
    grid.hears("Move cancelled: Left 2 is no longer in the collection.")
    poll(lambda: not grid.is_shown(".ghost") and not grid.is_shown(".reordering"), 30, "nothing is in hand")
    if hand == "mouse":
        page.mouse.up()
    grid.settle()
    expected = [[i for i in left if i != left[1]], right]
    assert sections(posted, "posted") == expected
    poll(lambda: grid.order() == expected[0] + expected[1], 30, "the others closed up")
    # The hand is free for another.
    grid.drag(left[0], over=left[3])
    poll(lambda: sections(posted, "posted")[0].index(left[0]) > 0, 30, "the next move is kept")


def test_a_drag_ends_with_a_reason_when_a_refresh_takes_its_item_away(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 7, "Right": 5})
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    left, right = sections(server)
    grid.carry(left[2])
    page.mouse.move(*grid.centre(right[1]), steps=5)
    (folder / "Left" / "Left 3.png").unlink()
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/refresh").status in (200, 202)
    grid.hears("Move cancelled: Left 3.png is no longer in the collection.", 30)
    poll(lambda: not grid.is_shown(".ghost"), 30, "nothing is in hand")
    page.mouse.up()
    grid.settle()
    assert sections(server) == [[i for i in left if i != left[2]], right]


def test_a_drag_hangs_beside_its_neighbour_while_others_come_and_go(page, posted):
    grid = GridPage(page, posted.address).open("posted")
    left, right = sections(posted, "posted")
    grid.focus(left[0]).press("Space")
    grid.hears("Picked up")
    for place in (2, 3, 4):
        grid.press("ArrowRight")
        grid.hears(f"Moved to position {place} ")
    # It hangs behind the fourth. Two come before, one goes.
    insert(posted, [(0, 1), (0, 2)])
    delete(posted, [(0, 3)])
    carried = left[0]
    poll(lambda: "new (0, 1)" in grid.order() and left[1] not in grid.order(), 30, "the changes are seen")
    poll(lambda: grid.order().index(carried) == grid.order().index(left[3]) + 1, 30, f"behind its neighbour: {grid.order()}")
    grid.press("Enter")
    grid.hears("Dropped")
    expected = ["new (0, 1)", "new (0, 2)", left[2], left[3], carried, *left[4:]]
    poll(lambda: sections(posted, "posted") == [expected, right], 30, "it landed there")


def hold_version(page):
    """From now on the page learns of no other version: its range events stay without an answer. Answers what lets them go."""
    held, is_held = [], [True]
    page.route("**/api/v1/viewers/*/range", lambda route: held.append(route) if is_held[0] else route.continue_())

    def release():
        is_held[0] = False
        for route in held:
            route.continue_()

    return release


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_dropped_on_a_page_that_is_behind_lands_by_its_neighbours(page, posted, count):
    grid = GridPage(page, posted.address).open("posted")
    left, right = sections(posted, "posted")
    picked = left[:count]
    if count > 1:
        for item in picked:
            grid.focus(item).press("Control+Space")
        grid.hears(f"{count} selected")
    release = hold_version(page)
    # The page does not show these yet: all of its places are three too low.
    insert(posted, [(0, 0), (0, 1), (0, 2)])
    grid.carry(left[0])
    page.mouse.move(*grid.centre(left[4]), steps=8)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])) and grid.cell(left[4])["x"] < grid.cell(left[0])["x"], 30,
         "it hangs behind the fifth")
    page.mouse.up()
    # Many are named by their places: the page has to know the version first, and follows it.
    if count > 1:
        release()
    poll(lambda: sections(posted, "posted")[0].index(left[0]) > sections(posted, "posted")[0].index(left[4]), 30, "it is kept")
    new = [f"new (0, {i})" for i in range(3)]
    rest = [i for i in left if i not in picked]
    at = rest.index(left[4]) + 1
    expected = new + rest[:at] + picked + rest[at:]
    assert sections(posted, "posted") == [expected, right]
    if count == 1:
        release()
    poll(lambda: grid.order()[: len(expected)] == expected, 30, "it is seen")
    poll(lambda: not grid.is_shown(".ghost"), 30, "it has landed")


def handle(grid, item):
    return grid.page.evaluate(
        f"(id) => [...{GRID}.shadowRoot.querySelectorAll('.cell')].find((c) => c.dataset.item === id)"
        ".querySelector('.handle')?.getBoundingClientRect().toJSON()", item)


def test_a_finger_takes_hold_of_a_cell_by_its_handle_at_once(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    grid = GridPage(page, two_sections.address).open()
    left, right = sections(two_sections)
    box = handle(grid, left[0])
    assert box["width"] >= 24 and box["height"] >= 24
    finger = Finger(page)
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # No rest: what moves at once elsewhere scrolls.
    finger.move(*grid.centre(left[2]))
    poll(lambda: grid.is_shown(".ghost"), 30, "it is in hand")
    finger.move(finger.place[0] + 1, finger.place[1], steps=1)
    poll(lambda: grid.gap_is_near(*grid.centre(left[0])) and grid.cell(left[1])["x"] < 20, 30, "the others made room")
    finger.up()
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: sections(two_sections) == [expected, right], 30, "it is kept")
    assert grid.offset == 0


def test_a_tapped_handle_opens_what_can_be_done(new_page, two_sections):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, two_sections.address).open()
    box = handle(grid, sections(two_sections)[0][1])
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    poll(lambda: grid.is_shown(".rating"), 30, "the menu is open")
    assert page.get_by_role("menuitem", name="Move to…").count() == 1


def test_a_mouse_and_a_collection_in_a_fixed_order_have_no_handles(new_page, colours):
    grid = GridPage(new_page(), colours.address).open("material-colours")
    assert not grid.is_shown(".handle")
    fixed = next(c["id"] for c in colours.ask("GET", "/api/v1/collections").json["collections"] if not c["capabilities"]["move"])
    grid = GridPage(new_page(width=390, height=780, has_touch=True, is_mobile=True), colours.address).open(fixed)
    assert len(grid.seen()) > 4 and not grid.is_shown(".handle")
