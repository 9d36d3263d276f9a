"""Behaviours of the reference systems that only a real browser can show, each by a test of its own (docs/reference-systems.md)."""

import pytest
from grid_page import GRID, PAGE_MODULE, ROOT, GridPage
from pictures import write_broken, write_folder, write_png
from running import poll

# Cells in the page with their node, what they show, and whether they lie in view.
MOUNTED = f"""() => {{
  const view = {GRID}.getBoundingClientRect();
  return [...{ROOT}.querySelectorAll('.cell:not([hidden]):not(.leaving)')].map((cell) => {{
    const box = cell.getBoundingClientRect();
    return {{ node: cell.id, id: cell.dataset.item, label: cell.getAttribute('aria-label'), text: cell.textContent.trim(),
      inView: box.bottom > view.top && box.top < view.bottom, below: box.top >= view.bottom, distance: box.top - view.bottom,
      isShown: cell.querySelector('img.picture') === null || cell.querySelector('img.picture.shown') !== null }};
  }});
}}"""


class Reference(GridPage):
    def mounted(self):
        return self.page.evaluate(MOUNTED)

    def node_of(self, item):
        return next((cell["node"] for cell in self.mounted() if cell["id"] == item), None)

    def mutated(self):
        """The items whose cells changed in any way since `watch`."""
        return set(self.page.evaluate("[...window.mutated]"))

    def watch(self):
        self.page.evaluate(f"""() => {{
          window.mutated = new Set();
          new MutationObserver((changes) => {{
            for (const {{ target }} of changes) {{
              const element = target instanceof Element ? target : target.parentElement;
              const item = element?.closest('.cell')?.dataset.item;
              if (item) window.mutated.add(item);
            }}
          }}).observe({ROOT}, {{ subtree: true, attributes: true, childList: true, characterData: true }});
        }}""")
        return self


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    server = start_shared_server(write_folder(module_path / "photos", {"First": 90, "Second": 60}))
    server.opened()
    return server


@pytest.fixture
def grid(page, server):
    return Reference(page, server.address).open()


def many_friends(server, count=60):
    inserts = [{"at": [0, n], "item": {"id": f"more-{n}", "title": f"More {n}", "kind": "friend", "attributes": {"initials": "A"}}}
               for n in range(count)]
    assert server.ask("POST", "/api/v1/collections/friends/batch", {"inserts": inserts}).status == 200


def test_p1_a_cell_is_ready_before_it_comes_into_view_and_is_kept_after_it_left(grid):
    poll(lambda: any(c["below"] and c["label"] for c in grid.mounted()), 15, "cells below the view have their content")
    ahead = {c["id"]: c["node"] for c in grid.mounted() if c["below"] and 0 <= c["distance"] < 250}
    above = {c["id"]: c["node"] for c in grid.mounted() if c["inView"]}
    grid.scroll_to(300)
    came = {c["id"]: c["node"] for c in grid.mounted() if c["inView"]}
    assert ahead and ahead.items() <= came.items(), "the same nodes, now in view"
    # Those that left are there still, and turning round shows them at once: no other node, nothing to wait for.
    assert any(not c["inView"] and c["id"] in above for c in grid.mounted())
    shown = grid.page.evaluate(f"""async () => {{
      {GRID}.offset = 0;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return {GRID}.session.presenter.surface.blanks;
    }}""")
    assert shown["blank"] == 0 and shown["cells"] == len(above)
    assert {c["id"]: c["node"] for c in grid.mounted() if c["inView"]} == above


def test_p2_a_picture_that_came_while_its_cell_was_prepared_is_there_in_the_first_frame(grid):
    near = lambda: [c for c in grid.mounted() if c["below"] and c["distance"] < 160]
    poll(lambda: near() and all(c["isShown"] for c in near()), 30, "the next row has its pictures, unseen")
    blanks = grid.page.evaluate(f"""async () => {{
      const blanks = [];
      for (let frame = 0; frame < 15; frame++) {{
        {GRID}.session.presenter.surface.nudge(10);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        blanks.push({GRID}.session.presenter.surface.blanks.blank);
      }}
      return blanks;
    }}""")
    assert grid.offset == 150
    assert blanks == [0] * 15


def test_p4_neither_scrolling_nor_another_window_loads_anything_twice(demos, page, new_page):
    def originals():
        return demos.ask("GET", "/api/v1/stats").json["caches"]["originals"]

    before = originals()
    grid = Reference(page, demos.address).open("landscapes")
    for offset in (900, 0, 400, 1800, 0, 900):
        grid.scroll_to(offset)
    other = Reference(new_page(), demos.address).open("landscapes")
    other.scroll_to(900)
    # Of each of the 36 at most a preview and a picture.
    assert 36 <= originals() - before <= 72


