"""A dashboard: values that change many times a second cost who looks at them no request, and draw the cells that changed."""

import random
import threading

import pytest
from grid_page import GridPage
from running import poll

TILES = 600
MERGE = {"Content-Type": "application/merge-patch+json"}

PAGE = """<style>collection-grid { height: 600px; }</style>
<script type="module">
  import { registerCell } from '{server}/grid/collection-grid.js';
  Object.assign(window, { configured: 0, changes: [], states: [], named: new Set() });
  registerCell('tile', {
    make(body) {
      const [value, load] = ['b', 'i'].map((tag) => body.appendChild(document.createElement(tag)));
      return { value, load };
    },
    configure(parts, { item, values }, changed) {
      configured++;
      named.add(String(changed));
      parts.load.textContent = values?.load ?? '';
      parts.value.textContent = `${item.title}: ${item.attributes?.value ?? 0}`;
    },
  });
  const grid = document.querySelector('collection-grid');
  grid.addEventListener('itemschange', ({ patches, isReset, version, itemCount }) => changes.push({ patches, isReset, version, itemCount }));
  grid.addEventListener('statechange', ({ state }) => states.push(state));
  grid.collection = '{collection}';
</script><collection-grid server="{server}" density="100"></collection-grid>"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    return start_shared_server("--items", 5, "--cors-origin", site.address, data=module_path / "data")


@pytest.fixture
def dashboard(page, site, server):
    """A grid of tiles, and what it has asked since it came to rest: `grid.asked`."""
    tiles = [{"id": f"t{n}", "title": f"Tile {n}", "kind": "tile", "attributes": {"value": 0}} for n in range(TILES)]
    server.ask("DELETE", "/api/v1/collections/board")
    posted = {"id": "board", "title": "Board", "sections": [{"id": "s", "title": "S", "items": tiles}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    page.goto(site.page(PAGE, server.address, "board"))
    grid = GridPage(page, server.address).settle().equip().settle()
    grid.asked = []
    # What keeps a session alive is no cost of a change.
    page.on("request", lambda request: "/api/" in request.url and grid.asked.append(request.url.split("/api/v1")[1]))
    assert page.evaluate("[...named]") == ["undefined"], "a cell that shows another item may have changed as a whole"
    page.evaluate("configured = 0; changes.length = 0; named.clear()")
    return grid


def write(server, count, seed=1):
    """Changes the values of tiles one by one, each to a value of its own."""
    chance = random.Random(seed)
    for n in range(1, count + 1):
        item = f"t{chance.randrange(TILES)}"
        assert server.ask("PATCH", f"/api/v1/collections/board/items/{item}", {"attributes": {"value": n}}, MERGE).status == 200


def shown(grid):
    value = "Number(e.querySelector('b').textContent.split(': ')[1])"
    return dict(grid.parts(".cell:not([hidden])", f"[e.dataset.item, {value}]"))


def values(server):
    items = server.ask("GET", "/api/v1/collections/board/items?limit=1000").json["items"]
    return {item["id"]: item["attributes"]["value"] for item in items}


def shows_what_the_server_has(grid, server):
    now = values(server)
    return all(value == now[item] for item, value in shown(grid).items())


def test_values_that_move_nothing_cost_a_viewer_no_request(dashboard, server):
    grid, count = dashboard, 200
    write(server, count)
    poll(lambda: grid.page.evaluate("changes.length") == count, 20, "all have come")
    grid.settle()
    assert grid.asked == []
    drawn = len(shown(grid))
    assert 30 < drawn < TILES and shows_what_the_server_has(grid, server)
    # A tile is configured for its own values, and for no other.
    chance = random.Random(1)
    own = sum(f"t{chance.randrange(TILES)}" in shown(grid) for _ in range(count))
    assert grid.page.evaluate("configured") == own and grid.page.evaluate("[...named]") == ["value"]
    assert grid.page.evaluate("states") == ["loading", "ready"], "the state is what it was"
    last = grid.page.evaluate("changes.at(-1)")
    assert last["itemCount"] == TILES and not last["isReset"]
    (patch,) = last["patches"]
    assert patch["to"] == last["version"] and patch["reconfigures"][0]["attributes"]["value"] == count


def test_a_move_amid_values_is_one_question(dashboard, server):
    """What comes while its answer is under way leads on from it, and is not asked for again."""
    grid = dashboard
    writer = threading.Thread(target=write, args=(server, 150, 2))
    writer.start()
    poll(lambda: grid.page.evaluate("changes.length") > 20, 20)
    assert server.ask("POST", "/api/v1/collections/board/moves", {"item": "t0", "to": [0, 5]}).status == 200
    writer.join()
    poll(lambda: shows_what_the_server_has(grid, server), 20, "the values are the server's")
    grid.settle()
    assert grid.order()[:6] == ["t1", "t2", "t3", "t4", "t5", "t0"]
    ranges = [url for url in grid.asked if url.endswith("/range")]
    # The question, the report that the view stands, and those of what travels.
    assert 1 <= len(ranges) <= 4, grid.asked


def test_scrolling_amid_values_asks_what_scrolling_asks(dashboard, server):
    grid = dashboard
    grid.page.mouse.move(300, 300)

    def scroll():
        grid.asked.clear()
        for _ in range(10):
            grid.page.mouse.wheel(0, 120)
            grid.page.wait_for_timeout(40)
        grid.settle()
        return len([url for url in grid.asked if url.endswith("/range")])

    alone = scroll()
    grid.scroll_to(0)
    writer = threading.Thread(target=write, args=(server, 100, 3))
    writer.start()
    amid = scroll()
    writer.join()
    assert amid <= alone * 1.5 + 4, (alone, amid)
    poll(lambda: shows_what_the_server_has(grid, server), 20, "the values are the server's")


def show(server, items):
    answer = server.ask("POST", "/api/v1/collections/board/values", {"items": items})
    assert answer.status == 200, answer
    return answer.json["shown"]


def shown_values(grid):
    return dict(grid.parts(".cell[data-item]:not([hidden]) i", "[e.closest('.cell').dataset.item, e.textContent]"))


def test_live_values_cost_no_request_and_name_what_changed(dashboard, server):
    grid = dashboard
    far = f"t{TILES - 1}"
    first = {"t1": {"load": 5, "watts": 7}, "t2": {"load": 6}, far: {"load": 9}, "nobody": {"load": 1}}
    assert show(server, first) == 3
    poll(lambda: shown_values(grid)["t2"] == "6", 10, "they are shown")
    assert shown_values(grid)["t1"] == "5" and grid.page.evaluate("configured") == 2
    assert set(grid.page.evaluate("[...named]")) == {"load,watts", "load"}
    # The last one wins; what is taken away is gone; what is shown again is no news.
    show(server, {"t1": {"load": None}, "t2": {"load": 6}})
    poll(lambda: shown_values(grid)["t1"] == "", 10, "it is taken away")
    assert grid.page.evaluate("configured") == 3 and grid.asked == []
    assert grid.page.evaluate("changes.length") == 0
    assert server.ask("GET", "/api/v1/collections/board").json["version"] == 1
    # A content patch leaves them, and a move.
    assert server.ask("PATCH", "/api/v1/collections/board/items/t2", {"attributes": {"value": 3}}, MERGE).status == 200
    assert server.ask("POST", "/api/v1/collections/board/moves", {"item": "t0", "to": [0, 5]}).status == 200
    poll(lambda: grid.order()[:2] == ["t1", "t2"], 10)
    grid.settle()
    assert shown_values(grid)["t2"] == "6" and shown(grid)["t2"] == 3
    # Who scrolls there later sees what holds then.
    grid.page.evaluate("document.querySelector('collection-grid').scrollToItem(1e6)")
    grid.settle()
    poll(lambda: shown_values(grid).get(far) == "9", 10, "its value came with it")


def test_many_values_end_as_the_last_ones(dashboard, server):
    grid, chance, last = dashboard, random.Random(5), {}
    for n in range(300):
        last[item := f"t{chance.randrange(40)}"] = str(n)
        show(server, {item: {"load": n}})
    drawn = {item: value for item, value in last.items() if item in shown(grid)}
    poll(lambda: drawn.items() <= shown_values(grid).items(), 10, "the last ones")
    assert grid.asked == [] and grid.page.evaluate("configured") <= 300
