"""Cells of one's own through the public interface: pictures in them, what ends them, controls, and what people may not change."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import png
from running import poll
from web_origin import WebOrigin

COUNT = 1000


class Pictures(WebOrigin):
    def answer(self, path, _):
        return 200, {"Content-Type": "image/png"}, png(int(path.strip("/")), 120, 90)


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    origin = Pictures()
    server = start_shared_server("--items", 5, "--cors-origin", site.address, "--allow-private", data=module_path / "data")
    items = [{"id": f"i{n}", "title": f"Item {n}", "kind": "product", "picture": f"{origin.address}/{n}"} for n in range(COUNT)]
    plain = [{"id": f"p{n}", "title": f"Plain {n}", "kind": "product"} for n in range(12)]
    for name, listed in (("shop", items), ("plain", plain)):
        posted = {"id": name, "title": name, "sections": [{"id": "s", "title": "S", "items": listed}]}
        assert server.ask("POST", "/api/v1/collections", posted).status == 201
    yield server
    origin.stop()


CELLS = """<style>collection-grid { height: 500px; }</style>
<script type="module">
  import { registerCell } from '{server}/grid/collection-grid.js';
  Object.assign(window, { made: 0, removed: 0, clicked: [], moved: [], typed: '' });
  registerCell('product', {
    make(body) {
      made++;
      const box = body.appendChild(document.createElement('div'));
      box.style.cssText = 'position: relative; height: 60%';
      const image = box.appendChild(document.createElement('img'));
      const [name, button, field] = ['b', 'button', 'input'].map((tag) => body.appendChild(document.createElement(tag)));
      button.textContent = 'Buy';
      button.addEventListener('click', () => (document.title = `bought ${name.textContent}`));
      field.size = 4;
      return { image, name };
    },
    configure(parts, cell) { parts.name.textContent = cell.item.title; },
    picture: (parts) => parts.image,
    remove(parts) {
      removed++;
      if (removed === 1) throw new Error('this one');
      if (!parts.name) throw new Error('another cell’s parts');
    },
  });
  const grid = document.querySelector('collection-grid');
  for (const name of ['itemclick', 'itemopen']) grid.addEventListener(name, (event) => clicked.push([name, event.id]));
  grid.addEventListener('itemmove', (event) => moved.push(event.ids));
  grid.collection = '{collection}';
</script><collection-grid server="{server}" density="140" actions="select move"></collection-grid>"""

# In each frame: images that are seen with the picture of another item than the one of their cell.
WATCH = """() => {
  window.strange = [];
  window.seen = new Set();
  const root = document.querySelector('collection-grid').shadowRoot;
  const look = () => {
    for (const cell of root.querySelectorAll('.cell:not([hidden]):not(.ghost)')) {
      const image = cell.querySelector('img');
      if (!cell.dataset.item || !image?.src || getComputedStyle(image).visibility !== 'visible') continue;
      seen.add(cell.dataset.item);
      if (!image.src.includes(`/items/${cell.dataset.item}/`)) strange.push([cell.dataset.item, image.src]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def open_cells(page, site, server, collection):
    page.goto(site.page(CELLS, server.address, collection))
    return GridPage(page, server.address).settle().equip()


def test_pictures_in_cells_of_ones_own_are_never_those_of_a_former_item(page, site, server, new_page):
    grid = open_cells(page, site, server, "shop")
    page.evaluate(WATCH)
    assert all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())
    assert grid.part(".cell img", "[e.alt, e.draggable, e.offsetWidth === e.parentElement.offsetWidth, e.offsetHeight === e.parentElement.offsetHeight]") == [
        "", False, True, True]
    height = grid.get("contentHeight")
    for step in range(1, 13):
        # By the wheel, and far jumps between.
        page.mouse.move(300, 200)
        page.mouse.wheel(0, 900)
        if step % 3 == 0:
            grid.scroll_to(step / 12 * height)
        grid.settle(60)
    assert page.evaluate("strange") == [] and page.evaluate("seen.size") > 100
    made = page.evaluate("made")
    assert made < 250, f"{made} cells for {COUNT} items"
    page.evaluate("document.querySelector('collection-grid').remove()")
    poll(lambda: page.evaluate("made === removed"), 10, "each that was made is ended once")
    assert [error for error in new_page.errors if "this one" not in error] == [] and len(new_page.errors) == 1, "an error at the end costs nothing"
    new_page.errors.clear()


def test_controls_in_a_cell_are_used_and_the_rest_of_it_is_clicked(page, site, server, new_page):
    grid = open_cells(page, site, server, "plain")
    cell = page.locator("collection-grid .cell[data-item=p3]")
    cell.locator("button").click()
    poll(lambda: page.title() == "bought Plain 3", 10)
    cell.locator("input").click()
    page.keyboard.type("3 mp x")
    assert cell.locator("input").input_value() == "3 mp x" and grid.get("selection.count") == 0
    assert page.evaluate("clicked") == [] and grid.get("openItem") is None
    cell.locator("b").click()
    poll(lambda: page.evaluate("clicked") == [["itemclick", "p3"], ["itemopen", "p3"]], 10, "both events")
    assert grid.get("openItem") is None, "and nothing follows: there is no picture"
    # Other collections, other cells.
    page.evaluate("document.querySelector('collection-grid').collection = 'shop'")
    poll(lambda: page.evaluate("removed") == 12, 10, "those of the one that was shown are ended")
    new_page.errors.clear()


def test_a_grid_that_is_read_only_is_only_looked_at(page, site, server):
    page.goto(site.page(GRID.replace("></collection-grid>", " readonly></collection-grid>"), server.address, "plain"))
    grid = GridPage(page, server.address).settle().equip()
    assert page.evaluate("document.querySelector('collection-grid').readOnly") is True
    version = server.snapshot("plain")["version"]
    grid.pick_up("p0")
    page.mouse.up()
    assert not grid.is_shown(".ghost")
    grid.focus("p1").press("t", "ArrowRight", "3", "a", "Control+z")
    grid.hears("cannot be changed")
    assert not grid.is_shown("dialog[open]") and server.snapshot("plain")["version"] == version
    page.mouse.click(*grid.centre("p1"), button="right")
    page.get_by_role("menu").wait_for()
    words = " ".join(page.get_by_role("menuitem").all_text_contents())
    assert "Select" in words and "Move" not in words and "album" not in words, words
    page.keyboard.press("Escape")
    # Switched off, all is as before, at the same place.
    page.evaluate("document.querySelector('collection-grid').readOnly = false")
    grid.settle().equip()
    with server.keeping_order("plain"):
        grid.drag("p0", "p2")
        poll(lambda: server.sections("plain")[0][:3] == ["p1", "p2", "p0"], 10, "it is moved")


@pytest.mark.parametrize("attributes,shown", [
    ('density="-5"', {"density": 1, "layout": "column"}), ('density="1e9"', {"density": 1024, "layout": "column"}),
    ('density="wide"', {"density": 160, "layout": "column"}), ('layout="round"', {"density": 160, "layout": "round"}),
])
def test_a_size_or_a_layout_that_there_is_not_is_one_that_there_is(page, site, server, attributes, shown):
    page.goto(site.page(GRID.replace("></collection-grid>", f" {attributes}></collection-grid>"), server.address, "plain"))
    grid = GridPage(page, server.address).settle()
    # On a wall, the first item alone is a cell, smaller than any that is seen.
    poll(lambda: grid.parts(".cell[tabindex='0']", "1") == [1], 15, "an item can be reached")
    assert grid.part(".frame", "e.dataset.layout") == "column"
    assert {name: grid.get(name) for name in shown} == shown
