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
    make: (body) => ({ value: body.appendChild(document.createElement('b')) }),
    configure(parts, { item }, changed) {
      configured++;
      named.add(String(changed));
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
    return dict(grid.parts(".cell:not([hidden])", "[e.dataset.item, Number(e.textContent.split(': ')[1])]"))


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