def test_p7_when_a_load_ends_only_its_cell_changes(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 8})
    write_broken(folder / "Left" / "Left 3.png")
    server = start_server(folder)
    server.opened()
    grid = Reference(page, server.address)
    page.goto(server.address)
    broken = lambda: next((c for c in grid.cells() if c["label"] and "Left 3.png" in c["label"]), None)
    poll(lambda: broken() and broken()["state"] == "failed", 30, "one is broken")
    poll(lambda: all(c["isShown"] for c in grid.seen() if c["state"] == "ready") and len(grid.seen()) == 8, 20, "the others are there")
    grid.settle()
    page.mouse.move(5, 5)
    item = broken()["id"]
    write_png(folder / "Left" / "Left 3.png", 3)
    grid.watch()
    page.evaluate(f"{ROOT}.querySelector('.cell[data-state=failed] button').click()")
    poll(lambda: broken()["isShown"] and broken()["isLoaded"], 30, "it is mended")
    assert grid.mutated() == {item}


def test_f3_the_page_stays_usable_during_a_refresh_and_starts_no_second(grid):
    asked = []
    # The refresh is said to run, and its end is never heard.
    grid.page.route("**/refresh", lambda route: (asked.append(1), route.fulfill(status=202, json={"refresh": "long"})))
    grid.press("r")
    poll(lambda: grid.get("isRefreshing"), 15, "it runs")
    grid.scroll_to(1500)
    assert all(c["isShown"] for c in grid.seen()), "scrolling goes on"
    grid.press("r", "r")
    grid.page.evaluate(f"{GRID}.refresh()")
    item = next(c for c in grid.seen() if c["y"] > 200)
    grid.click(item["id"])
    poll(lambda: grid.get("openItem") == item["id"], 15, "a picture opens")
    assert grid.get("isRefreshing") and len(asked) == 1


def test_e1_scrolling_waits_for_no_load(start_server, page):
    # No load will end before the test has.
    server = start_server("--demo-latency", "600000-600000", "--loaders", "1")
    poll(lambda: server.ask("GET", "/api/v1/collections/emoji-rater").json.get("open"), 60, "the emoji are there")
    grid = Reference(page, server.address)
    page.goto(server.address + "/?collection=emoji-rater")
    poll(lambda: grid.seen(), 20, "cells")
    for offset in (4000, 20_000, 52_000, 90_000, 1000):
        page.evaluate(f"{GRID}.offset = {offset}")
        poll(lambda: abs(grid.offset - offset) < 1 and len(grid.seen()) > 8 and all(c["label"] for c in grid.seen()), 20,
             "every cell in view has its words")
        signs = page.evaluate(f"[...{ROOT}.querySelectorAll('.cell:not([hidden]) .emoji-sign')].every((sign) => sign.textContent !== '')")
        assert signs, "and a shadow of its emoji"
    loads = server.ask("GET", "/api/v1/stats").json["loads"]
    assert loads["loaded"] == 0, loads


def test_e5_what_a_fling_passes_is_called_off_and_seen_on_the_dashboard(start_server, page):
    server = start_server("--demo-latency", "300-600")
    poll(lambda: server.ask("GET", "/api/v1/collections/emoji-rater").json.get("open"), 60, "the emoji are there")
    grid = Reference(page, server.address)
    page.goto(server.address + "/?collection=emoji-rater")
    poll(lambda: grid.seen(), 20, "cells")
    page.keyboard.press("d")
    board = PAGE_MODULE + ".then(({ beside }) => beside.dashboard?.%s ?? null)"
    poll(lambda: page.evaluate(board % "report") is not None, 15, "reports come")
    page.mouse.move(300, 300)

    def fling():
        page.mouse.wheel(0, 2500)
        kinds = {row["step"] for row in page.evaluate(board % "steps")}
        return {"cancelPrefetch", "loadCancelled"} <= kinds and page.evaluate(board % "fates.cancelled") > 0

    poll(fling, 60, "loads are called off")
    sums = page.evaluate(board % "report.loads")
    assert sums["cancelledQueued"] > 0


def test_m3_scrolling_never_changes_a_frame(demos, page):
    grid = Reference(page, demos.address).open("mosaic")
    height = grid.get("contentHeight")
    frames = lambda: {c["id"]: (c["x"], round(c["y"] + grid.offset, 1), c["width"], c["height"]) for c in grid.cells()}
    before = frames()
    asked = []
    page.on("request", lambda request: asked.append(request) if request.method == "PATCH" else None)
    for offset in (300, 1200, 2500, 700, 0):
        grid.scroll_to(offset)
        assert grid.get("contentHeight") == height
    after = frames()
    assert {i: after[i] for i in before if i in after} == {i: before[i] for i in before if i in after} != {}
    assert asked == [], "the server was told of no other size"


