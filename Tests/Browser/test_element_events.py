"""What the element's rarer events say: places, patches, selections that are moved, albums."""

import json
from urllib.request import Request, urlopen

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

LISTENER = """<script>
  window.heard = [];
  window.refused = [];
  for (const name of ['itemclick', 'itemopen', 'itemmove', 'itemmoved', 'albumschange', 'originalopen', 'picturechange',
      'refreshchange', 'descriptionchange', 'densitystep']) {
    document.addEventListener(name, (event) => {
      const { id, index, indexPath, ids, count, toAfter, patch, collection, isRefreshing, description, way, bubbles, composed, cancelable } = event;
      heard.push(JSON.parse(JSON.stringify({
        name, id, index, indexPath, ids, count, toAfter, patch, collection, isRefreshing, description, way, bubbles, composed, cancelable,
      })));
      if (refused.includes(name)) event.preventDefault();
    });
  }
</script>"""


@pytest.fixture
def server(start_server, tmp_path, site):
    server = start_server(write_folder(tmp_path / "shop", {"Left": 6, "Right": 5}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def open_grid(page, site):
    def open_grid(server, collection):
        page.goto(site.page(LISTENER + GRID, server.address, collection))
        grid = GridPage(page, server.address).settle().equip()
        grid.heard = lambda name: [event for event in page.evaluate("heard") if event["name"] == name]
        return grid

    return open_grid


def test_a_click_says_where_its_item_is(open_grid, server):
    grid, item = open_grid(server, server.collection()), server.sections()[1][2]
    grid.page.evaluate("refused = ['itemopen']")
    grid.click(item)
    poll(lambda: grid.heard("itemopen"), 10)
    for event in grid.heard("itemclick") + grid.heard("itemopen"):
        assert (event["id"], event["index"], event["indexPath"]) == (item, 8, [1, 2]) and event["bubbles"] and event["composed"] and event["cancelable"]


def test_a_move_has_its_patch(open_grid, server):
    grid = open_grid(server, server.collection())
    first, _, third = server.sections()[0][:3]
    version = server.snapshot()["version"]
    grid.drag(first, third)
    poll(lambda: grid.heard("itemmoved"), 10)
    (event,) = grid.heard("itemmoved")
    place = [0, server.sections()[0].index(first)]
    assert event["ids"] == [first] and event["count"] == 1 and event["toAfter"] == place and not event["cancelable"]
    assert (event["patch"]["from"], event["patch"]["to"]) == (version, version + 1)
    assert [(move["item"], move["to"]) for move in event["patch"]["moves"]] == [(first, place)]


@pytest.mark.parametrize("by", ["drag", "dialog"])
def test_a_selection_that_is_moved_is_asked_about_first(open_grid, server, by):
    grid = open_grid(server, server.collection())
    left, right = server.sections()
    grid.page.evaluate("(ids) => document.querySelector('collection-grid').select(ids)", left[:2])
    poll(lambda: grid.get("selection.count") == 2, 10)

    def move():
        if by == "drag":
            grid.carry(left[0])
            x, y = grid.centre(right[3])
            grid.page.mouse.move(x, y, steps=8)
            poll(lambda: grid.get("session.editing.reordering.target")[0] == 1, 10, "over the other section")
            grid.page.mouse.up()
            poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
        else:
            grid.focus(left[1]).press("m")
            grid.page.locator("collection-grid dialog select").select_option(index=1)
            grid.page.locator("collection-grid dialog button", has_text="Move").click()

    grid.page.evaluate("refused = ['itemmove']")
    move()
    poll(lambda: len(grid.heard("itemmove")) == 1, 10)
    event = grid.heard("itemmove")[0]
    assert event["count"] == 2 and "ids" not in event and event["cancelable"]
    grid.settle()
    assert server.sections() == [left, right] and grid.heard("itemmoved") == [] and grid.get("selection.count") == 2
    grid.page.evaluate("refused = []")
    move()
    poll(lambda: len(grid.heard("itemmoved")) == 1, 15)
    said = grid.heard("itemmoved")[0]
    assert said["count"] == 2 and said["patch"]["to"] == server.snapshot()["version"] == said["patch"]["from"] + 1
    assert server.sections()[0] == left[2:] and set(left[:2]) <= set(server.sections()[1])


def test_albums_are_events(open_grid, server, page):
    grid, item = open_grid(server, server.collection()), server.sections()[0][1]
    grid.focus(item).press("a")
    page.keyboard.type("Wall")
    page.get_by_role("button", name="New album “Wall”").wait_for()
    grid.press("Enter")
    poll(lambda: grid.heard("albumschange"), 10)
    assert {(event["bubbles"], event["composed"]) for event in grid.heard("albumschange")} == {(True, True)}
    album = next(c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album"))
    grid = open_grid(server, album)
    grid.click(grid.order()[0], button="right")
    page.get_by_role("menuitem", name="Show in its collection").click()
    poll(lambda: grid.heard("originalopen"), 10)
    (event,) = grid.heard("originalopen")
    assert (event["collection"], event["id"]) == (server.collection(), item)
    assert page.evaluate("document.querySelector('collection-grid').collection") == album, "the grid stays where it is"


def test_the_large_picture_a_refresh_and_what_is_known_of_the_collection_are_events(open_grid, server, page):
    grid, item = open_grid(server, server.collection()), server.sections()[0][2]
    assert {event["description"]["id"] for event in grid.heard("descriptionchange")} == {server.collection()}
    grid.click(item)
    poll(lambda: [(event.get("id"), event.get("index")) for event in grid.heard("picturechange")] == [(item, 2)], 10)
    grid.press("Escape")
    poll(lambda: [event.get("id") for event in grid.heard("picturechange")] == [item, None], 10)
    page.evaluate("document.querySelector('collection-grid').refresh()")
    poll(lambda: [event["isRefreshing"] for event in grid.heard("refreshchange")] == [True, False], 15)


def test_a_query_that_waits_says_how_far_its_fields_are_read(open_grid, server):
    count = 60_000
    lines = [{"id": "many"}, {"section": "s"}] + [{"id": str(n), "attributes": {"n": n}} for n in range(count)]
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    urlopen(Request(server.address + "/api/v1/collections", body, {"Content-Type": "application/x-ndjson"}), timeout=60).close()
    grid = open_grid(server, "many")
    told = grid.page.evaluate("""async () => {
      const grid = document.querySelector('collection-grid'), told = [];
      grid.addEventListener('querychange', ({ state, progress }) => told.push([state, progress ?? null]));
      await grid.find({ where: { field: 'n', from: 59_990 } });
      return told;
    }""")
    waiting = [progress for state, progress in told if state == "waiting"]
    assert waiting and all(progress["total"] == count and 0 <= progress["done"] <= count for progress in waiting), told
    assert [progress["done"] for progress in waiting] == sorted(progress["done"] for progress in waiting)
    assert told[-1] == ["shown", None] and grid.get("itemCount") == 10


def test_a_page_may_have_steps_of_its_own_for_the_size_of_cells(open_grid, server, page):
    grid = open_grid(server, server.collection())
    density = grid.get("density")
    page.mouse.move(*grid.centre(grid.order()[0]))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    poll(lambda: grid.get("density") > density, 10)
    page.evaluate("refused = ['densitystep']")
    density, count = grid.get("density"), len(grid.heard("densitystep"))
    page.mouse.wheel(0, -100)
    poll(lambda: len(grid.heard("densitystep")) > count, 10)
    assert grid.heard("densitystep")[-1]["way"] == 1 and grid.get("density") == density


def test_gridchange_still_comes_for_one_version_and_the_console_warns_of_it_once(open_grid, server, page):
    said = []
    page.on("console", lambda message: message.type == "warning" and said.append(message.text))
    grid, item = open_grid(server, server.collection()), server.sections()[0][0]
    assert said == []
    for _ in range(2):
        page.evaluate("""document.querySelector('collection-grid').addEventListener('gridchange', ({ what, detail }) =>
            heard.push({ name: 'gridchange', what, id: detail.id }))""")
    poll(lambda: page.evaluate("1") and said, 10)
    grid.click(item)
    poll(lambda: len(grid.heard("gridchange")) == 2, 10)
    assert grid.heard("gridchange")[0] == {"name": "gridchange", "what": "picture", "id": item}
    assert len(said) == 1 and "gridchange goes with the next version" in said[0]
