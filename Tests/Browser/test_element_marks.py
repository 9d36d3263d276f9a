"""`itemmark`: what a person's marks ask the page around the grid, wherever they come from, and what is sent when it refuses."""

import pytest
from embedding import GRID
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder
from running import poll

LISTENER = """<script type="module">
  import { ItemMarkEvent } from '{server}/grid/collection-grid.js';
  window.heard = [];
  window.isRefused = true;
  document.addEventListener('itemmark', (event) => {
    const { ids, selection, count, marks, bubbles, composed, cancelable } = event;
    heard.push(JSON.parse(JSON.stringify({
      ids, selection, count, marks, isOwn: event instanceof ItemMarkEvent, isOfGrid: event.target.localName === 'collection-grid', flags: [bubbles, composed, cancelable],
    })));
    event.marks.stars = 1;
    if (isRefused) event.preventDefault();
  });
</script>"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    """A grid whose marks are all refused by its page, until `allow`."""
    sent = []
    page.on("request", lambda request: request.url.split("?")[0].endswith("/marks") and request.method == "POST" and sent.append(request.post_data_json))
    page.goto(site.page(LISTENER + GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle().equip()
    grid.sent, grid.heard = sent, lambda: page.evaluate("heard")
    grid.allow = lambda: page.evaluate("isRefused = false")
    return grid


def attributes(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json.get("attributes", {})


def test_a_key_asks_before_it_marks_and_sends_what_was_asked_for(grid, server):
    item = server.sections()[0][0]
    grid.focus(item)
    grid.press("4")
    assert grid.heard() == [{"ids": [item], "count": 1, "marks": {"stars": 4}, "isOwn": True, "isOfGrid": True, "flags": [True, True, True]}]
    grid.press("p", "x", "u", "0")
    assert [event["marks"] for event in grid.heard()[1:]] == [{"flag": "pick"}, {"flag": "reject"}, {"flag": None}, {"stars": 0}]
    grid.allow()
    grid.press("3")
    poll(lambda: attributes(server, item) == {"stars": 3}, 15, "the page's own value of the event changes nothing")
    # A request is noted while the page is asked for something.
    poll(lambda: grid.heard() and grid.sent == [{"items": [item], "stars": 3}], 5, "what was refused was not sent")
    grid.page.locator("collection-grid .toast button").click()
    poll(lambda: attributes(server, item) == {}, 15, "undone")
    assert len(grid.heard()) == 6, "undoing is no mark"


def test_menus_bars_and_dialogs_ask_as_well(grid, server):
    page, items = grid.page, server.sections()[0]
    grid.click(items[0], button="right")
    page.get_by_role("menuitemradio", name="Pick").first.click()
    poll(lambda: [event["marks"] for event in grid.heard()] == [{"flag": "pick"}], 10, "the menu of a cell")
    page.evaluate("(ids) => document.querySelector('collection-grid').select(ids)", items[1:4] + items[6:7])
    poll(lambda: grid.get("selection.count") == 4, 10)
    page.locator("collection-grid .selection-bar .mark").click()
    page.get_by_role("menuitemradio", name="Reject").click()
    poll(lambda: len(grid.heard()) == 2, 10, "the bar of the selection")
    asked = grid.heard()[1]
    assert asked["selection"] | {"count": 4} == grid.get("selection") and asked["selection"]["ranges"] == [[1, 3], [6, 6]]
    assert asked["count"] == 4 and "ids" not in asked and asked["marks"] == {"flag": "reject"}
    grid.press("l")
    page.get_by_role("textbox").fill("Print")
    grid.press("Enter")
    poll(lambda: len(grid.heard()) == 3, 10, "the dialog of labels")
    assert grid.heard()[2]["marks"] == {"labels": {"add": [{"name": "Print"}]}} and grid.heard()[2]["count"] == 4
    assert grid.sent == []


def test_the_large_picture_and_comparisons_ask_as_well(grid, server):
    page, items = grid.page, server.sections()[0]
    grid.click(items[0])
    large = Picture(grid).shows("Left 1.png")
    grid.press("5")
    page.get_by_role("button", name="Pick").click()
    page.get_by_role("button", name="Reject", exact=True).click()
    poll(lambda: [(event["ids"], event["marks"]) for event in grid.heard()]
         == [([items[0]], marks) for marks in ({"stars": 5}, {"flag": "pick"}, {"flag": "reject"})], 10, "keys, buttons, the bar")
    grid.press("Escape")
    large.has_closed()
    page.evaluate("(ids) => document.querySelector('collection-grid').select(ids)", items[4:6])
    grid.focus(items[4])
    grid.press("c")
    poll(lambda: len(grid.parts(".pane .title", "e.textContent")) == 2, 20, "two are compared")
    grid.press("2")
    poll(lambda: len(grid.heard()) == 4, 10)
    assert grid.heard()[3]["ids"] == [items[4]] and grid.heard()[3]["marks"] == {"stars": 2} and grid.sent == []
    assert grid.part(".toast", "e.textContent") in (None, ""), "nothing is said to be done"
