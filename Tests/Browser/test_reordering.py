"""Reordering by mouse and keys: seen at once, spoken, refused with a reason, and kept."""

from grid_checks import a_drag_is_seen_and_kept, escape_cancels_a_drag
from grid_page import GRID, GridPage, Held
from pictures import write_folder
from running import poll


def test_a_drag_within_a_section_is_seen_and_kept(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    expected = a_drag_is_seen_and_kept(grid, two_sections)
    grid.open()
    assert grid.order()[:7] == expected


def test_a_drag_into_another_section_is_seen_and_kept(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    grid.drag(left[0], over=right[1])
    expected = [left[1:], [right[0], left[0], *right[1:]]]
    poll(lambda: grid.order() == expected[0] + expected[1], 15, "the new order is seen")
    assert two_sections.sections() == expected
    grid.hears("in Right")
    grid.open()
    assert grid.order() == expected[0] + expected[1]


def test_the_others_make_room_before_anything_is_committed(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    left = before[0]
    place = grid.cell(left[2])
    grid.carry(left[0])
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=5)
    poll(lambda: abs(grid.cell(left[2])["x"] - grid.cell(left[1])["x"]) > 10
         and grid.cell(left[2])["x"] < place["x"] - 10, 15, "the cells moved up")
    assert two_sections.sections() == before
    page.mouse.up()
    grid.settle()
    assert two_sections.sections() != before


def test_what_is_carried_stays_under_the_hand(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    item = two_sections.sections()[0][0]
    start, box = grid.centre(item), grid.cell(item)
    grid.carry(item)
    x, y = start[0] + 60, start[1] + 30
    page.mouse.move(x, y, steps=4)

    def offset():
        ghost = grid.box(".ghost")
        middle = ghost["x"] + ghost["width"] / 2 - box["width"] / 2, ghost["y"] + ghost["height"] / 2 - box["height"] / 2
        return [round(middle[0] - box["x"] - 60), round(middle[1] - box["y"] - 30)]

    # It grows as it is picked up, around its middle.
    poll(lambda: all(abs(side) <= 5 for side in offset()), 5, lambda: f"{offset()} px beside it")
    page.keyboard.press("Escape")
    page.mouse.up()


def test_escape_gives_a_drag_up(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    escape_cancels_a_drag(grid, two_sections, over=two_sections.sections()[1][2])


def test_a_window_that_loses_the_focus_lets_go(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.carry(before[0][0])
    page.mouse.move(*grid.centre(before[0][3]), steps=5)
    page.evaluate("dispatchEvent(new Event('blur'))")
    poll(lambda: not grid.is_shown(".ghost"), 15, "the item is back")
    page.mouse.up()
    assert two_sections.sections() == before


def test_a_pinned_item_cannot_be_picked_up_and_says_why(page, colours):
    grid = GridPage(page, colours.address).open("material-colours")
    pinned = next(cell["id"] for cell in grid.seen() if cell["label"] == "Red 500")
    order = grid.order()
    grid.pick_up(pinned)
    grid.hears("Red 500 cannot be moved.")
    assert page.locator(".toast.shown").text_content().startswith("Red 500 cannot be moved.")
    assert not grid.is_shown(".ghost")
    page.mouse.move(600, 600, steps=3)
    page.mouse.up()
    grid.settle()
    assert grid.order() == order


def test_what_may_not_land_there_lands_elsewhere_and_says_so(new_page, colours):
    page = new_page(height=1200)
    grid = GridPage(page, colours.address).open("material-colours")
    order = colours.order("material-colours")
    sections = dict(order)
    behind = sections[[*sections][[*sections].index("grey") + 1]]
    page.evaluate(f"{GRID}.offset = {GRID}.contentHeight")
    grid.settle()
    item = next(c["id"] for c in grid.seen() if c["id"] in behind)
    grid.carry(item)
    page.mouse.move(*grid.centre(sections["grey"][0]), steps=8)
    grid.hears("It can only go to position", 30)
    assert "It can only go to" in page.locator(".toast.shown").text_content()
    grid.press("Escape")
    poll(lambda: not grid.is_shown(".ghost"), 30, "it is back")
    page.mouse.up()
    assert colours.order("material-colours") == order


def test_a_colour_moves_to_another_family(new_page, colours):
    page = new_page(height=1200)
    grid = GridPage(page, colours.address).open("material-colours")
    by_label = {cell["label"]: cell["id"] for cell in grid.seen()}
    grid.drag(by_label["Red 200"], over=by_label["Pink 100"])
    labels = lambda: [cell["label"] for cell in grid.cells()]
    poll(lambda: labels().index("Red 200") > labels().index("Pink 50"), 15, "it is among the pinks")
    assert by_label["Red 200"] in colours.sections("material-colours")[1]


def test_an_item_is_moved_by_keys_and_each_step_is_spoken(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    grid.focus(left[0])
    grid.press("t")
    grid.hears("Picked up Left 1.png, position 1 of 7 in Left. Use the arrow keys to move, Enter to drop, Escape to cancel.")
    grid.press("ArrowRight")
    grid.hears("Moved to position 2 of 7 in Left.")
    grid.press("ArrowRight")
    grid.hears("Moved to position 3 of 7 in Left.")
    grid.press("Enter")
    grid.hears("Dropped Left 1.png at position 3 of 7 in Left.")
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: grid.order()[:7] == expected, 15, "the new order is seen")
    assert two_sections.sections() == [expected, right]
    poll(lambda: grid.focused() == left[0], 15, "the focus stays with the item")


def test_keys_quicker_than_the_answers_all_count_and_the_place_spoken_is_the_last(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    held = Held(page, "**/movements**")
    grid.focus(left[0]).press("t", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter")
    held.wait()
    held.release()
    grid.hears("Dropped Left 1.png at position 3 of 7 in Left.")
    expected = [left[1], left[2], left[0], *left[3:]]
    poll(lambda: grid.order()[:7] == expected, 15, "the new order is seen")
    assert two_sections.sections() == [expected, right]


def test_a_drop_before_the_last_answer_is_announced_where_it_lands(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    keyboard = page.keyboard
    grid.focus(left[0]).press("Control+Space", "ArrowRight", "Control+Space", "t")
    grid.hears("Picked up 2 items")
    held = Held(page, "**/target")
    begun = []
    page.on("request", lambda request: "/movements" in request.url and begun.append(request.url))
    grid.press("ArrowRight", "ArrowRight", "Enter")
    held.wait()
    held.release()
    grid.hears("Dropped 2 items at position 4 of 7 in Left.")
    assert begun == [], "nothing was begun, or cancelled"
    assert "at position 4" in page.locator(".toast.shown").text_content()
    poll(lambda: two_sections.sections()[0] == [left[2], left[3], left[0], left[1], *left[4:]], 15, "it is kept")


def test_a_selection_that_is_taken_back_is_announced_in_the_plural_with_its_section(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.focus(before[1][0]).press("Control+Space", "ArrowRight", "Control+Space", "t")
    grid.hears("Picked up 2 items, position 2 of 5 in Right.")
    grid.press("ArrowLeft", "ArrowLeft", "Escape")
    grid.hears("Move cancelled. 2 items returned to position 2 of 5 in Right.")
    assert two_sections.sections() == before


def test_undo_by_the_button_leaves_the_focus_with_the_item(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.focus(before[0][2]).press("t")
    grid.hears("Picked up")
    grid.press("ArrowRight", "Enter")
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.focus()
    page.keyboard.press("Enter")
    poll(lambda: two_sections.sections() == before, 15, "it is undone")
    poll(lambda: grid.focused() == before[0][2], 15, "the item has the focus")


def test_keys_move_an_item_into_the_next_section_and_escape_takes_it_back(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.focus(before[0][6])
    grid.press("t")
    grid.hears("Picked up")
    grid.press("ArrowRight")
    grid.hears("Moved to position 1 of 6 in Right.")
    grid.press("Escape")
    grid.hears("Move cancelled. Left 7.png returned to position 7 of 7 in Left.")
    grid.settle()
    assert two_sections.sections() == before
    assert grid.order() == before[0] + before[1]


def test_an_item_is_dragged_far_by_scrolling_at_the_edge(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 60, "Second": 60}))
    server.opened()
    grid = GridPage(page, server.address).open()
    first, second = server.sections()
    view = page.evaluate(f"{GRID}.getBoundingClientRect().toJSON()")
    grid.carry(first[0])
    page.mouse.move(600, view["bottom"] - 4, steps=4)
    poll(lambda: any(c["id"] in second for c in grid.seen()), 20, "it scrolled to the second section")
    page.mouse.move(600, view["top"] + view["height"] / 2, steps=4)
    page.mouse.up()
    poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
    grid.settle()
    now = server.sections()
    assert sum(map(len, now)) == 120 and first[0] in now[0] + now[1] and now[0][0] != first[0]


def test_the_menu_key_opens_the_rating_and_escape_closes_it(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    item = two_sections.sections()[0][1]
    grid.focus(item)
    grid.press("ContextMenu")
    poll(lambda: grid.is_shown(".cell-menu"), 15, "the menu is open")
    grid.press("ArrowRight", "Escape")
    poll(lambda: not grid.is_shown(".cell-menu"), 15, "the menu is closed")
    assert grid.focused() == item


def test_another_browser_sees_a_move_only_when_it_has_ended(new_page, two_sections):
    grid = GridPage(new_page(), two_sections.address).open()
    other = GridPage(new_page(), two_sections.address).open()
    left, _ = two_sections.sections()
    order = other.order()
    grid.carry(left[0])
    grid.page.mouse.move(*grid.centre(left[3]), steps=6)
    poll(lambda: grid.cell(left[1])["x"] < 40, 15, "the others made room here")
    assert other.order() == order
    grid.page.mouse.up()
    poll(lambda: other.order()[:4] == [left[1], left[2], left[3], left[0]], 15, "it is seen there")


def test_a_move_is_taken_back_and_done_again_by_keys(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    left = before[0]
    grid.drag(left[0], over=left[2])
    after = two_sections.sections()
    assert after != before
    grid.press("Control+z")
    grid.hears("Undid your move of Left 1.png.")
    poll(lambda: grid.order()[:7] == left, 15, "the old order is seen")
    assert two_sections.sections() == before
    grid.press("Control+Shift+z")
    grid.hears("Redid your move of Left 1.png.")
    poll(lambda: grid.order()[:7] == after[0], 15, "the new order is seen")
    assert two_sections.sections() == after
    grid.press("Control+Shift+z")
    grid.hears("Nothing to redo.")


def test_undo_right_after_a_drop_by_keys_takes_it_back(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before, version = two_sections.sections(), two_sections.snapshot()["version"]
    grid.focus(before[0][0])
    grid.press("t")
    grid.hears("Picked up")
    # Before the drop has been answered.
    grid.press("ArrowRight", "ArrowRight", "Enter", "Control+z")
    grid.hears("Undid your move of Left 1.png.")
    assert (two_sections.sections(), two_sections.snapshot()["version"]) == (before, version + 2)


def undo_button(page):
    return page.locator(".toast.shown").get_by_role("button", name="Undo", exact=True)


def test_a_drop_offers_to_undo_it(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.drag(before[0][0], over=before[0][2])
    assert page.locator(".toast.shown").text_content().startswith("Dropped Left 1.png at position 3 of 7 in Left.")
    undo_button(page).click()
    grid.hears("Undid your move of Left 1.png.")
    poll(lambda: grid.order()[:7] == before[0], 15, "the old order is seen")
    assert two_sections.sections() == before
    # What was undone is marked, and can be done again.
    assert page.locator(".toast.shown").get_by_role("button", name="Redo").count() == 1


def test_a_drop_where_the_item_was_offers_nothing(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    before = two_sections.sections()
    grid.drag(before[0][0], over=before[0][0])
    grid.hears("Dropped Left 1.png at position 1 of 7")
    assert not grid.is_shown(".toast.shown") and two_sections.sections() == before


def test_the_button_undoes_no_change_of_another_viewer(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    left, right = two_sections.sections()
    grid.drag(left[0], over=left[2])
    assert two_sections.move(right[0], [1, 3]).status == 200
    theirs = two_sections.sections()[1]
    undo_button(page).click()
    grid.hears("Undid your move of Left 1.png.")
    assert two_sections.sections() == [left, theirs]


def test_an_undo_goes_to_what_it_changed_and_marks_it(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 60, "Second": 60}))
    server.opened()
    grid = GridPage(page, server.address).open()
    first = server.sections()[0]
    grid.drag(first[0], over=first[2])
    grid.scroll_to(2000)
    assert first[0] not in [cell["id"] for cell in grid.seen()]
    grid.press("Control+z")
    poll(lambda: first[0] in grid.parts(".cell.changed", "e.dataset.item"), 15, "it is marked")
    assert first[0] in [cell["id"] for cell in grid.seen()]
    poll(lambda: grid.order()[:3] == first[:3], 15, "it is where it was")
