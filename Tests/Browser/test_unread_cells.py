"""Cells whose contents a source still reads: quiet until they are there, in words where they cannot be."""

import pytest
from embedding import GRID
from grid_page import GridPage
from running import poll

PAGE = """<style>collection-grid { height: 500px; }</style>
<script type="module">
  import { registerCell } from '{server}/grid/collection-grid.js';
  Object.assign(window, { early: [], seen: new Set() });
  registerCell('number', {
    make: (body) => body.appendChild(document.createElement('b')),
    configure(b, cell) {
      if (!cell.item.title) early.push(cell.id);
      b.textContent = cell.item.title;
    },
    LOADING
  });
  const note = () => {
    const { shadowRoot } = document.querySelector('collection-grid') ?? {};
    for (const cell of shadowRoot?.querySelectorAll('.cell[data-item]:not([hidden])') ?? []) {
      const isQuiet = cell.classList.contains('unread'), isBusy = cell.getAttribute('aria-busy') === 'true';
      seen.add([cell.dataset.state === 'ready', isQuiet, isBusy, cell.querySelector('b').textContent !== ''].join());
    }
    requestAnimationFrame(note);
  };
  note();
  document.querySelector('collection-grid').collection = 'items';
</script><collection-grid server="{server}"></collection-grid>"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    options = ["--items", 50_000, "--item-contents", "--cors-origin", site.address]
    server = start_shared_server(*options, data=module_path / "data")
    server.opened()
    return server


def wait_for_contents(grid):
    def are_there():
        states = grid.parts(".cell[data-item]:not([hidden])", "e.dataset.state")
        return states and set(states) == {"ready"}

    poll(are_there, 15, "all are there")


def look_around(grid, seen):
    """Jumps until cells were seen whose contents came later: a quick source may have them with the answer."""
    for index in range(1_000, 49_000, 3_000):
        wait_for_contents(grid)
        if grid.page.evaluate(seen):
            return
        grid.page.evaluate(f"document.querySelector('collection-grid').scrollToItem({index})")
        grid.settle()
    raise AssertionError("contents were always there at once")


def test_a_cell_is_quiet_until_its_contents_are_there(page, site, server):
    page.goto(site.page(PAGE.replace("LOADING", ""), server.address, ""))
    grid = GridPage(page, server.address).settle()
    look_around(grid, "[...seen].some((state) => state.startsWith('false'))")
    is_waiting = "e.classList.contains('unread') || e.ariaBusy === 'true'"
    assert not any(grid.parts(".cell[data-item]:not([hidden])", is_waiting))
    assert all(grid.parts(".cell[data-item]:not([hidden]) b", "e.textContent"))
    assert page.evaluate("early") == [], "no cell is configured with what nobody has read"
    quiet = [state.split(",")[1:3] for state in page.evaluate("[...seen]") if state.startswith("false")]
    assert quiet and all(state == ["true", "true"] for state in quiet), page.evaluate("[...seen]")


def test_a_registration_may_show_what_is_still_read(page, site, server):
    loading = "loading(b, cell) { (window.loading ??= []).push(cell.state); b.textContent = '…'; },"
    page.goto(site.page(PAGE.replace("LOADING", loading), server.address, ""))
    grid = GridPage(page, server.address).settle()
    look_around(grid, "window.loading !== undefined")
    assert set(page.evaluate("loading")) <= {"idle", "queued", "loading"} and page.evaluate("early") == []
    quiet = [state for state in page.evaluate("[...seen]") if state.split(",")[1] == "true"]
    assert quiet == [], "it is no quiet cell of the grid's"


def test_own_cells_say_their_number_when_it_is_read(page, site, server):
    page.goto(site.page(GRID, server.address, "items"))
    grid = GridPage(page, server.address).settle()
    poll(lambda: grid.parts(".cell[data-item]:not([hidden]) .number", "e.textContent")[:3] == ["1", "2", "3"], 15)