def test_d2_a_snapshot_that_is_put_shows_only_what_differs(demos, page):
    grid = Reference(page, demos.address).open("friends")
    before = {c["id"]: c["node"] for c in grid.mounted()}
    snapshot = demos.snapshot("friends")
    items = snapshot["sections"][0]["items"]
    gone, first, *others = items
    snapshot["sections"][0]["items"] = [*others, first, {"id": "new", "title": "New", "kind": "friend"}]
    answer = demos.ask("PUT", "/api/v1/collections/friends/snapshot", snapshot)
    assert answer.status == 200
    expected = [i["id"] for i in others] + [first["id"], "new"]
    poll(lambda: grid.settle().order() == expected, 15, "the new order is shown")
    poll(lambda: gone["id"] not in {c["id"] for c in grid.mounted()}, 10, "what went is gone")
    after = {c["id"]: c["node"] for c in grid.mounted()}
    assert {i: after[i] for i in before if i != gone["id"]} == {i: before[i] for i in before if i != gone["id"]}


def test_d4_a_reloaded_cell_is_another_and_its_neighbours_stay_the_same(demos, page):
    grid = Reference(page, demos.address).open("friends")
    before = {c["id"]: c["node"] for c in grid.mounted()}
    item = grid.order()[2]
    grid.focus(item)
    answer = demos.ask("POST", "/api/v1/collections/friends/batch", {"reloads": [[0, 2]]})
    assert answer.json["reloads"] == [item]
    poll(lambda: grid.node_of(item) not in (None, before[item]), 15, "another cell shows it")
    after = {c["id"]: c["node"] for c in grid.settle().mounted()}
    assert {i for i in before if after[i] != before[i]} == {item}
    assert grid.focused() == item, "the focus stays"
    assert next(c["text"] for c in grid.mounted() if c["id"] == item)


def test_d6_a_cell_that_is_ready_but_unseen_is_configured_again_too(demos, new_page):
    many_friends(demos)
    grid = Reference(new_page(width=700, height=420), demos.address).open("friends")
    unseen = next(c for c in grid.mounted() if c["below"])
    demos.ask(
        "PATCH", f"/api/v1/collections/friends/items/{unseen['id']}", {"attributes": {"initials": "Zz"}},
        {"Content-Type": "application/merge-patch+json"})
    poll(lambda: "Zz" in next(c["text"] for c in grid.mounted() if c["id"] == unseen["id"]), 15, "it is configured where it waits")
    still = next(c for c in grid.mounted() if c["id"] == unseen["id"])
    assert still["below"] and still["node"] == unseen["node"]
    grid.scroll_to(unseen["distance"] + 100)
    seen = next(c for c in grid.mounted() if c["id"] == unseen["id"])
    assert seen["inView"] and seen["node"] == unseen["node"] and "Zz" in seen["text"]


DECODES = """(() => {
  window.decodes = { begun: 0, early: [] };
  const done = new WeakMap();
  const decode = HTMLImageElement.prototype.decode;
  HTMLImageElement.prototype.decode = function () {
    decodes.begun++;
    return decode.call(this).then(() => { done.set(this, this.src); });
  };
  window.undecoded = (root) => [...root.querySelectorAll('img.picture.shown')].filter((image) => done.get(image) !== image.src).length;
})()"""


def test_i2_no_picture_is_shown_before_it_was_decoded_off_the_main_thread(page, server):
    page.add_init_script(DECODES)
    grid = Reference(page, server.address).open()
    undecoded = f"undecoded({ROOT})"
    for offset in (0, 700, 1900, 300):
        grid.scroll_to(offset)
        assert page.evaluate(undecoded) == 0
    shown = page.evaluate(f"{ROOT}.querySelectorAll('img.picture.shown').length")
    assert shown > 8 and page.evaluate("decodes.begun") >= shown


def test_l1_cells_are_reused_and_configured_well_before_they_are_displayed(demos, new_page):
    many_friends(demos, 150)
    page = new_page(width=700, height=420)
    grid = Reference(page, demos.address).open("friends")
    # Each node whose item changed, with where it lay when it was configured for it.
    page.evaluate(f"""() => {{
      window.reused = [];
      new MutationObserver((changes) => {{
        const view = {GRID}.getBoundingClientRect();
        for (const {{ target }} of changes) {{
          if (!target.dataset.item || target.hidden) continue;
          const box = target.getBoundingClientRect();
          reused.push(box.top >= view.bottom || box.bottom <= view.top);
        }}
      }}).observe({ROOT}, {{ subtree: true, attributes: true, attributeFilter: ['data-item'] }});
    }}""")
    page.evaluate(f"""async () => {{
      for (let frame = 0; frame < 120; frame++) {{
        {GRID}.session.presenter.surface.nudge(12);
        await new Promise(requestAnimationFrame);
      }}
    }}""")
    poll(lambda: len(page.evaluate("reused")) > 20, 15, "cells are reused")
    assert all(page.evaluate("reused")), "each was configured out of view"
