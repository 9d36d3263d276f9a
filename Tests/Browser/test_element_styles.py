"""Styles of the page around an embedded grid: whatever they are, its cells lie where they lie without them."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

SIZE = """<style>collection-grid { width: 700px !important; height: 420px !important; margin: 0 !important; padding: 0 !important; border: 0 !important; }</style>"""
HOSTS = {
    "reset": "* { box-sizing: border-box; margin: 0; padding: 0; }",
    "content boxes": "*, *::before, *::after { box-sizing: content-box !important; margin: 7px !important; padding: 5px !important; border: 3px solid red; }",
    "huge fonts": "html { font-size: 64px; } body { font: 40px/3 serif; letter-spacing: 9px; word-spacing: 30px; text-transform: uppercase; text-indent: 50px; }",
    "line height": "* { line-height: 3 !important; }",
    "revert": "* { all: revert !important; }",
    "unset": "collection-grid { all: unset; }",
    "initial": "collection-grid * { all: initial !important; } collection-grid { white-space: pre; font-variant: small-caps; text-align: end; }",
    "dark": "html { color-scheme: dark; background: #111; color: #eee; }",
    "every div": "div, button, span, img { display: none !important; } img { max-width: 10px; border-radius: 50%; filter: invert(1); }",
    "moving": "* { transition: all 3s !important; animation-duration: 9s; scroll-behavior: smooth !important; overscroll-behavior: none; }",
    "flex": "body { display: flex; flex-direction: column; align-items: flex-start; zoom: 1; writing-mode: horizontal-tb; visibility: visible; } * { min-width: 30px; }",
}
PLACES = """() => {
  const grid = document.querySelector('collection-grid');
  const [frame, ...cells] = [grid.shadowRoot.querySelector('.frame'), ...grid.shadowRoot.querySelectorAll('.cell[data-item]:not([hidden])')];
  const origin = frame.getBoundingClientRect();
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.x - origin.x, r.y - origin.y, r.width, r.height].map((v) => Math.round(v * 10) / 10); };
  const text = (e) => { const s = e && getComputedStyle(e); return s && [s.fontSize, s.lineHeight, s.letterSpacing, s.wordSpacing, s.textTransform, s.textIndent, s.whiteSpace, s.fontVariantCaps]; };
  return {
    frame: box(frame).slice(2),
    cells: Object.fromEntries(cells.map((cell) => [cell.dataset.item, [cell, ...cell.querySelectorAll('.body, img.picture')].map(box)])),
    caption: text(grid.shadowRoot.querySelector('.cell .caption')), header: text(grid.shadowRoot.querySelector('.header .title')),
  };
}"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 14, "Right": 9}), "--cors-origin", site.address)
    server.opened()
    return server


def open_grid(page, site, server, style="", attributes=""):
    head = f"<!doctype html><html {attributes}>{SIZE}<style>{style}</style>"
    page.goto(site.page(head + GRID.replace("<!doctype html>", ""), server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    poll(lambda: grid.seen() and all(cell["isShown"] for cell in grid.seen()), 20, "all pictures")
    return grid


@pytest.fixture
def plain(page, site, server):
    return open_grid(page, site, server).page.evaluate(PLACES)


@pytest.mark.parametrize("host", HOSTS)
def test_cells_lie_where_they_lie_without_the_styles_of_the_page(page, site, server, plain, host):
    grid = open_grid(page, site, server, HOSTS[host])
    # A host that makes everything move makes the grid itself move.
    poll(lambda: page.evaluate(PLACES)["frame"] == plain["frame"], 10, host)
    found = page.evaluate(PLACES)
    assert found["cells"].keys() == plain["cells"].keys() and len(found["cells"]) > 10
    assert {item: boxes for item, boxes in found["cells"].items() if boxes != plain["cells"][item]} == {}
    assert (found["caption"], found["header"]) == (plain["caption"], plain["header"])
    grid.scroll_to(200)
    assert grid.offset == 200 and all(cell["isShown"] for cell in grid.seen())


def test_a_page_that_takes_all_styles_away_still_shows_a_grid(page, site, server):
    page.goto(site.page("<style>* { all: revert !important; }</style>" + GRID.replace("<!doctype html>", ""), server.address, server.collection()))
    grid = GridPage(page, server.address).settle()
    assert 240 <= grid.get("clientHeight") <= 960 and grid.get("clientWidth") > 1000 and len(grid.seen()) > 5
    # It is no grid that cannot be hidden.
    page.evaluate("document.querySelector('collection-grid').parentNode.style.setProperty('display', 'none', 'important')")
    assert grid.get("clientHeight") == 0


def test_a_page_from_right_to_left_mirrors_the_cells(page, site, server, plain):
    open_grid(page, site, server, attributes="dir=rtl")
    width = plain["frame"][0]
    mirrored = page.evaluate(PLACES)["cells"]
    for item, [[x, y, w, h], *_] in plain["cells"].items():
        assert mirrored[item][0] == pytest.approx([width - x - w, y, w, h], abs=16), "but for the scroll bar"
