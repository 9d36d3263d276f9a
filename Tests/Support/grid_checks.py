"""What the grid does in every browser: shared by the tests of the page in Chromium and in the other engines."""

from grid_page import GRID
from running import poll


def bottom(grid):
    return grid.page.evaluate(f"{GRID}.getBoundingClientRect().bottom")


def ends_whole_and_without_blanks(grid, label):
    """By the wheel to the end, where the last cell is whole."""
    end = grid.get("contentHeight") - grid.page.evaluate(f"{GRID}.clientHeight")
    grid.page.mouse.move(600, 400)

    def turn():
        grid.page.mouse.wheel(0, 600)
        return abs(grid.offset - end) < 1

    poll(turn, 30, "the end is reached")
    grid.settle()
    seen = grid.seen()
    assert all(cell["isShown"] and cell["isLoaded"] for cell in seen)
    assert seen[-1]["label"] == label
    assert seen[-1]["y"] + seen[-1]["height"] <= bottom(grid)


def notches_are_100_px(grid, offsets, within=0.01):
    """At each place a notch of the wheel moves the view and what it shows by as much. `within`: px that an engine may round off."""
    grid.page.mouse.move(600, 400)
    for offset in offsets:
        grid.scroll_to(offset)
        item = grid.seen()[-1]
        grid.page.mouse.wheel(0, 100)
        poll(lambda: abs(grid.offset - offset - 100) < within, 5, f"a notch at {offset}")
        poll(lambda: abs(grid.cell(item["id"])["y"] - (item["y"] - 100)) < 0.6, 15, "the cells moved by as much")


def keys_reach_both_ends(grid, count):
    """The last item of very many is reached by keys, and whole."""
    grid.focus(grid.seen()[3]["id"])
    grid.press("Control+End")
    # The focus may be on a cell that is not drawn yet.
    poll(lambda: grid.cell(grid.focused() or "")["label"] == str(count), 20, "the last has the focus")
    grid.settle()
    last = grid.seen()[-1]
    assert last["label"] == str(count)
    assert last["y"] + last["height"] <= bottom(grid)
    grid.press("Control+Home")
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "1", 20, "the first has the focus")
    assert grid.offset == 0


def a_drag_is_seen_and_kept(grid, server):
    """The second item of a section goes to the place of its fifth."""
    first, *others = server.sections()
    grid.drag(first[1], over=first[4])
    expected = [first[0], first[2], first[3], first[4], first[1], *first[5:]]
    shown = expected[:20]
    poll(lambda: grid.order()[: len(shown)] == shown, 15, "the new order is seen")
    assert server.sections() == [expected, *others]
    return shown


def escape_cancels_a_drag(grid, server, over):
    before = server.sections()
    order = grid.order()[:20]
    grid.carry(before[0][0])
    grid.page.mouse.move(*grid.centre(over), steps=5)
    grid.press("Escape")
    poll(lambda: not grid.is_shown(".ghost"), 15, "the item is back")
    grid.page.mouse.up()
    grid.settle()
    grid.hears("Move cancelled")
    assert grid.order()[:20] == order
    assert server.sections() == before


def a_narrower_window_keeps_the_place(grid):
    grid.scroll_to(600)
    before = next(cell for cell in grid.seen() if cell["y"] > 60)
    grid.page.set_viewport_size({"width": 900, "height": 800})
    poll(lambda: max(cell["x"] + cell["width"] for cell in grid.seen()) <= 900, 10, "the new width is drawn")
    grid.settle()
    poll(lambda: abs(grid.cell(before["id"])["y"] - before["y"]) < 1, 15, "the picture is where it was")
