"""Attributes and properties with values that make no sense: words and an event, never an exception, and the next good value shows the grid."""

import json

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

LISTENER = "<script>window.codes = []; document.addEventListener('error', (event) => event.code && codes.push(event.code), true);</script>"


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 30}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    page.goto(site.page(LISTENER + GRID, server.address, server.collection()))
    return GridPage(page, server.address).settle()


def assign(grid, **properties):
    # In ASCII, so that half of a character arrives as it is.
    grid.page.evaluate(f"Object.assign(document.querySelector('collection-grid'), JSON.parse({json.dumps(json.dumps(properties))}))")


def says(grid):
    return grid.part(".unopened", "e.innerText") or ""


def shows(grid, server):
    assign(grid, server=server.address, collection=server.collection())
    assert grid.settle().seen() and not says(grid)


@pytest.mark.parametrize("locale,words", [("en-GB", "is no address of a server"), ("ko-KR", "서버 주소가 아닙니다")])
@pytest.mark.parametrize("address", ["javascript:document.title='run'//", "data:text/html,x", "http://[", "https://", "file:///etc/passwd", "blob:x"])
def test_what_is_no_address_of_a_server_is_named(new_page, site, server, address, locale, words):
    """No page or console error: `new_page` fails the test for one."""
    page = new_page(locale=locale)
    page.goto(site.page(LISTENER + GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    assign(grid, server=address)
    poll(lambda: words in says(grid) and address in says(grid), 20, lambda: says(grid))
    assert page.evaluate("codes") == ["grid-server-invalid"] and page.title() == "Shop"
    shows(grid, server)


@pytest.mark.parametrize("collection", [".", "..", "../../metrics", "a/b", "%2e%2e", "?x=1", "#", "\ud800", "\0", "한글 이름", "x" * 3000, " "])
def test_what_is_no_collection_is_missed_in_words(grid, server, collection):
    assign(grid, collection=collection)
    poll(lambda: grid.page.evaluate("codes.length") > 0, 20, "an error event")
    assert set(grid.page.evaluate("codes")) == {"collection-missing"}, grid.page.evaluate("codes")
    poll(lambda: "no collection" in says(grid), 10, lambda: says(grid))
    shows(grid, server)


@pytest.mark.parametrize("properties,shown", [
    ({"density": "NaN"}, {"density": 160}), ({"density": -1e300}, {"density": 1}), ({"density": "Infinity"}, {"density": 1024}),
    ({"density": {}}, {"density": 160}), ({"density": None}, {"density": 160}), ({"layout": "constructor"}, {"layout": "constructor"}),
    ({"layout": "\ud800"}, {"layout": "\ud800"}), ({"policy": "of nobody"}, {"policy": None}),
])
def test_sizes_layouts_and_policies_that_there_are_not_leave_a_grid(grid, server, properties, shown):
    assign(grid, **properties)
    grid.settle()
    assert {name: grid.get(name) for name in shown} == shown
    if grid.get("density") < 40:
        poll(lambda: grid.parts(".cell[tabindex='0']", "e.getAttribute('aria-rowindex')") == ["1"], 15, "the first item of the wall can be reached")
    else:
        assert grid.seen() and all(cell["width"] >= 16 for cell in grid.seen())
    assert grid.page.evaluate("codes") == []


def test_changes_while_it_is_loading_end_with_the_last_one(grid, server):
    """Two hundred changes of server, collection, layout, size and place in the page, without waiting for any."""
    grid.page.evaluate("""async ([address, collection]) => {
      const grid = document.querySelector('collection-grid');
      let seed = 7;
      const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
      const servers = [address, `${address}/`, '', 'javascript:0', 'http://['], collections = [collection, 'nowhere', '', '..'];
      for (let i = 0; i < 200; i++) {
        grid.server = servers[random(servers.length)];
        grid.collection = collections[random(collections.length)];
        if (i % 5 === 0) Object.assign(grid, { layout: ['list', 'mosaic', 'column'][random(3)], density: 40 + random(300) });
        if (i % 9 === 0) document.body.append(grid);
        if (i % 3 === 0) await new Promise((resolve) => setTimeout(resolve, random(30)));
      }
      Object.assign(grid, { server: address, collection, layout: 'column', density: 160 });
    }""", [server.address, server.collection()])
    assert grid.settle().seen() and not says(grid)
    assert grid.order()[:3] == server.sections()[0][:3] and all(cell["isLoaded"] for cell in grid.seen())
    poll(lambda: len(server.ask("GET", "/api/v1/viewers").json["viewers"]) == 1, 30, "one viewer is left")
