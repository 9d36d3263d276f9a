"""Keys work where nothing has the focus, and what was opened gives the focus back to what opened it."""

import pytest
from grid_page import GRID, GridPage
from pictures import write_folder
from running import poll

FOCUSED = """() => {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found.dataset.item ?? found.className;
}"""


@pytest.fixture(scope="module")
def shared(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"Left": 9, "Right": 30}), "--demo")
    server.opened()
    return server


@pytest.fixture
def server(shared):
    with shared.keeping_order():
        yield shared


@pytest.fixture
def grid(page, server):
    return GridPage(page, server.address).open(server.collection())


def test_keys_of_the_grid_work_on_a_fresh_page(grid, server):
    page, order = grid.page, grid.order()
    assert page.evaluate("document.activeElement === document.body")
    grid.press("ArrowDown", "ArrowRight")
    assert grid.focused() == order[1]
    page.reload()
    grid.settle().equip()
    grid.press("Control+a")
    poll(lambda: grid.part(".selection-bar .count", "e.textContent") == "39 selected", 10, "all are selected")
    page.reload()
    grid.settle().equip()
    grid.press("g")
    poll(lambda: grid.is_shown(".sheet[open]"), 10, "it asks where to go")


def test_what_marks_an_item_waits_until_it_is_seen_which_one(grid, server):
    first = grid.order()[0]
    grid.press("3")
    assert grid.focused() == first
    assert not grid.cell(first)["label"].endswith("stars")
    grid.press("3")
    poll(lambda: grid.cell(first)["label"].endswith("3 stars"), 10, "now it is marked")
    grid.press("Control+z")
    poll(lambda: not grid.cell(first)["label"].endswith("3 stars"), 10, "and no longer")


def test_what_nobody_else_takes_goes_to_the_item_that_had_the_focus_last(grid, server):
    second = grid.order()[1]
    grid.focus(second)
    grid.page.evaluate("document.activeElement.blur()")
    assert grid.page.evaluate("document.activeElement === document.body")
    grid.press("4")
    poll(lambda: grid.cell(second)["label"].endswith("4 stars"), 10, "it is marked")
    # Also from a button of the page.
    grid.page.locator(".tools .larger").focus()
    grid.press("Control+z")
    poll(lambda: not grid.cell(second)["label"].endswith("4 stars"), 10, "and no longer")


def test_a_sort_that_became_the_order_can_be_undone_at_once(grid, server):
    page, order = grid.page, grid.order()
    grid.press("s")
    page.locator(".arrange select").first.select_option("name")
    page.locator(".arrange .direction").click()
    poll(lambda: grid.settle().order()[0] != order[0], 10, "sorted")
    page.locator(".arrange .own-order button").click()
    grid.hears("The collection is in this order now.")
    grid.press("Escape", "Control+z")
    grid.hears("Undid your sort of the collection.")
    poll(lambda: grid.settle().order()[:5] == order[:5], 10, "as before")


@pytest.mark.parametrize("opener,opened", [
    (".albums", "dialog.albums-panel"), (".outline-button", ".sheet[open]"), (".filter-button", ".filter-panel"),
    (".arrange-button", ".arrange:not([hidden])"), (".tour-button", ".tour"),
])
def test_escape_returns_the_focus_to_the_button(grid, opener, opened):
    page = grid.page
    button = page.locator(f".bar {opener}")
    button.focus()
    grid.press("Enter")
    is_open = lambda: grid.is_shown(opened) or page.locator(opened).count() == 1
    poll(lambda: is_open() and page.evaluate(FOCUSED) != button.get_attribute("class"), 15, "it is open and has the focus")
    grid.press("Escape")
    poll(lambda: not is_open(), 15, "it is closed")
    poll(lambda: page.evaluate(FOCUSED) == button.get_attribute("class"), 5,
         lambda: f"{page.evaluate(FOCUSED)} has the focus")


@pytest.mark.parametrize("button,opened", [(".mark", ".cell-menu"), (".move", ".sheet[open]"), (".album", ".sheet[open]"), (".export", ".cell-menu")])
def test_escape_returns_the_focus_to_the_button_of_the_selection(grid, button, opened):
    grid.focus(grid.order()[2]).press("Control+Space")
    button = f".selection-bar {button}"
    grid.part(button, "e.focus()")
    grid.press("Enter")
    poll(lambda: grid.is_shown(opened), 10, "it is open")
    grid.press("Escape")
    poll(lambda: not grid.is_shown(opened), 10, "it is closed")
    assert grid.part(button, f"{GRID}.shadowRoot.activeElement === e")
