"""The element for programs: properties, events, methods, what it says when something is wrong, and what it leaves behind."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

# Notes each event with what it says, in the order in which the page hears them.
LISTENER = """<script>
  window.heard = [];
  window.refused = [];
  for (const name of ['itemclick', 'itemopen', 'selectionchange', 'itemmove', 'itemmoved', 'visiblerangechange', 'statechange', 'layoutchange']) {
    document.addEventListener(name, (event) => {
      if (!('composedPath' in event) || !event.composedPath().some((node) => node.localName === 'collection-grid')) return;
      const { id, index, count, ids, toAfter, first, last, state, layout, density } = event;
      heard.push([name, JSON.parse(JSON.stringify({ id, index, count, ids, toAfter, first, last, state, layout, density }))]);
      if (refused.includes(name)) event.preventDefault();
    });
  }
  document.addEventListener('error', (event) => event.code && heard.push(['error', { code: event.code, message: event.message }]), true);
</script>"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 40}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def grid(page, site, server):
    page.goto(site.page(LISTENER + GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    grid.heard = lambda name: [said for event, said in page.evaluate("heard") if event == name]
    return grid


def test_a_click_is_an_event_that_can_be_cancelled(grid, server):
    page, (first, second) = grid.page, server.sections()[0][:2]
    page.evaluate("refused.push('itemopen')")
    page.mouse.click(*grid.centre(second))
    poll(lambda: grid.heard("itemopen"), 10)
    assert grid.heard("itemclick") == grid.heard("itemopen") == [{"id": second, "index": 1}]
    page.evaluate("refused = ['itemclick']")
    page.keyboard.down("Control")
    page.mouse.click(*grid.centre(first))
    page.keyboard.up("Control")
    poll(lambda: len(grid.heard("itemclick")) == 2, 10)
    assert grid.get("selection.count") == 0 and grid.get("openItem") is None and grid.heard("selectionchange") == []
    page.evaluate("refused = []")
    page.mouse.click(*grid.centre(first))
    poll(lambda: grid.get("openItem") == first, 10, "without objection it opens")


def test_programs_select_and_hear_of_selections(grid, server):
    page, items = grid.page, server.sections()[0]
    page.evaluate("(ids) => document.querySelector('collection-grid').select(ids)", [items[3], items[35], items[4], "nowhere"])
    assert grid.get("selection.count") == 3
    assert grid.heard("selectionchange")[-1] == {"count": 3}
    chosen = page.evaluate("document.querySelector('collection-grid').selectedItems().then((items) => items.map((i) => i.id))")
    assert chosen == [items[3], items[4], items[35]]
    page.evaluate("document.querySelector('collection-grid').clearSelection()")
    assert grid.heard("selectionchange")[-1] == {"count": 0}


def test_a_move_is_asked_about_and_told_of_and_undone(grid, server):
    page, items = grid.page, server.sections()[0]
    with server.keeping_order():
        page.evaluate("refused.push('itemmove')")
        move_right_by_keys(grid, items[0])
        poll(lambda: grid.heard("itemmove"), 10)
        poll(lambda: not grid.part(".frame.reordering", "true"), 10, "it returns")
        assert grid.heard("itemmove") == [{"ids": [items[0]], "count": 1, "toAfter": [0, 1]}] and server.sections()[0] == items
        page.evaluate("refused = []")
        move_right_by_keys(grid, items[0])
        poll(lambda: grid.heard("itemmoved"), 10)
        assert server.sections()[0][:2] == [items[1], items[0]]
        page.evaluate("document.querySelector('collection-grid').undo()")
        assert server.sections()[0] == items


def move_right_by_keys(grid, item):
    page = grid.page
    page.evaluate("document.querySelector('collection-grid').focus()")
    grid.node(item, "e.focus()")
    page.keyboard.press("t")
    poll(lambda: grid.part(".frame.reordering", "true"), 10, "it is picked up")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")


def test_what_is_in_view_and_how_it_is_laid_out_are_events(grid):
    page = grid.page
    assert [state["state"] for state in grid.heard("statechange")][0] == "loading"
    assert grid.heard("statechange")[-1]["state"] == "ready"
    shown = grid.heard("visiblerangechange")[-1]
    assert shown["first"] == 0 and shown["last"] >= 7
    page.evaluate("document.querySelector('collection-grid').scrollToItem(39)")
    poll(lambda: grid.heard("visiblerangechange")[-1]["last"] == 39, 10)
    page.evaluate("Object.assign(document.querySelector('collection-grid'), { layout: 'list', density: 200 })")
    assert grid.heard("layoutchange")[-1] == {"layout": "list", "density": 200}
    assert page.evaluate("document.querySelector('collection-grid').outerHTML").count('layout="list" density="200"') == 1
    poll(lambda: grid.part(".frame", "e.dataset.layout") == "list", 10)


def test_an_error_in_a_cell_costs_that_cell_only(page, site, server, new_page):
    items = [{"id": f"i{n}", "title": f"Item {n}", "kind": "fragile"} for n in range(9)]
    made = {"id": "fragile", "title": "Fragile", "sections": [{"id": "s", "title": "S", "items": items}]}
    assert server.ask("POST", "/api/v1/collections", made).status == 201
    html = """<script type="module">
      import { registerCell } from '{server}/grid/collection-grid.js';
      registerCell('fragile', {
        make: (body) => body.appendChild(document.createElement('b')),
        configure(label, cell) {
          if (cell.id === 'i4') throw new Error('this one');
          label.textContent = `whole ${cell.item.title}`;
        },
      });
      document.querySelector('collection-grid').collection = 'fragile';
    </script><collection-grid server="{server}" actions="select move"></collection-grid>"""
    page.goto(site.page(html, server.address, ""))
    grid = GridPage(page, server.address).settle()
    texts = grid.parts(".cell .body", "e.textContent")
    assert sorted(texts) == sorted(["Item 4"] + [f"whole Item {n}" for n in range(9) if n != 4])
    assert new_page.errors and all("this one" in error for error in new_page.errors)
    new_page.errors.clear()


FAULTS = {
    "en-GB": {"collection-missing": "no collection", "grid-server-unreachable": "cannot be reached", "grid-server-unfit": "no Lookahead server"},
    "ko-KR": {"collection-missing": "컬렉션", "grid-server-unreachable": "연결할 수 없거나", "grid-server-unfit": "Lookahead 서버가 아니거나"},
}


@pytest.mark.parametrize("locale", FAULTS)
def test_it_says_what_is_wrong_in_the_readers_language(new_page, site, server, locale):
    page = new_page(locale=locale)
    page.goto(site.page(LISTENER + GRID, server.address, "nothing-of-this-name"))
    grid = GridPage(page, server.address)
    said = lambda: grid.part(".unopened", "e.innerText") or ""
    words = FAULTS[locale]
    poll(lambda: words["collection-missing"] in said() and "nothing-of-this-name" in said(), 20)
    for code, address in [("grid-server-unfit", site.address), ("grid-server-unreachable", "http://127.0.0.1:9")]:
        page.evaluate("(address) => (document.querySelector('collection-grid').server = address)", address)
        poll(lambda: words[code] in said() and address in said(), 20, lambda: f"{code}: {said()}")
        heard = [event for name, event in page.evaluate("heard") if name == "error"][-1]
        assert heard["code"] == code and heard["message"] in said()
    # It recovers by itself where it can, and at once where it is told to.
    page.evaluate("""([server, collection]) => Object.assign(document.querySelector('collection-grid'), { server, collection })""",
                  [server.address, server.collection()])
    assert grid.settle().seen() and not said()
    new_page.errors.clear()


def test_it_opens_when_a_server_that_was_away_is_there(page, site, start_server, module_path):
    server = start_server("--items", 100, "--cors-origin", site.address, data=module_path / "away")
    server.port = int(server.address.rsplit(":", 1)[1])
    html = site.page(GRID, server.address, server.collection())
    # The module from one server, the collection from another, which is away.
    page.goto(html)
    grid = GridPage(page, server.address).settle().equip()
    server.stop()
    page.evaluate("const grid = document.querySelector('collection-grid'); const name = grid.collection; grid.collection = ''; grid.collection = name")
    poll(lambda: "cannot be reached" in (grid.part(".unopened", "e.innerText") or ""), 20)
    server.start()
    assert grid.settle(40).seen()


def test_four_grids_share_one_event_stream_and_leave_nothing(page, site, server):
    before = server.ask("GET", "/api/v1/viewers").json["viewers"]
    style = "<style>collection-grid { width: 24%; height: 300px; display: inline-block; }</style>"
    page.goto(site.page(style + GRID + GRID.split("\n")[-1] * 3, server.address, server.collection()))
    idle = "[...document.querySelectorAll('collection-grid')].every((grid) => grid.isIdle)"
    poll(lambda: page.evaluate(idle), 30, "four grids")
    viewers = lambda: len(server.ask("GET", "/api/v1/viewers").json["viewers"]) - len(before)
    streams = lambda: server.ask("GET", "/api/v1/stats").json["server"]["sleeping"]
    poll(lambda: viewers() == 4 and streams() == 1, 10, "one stream")
    page.evaluate("""async () => {
      const grid = document.querySelector('collection-grid');
      for (const other of [...document.querySelectorAll('collection-grid')].slice(1)) other.remove();
      for (let i = 0; i < 1000; i++) {
        grid.remove();
        document.body.append(grid);
        if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
    }""")
    nodes = "document.querySelector('collection-grid').shadowRoot.querySelectorAll('.room, link').length"
    # One room, and at most the sheets of the grid and of its features, sixteen. What the last of them began may end a moment later.
    poll(lambda: page.evaluate(nodes) <= 17, 10, "nothing has gathered")
    poll(lambda: page.evaluate("document.querySelector('collection-grid').isIdle"), 30, "it shows the collection again")
    poll(lambda: viewers() == 1 and streams() == 1, 30, "one viewer and one stream")
    assert page.evaluate("document.querySelector('collection-grid').shadowRoot.querySelectorAll('.frame').length") == 1
    page.evaluate("document.querySelector('collection-grid').remove()")
    poll(lambda: viewers() == 0 and streams() == 0, 30, "nothing is left")


HOSTILE = """<style>
  * { box-sizing: content-box; margin: 3px; padding: 2px; color: red; font-size: 40px !important; line-height: 3; text-transform: uppercase;
      text-align: right; letter-spacing: 8px; --text: 16px; --surface: 10px; --radius: 99px; }
  html { font-size: 60px; color-scheme: dark; direction: rtl; }
  collection-grid { width: 600px; height: 400px; }
</style>"""


def test_styles_of_the_page_do_not_spoil_it(page, site, server):
    page.goto(site.page(HOSTILE + GRID.replace("<!doctype html>", ""), server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    cells = grid.seen()
    assert len(cells) >= 6 and all(cell["isShown"] for cell in cells)
    # From the right, touching nothing.
    assert cells[0]["x"] < cells[0]["x"] + cells[0]["width"] <= grid.box(".frame")["right"]
    assert max(cell["x"] for cell in cells) == next(cell["x"] for cell in cells if cell["id"] == server.sections()[0][0])
    style = lambda what: grid.part(".cell .caption", f"getComputedStyle(e).{what}")
    assert style("fontSize") == "12px" and style("textTransform") == "none" and style("letterSpacing") == "normal"
    assert grid.part(".frame", "getComputedStyle(e).backgroundColor") == "rgb(19, 20, 22)"
    assert grid.part(".picture", "getComputedStyle(e).borderRadius") == "4px"
