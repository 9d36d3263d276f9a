"""Who comes back finds what was left: the same item under the eye, the same layout, size and selection."""

import itertools

import pytest
from grid_page import GRID, GridPage, Held, has_no_worker
from pictures import write_folder
from playwright.sync_api import Error
from running import poll


@pytest.fixture
def grid(page, three_sections):
    return GridPage(page, three_sections.address).open()


def places(grid):
    """Once nothing travels any more."""
    poll(lambda: grid.page.evaluate(f"{GRID}.shadowRoot.getAnimations().every((a) => a.playState !== 'running')"), 10, "nothing travels")
    return {cell["id"]: cell["y"] for cell in grid.seen()}


def loads_nothing(server):
    loads = server.ask("GET", "/api/v1/stats").json["loads"]
    return loads["running"] == loads["queued"] == 0


def is_as_before(grid, before):
    def near():
        now = places(grid)
        return now.keys() == before.keys() and all(abs(now[item] - y) < 1 for item, y in before.items())
    poll(near, 15, f"each item is where it was, now at {grid.offset}")


def hide(page):
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


class DiscardedTab:
    """A tab whose page is thrown away without a word to it. Playwright gives such a tab up, so that all goes by the browser's own protocol."""

    def __init__(self, page):
        self.session, crashes = page.context.new_cdp_session(page), []
        self.session.on("Inspector.targetCrashed", lambda event: crashes.append(event))
        self.session.send("Inspector.enable")
        with pytest.raises(Error):
            page.goto("chrome://crash")
        # Events are heard only while something is asked.
        poll(lambda: self.ask("Page.getNavigationHistory") and crashes, 30, "the page is gone")

    def show(self):
        """From the browser's history, as the browser does: a reload after a crash has no `history.state`."""
        history = self.ask("Page.getNavigationHistory")
        here = history["currentIndex"]
        entry = history["entries"][here]
        other = entry["url"] + "healthz"
        self.go(here + 1, other, "Page.navigate", url=other)
        self.go(here, entry["url"], "Page.navigateToHistoryEntry", entryId=entry["id"])

    def go(self, index, address, method, **parameters):
        looks = itertools.count()

        def is_there():
            # A tab that has just crashed drops a request now and then.
            if next(looks) % 200 == 0:
                self.ask(method, **parameters)
            # The index is that of a page that is still to come.
            return (self.ask("Page.getNavigationHistory").get("currentIndex") == index
                    and self.evaluate("[location.href, document.readyState]") == [address, "complete"])

        poll(is_there, 30, f"{address} is shown")

    def ask(self, method, **parameters):
        try:
            return self.session.send(method, parameters)
        except Error:
            # The tab is changing its process.
            return {}

    def evaluate(self, script):
        expression = f"(async () => {{ const value = {script}; return typeof value === 'function' ? value() : value; }})()"
        answer = self.session.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")


def test_a_reload_shows_the_same_place_layout_and_size(grid, three_sections):
    page = grid.page
    # Not justified: its rows move a little whenever the shapes of more pictures are known. Those of the mosaic keep their height, but
    # are arranged anew: what is below the view is looked at first, and everything is there before places are compared.
    grid.choose_layout("mosaic")
    page.get_by_role("button", name="Larger").click()
    grid.settle().scroll_to(2900).settle().scroll_to(2345)
    poll(lambda: loads_nothing(three_sections), 60, "all is loaded")
    before = places(grid.settle())
    page.reload()
    grid.settle()
    is_as_before(grid, before)
    assert page.evaluate(f"{GRID}.getAttribute('layout')") == "mosaic"
    # The layout is also that of the next visit, which begins at the top.
    page.goto("about:blank")
    grid.open()
    assert grid.offset == 0 and page.evaluate(f"{GRID}.getAttribute('layout')") == "mosaic"


def test_a_page_left_before_the_first_answer_keeps_the_place_that_it_was_to_show(grid):
    page = grid.page
    grid.scroll_to(1711)
    before = places(grid)
    held = Held(page, "**/viewers")
    page.reload()
    held.wait()
    hide(page)
    page.reload()
    held.release()
    grid.settle()
    is_as_before(grid, before)


def test_a_tab_that_the_browser_has_thrown_away_shows_the_same_place(grid, three_sections):
    grid.scroll_to(1711)
    before = places(grid)
    grid.page.evaluate("window.isOld = true")
    # As on a phone: a page is thrown away while it is hidden.
    hide(grid.page)
    tab = DiscardedTab(grid.page)
    tab.show()
    again = GridPage(tab, three_sections.address).settle()
    assert tab.evaluate("window.isOld") is None
    is_as_before(again, before)
    # What the fixture cannot do in such a tab: the next test begins without a past.
    tab.evaluate("localStorage.clear()")


def test_a_reload_without_the_history_state_shows_the_same_place(grid):
    """As Chromium reloads a page that has crashed."""
    grid.scroll_to(1711)
    before = places(grid)
    grid.page.evaluate("history.replaceState(null, '')")
    grid.page.reload()
    grid.settle()
    is_as_before(grid, before)
    # An entry that is new begins at its own top.
    key = grid.page.evaluate("history.state.key")
    grid.page.evaluate("location.hash = 'new'")
    poll(lambda: grid.page.evaluate("history.state?.key ?? ''") != key, 10, "it is another entry")


def test_a_reload_asks_for_the_place_first_and_never_for_the_top(grid):
    page = grid.page
    grid.scroll_to(3000)
    has_no_worker(page)
    ranges = []
    page.on("request", lambda request: ranges.append(request.post_data_json) if request.url.endswith("/range") else None)
    page.reload()
    grid.settle()
    assert grid.offset == 3000
    first = min(int(cell) for cell in grid.parts(".cell:not([hidden])", "e.getAttribute('aria-rowindex')"))
    assert first > 3 and ranges[0]["visible"][0] > 12 and "rect" not in ranges[0]
    assert all(event.get("rect", [0, 3000])[1] > 2000 for event in ranges)


def test_a_reload_keeps_what_is_selected(grid):
    grid.scroll_to(800)
    chosen = [cell["id"] for cell in grid.seen() if cell["y"] > 100][1:4]
    for item in chosen:
        grid.page.keyboard.down("Control")
        grid.click(item)
        grid.page.keyboard.up("Control")
    assert set(grid.parts(".cell.selected", "e.dataset.item")) == set(chosen)
    grid.page.reload()
    grid.settle()
    poll(lambda: set(grid.parts(".cell.selected", "e.dataset.item")) == set(chosen), 15, "the same are selected")


def test_back_from_another_page_shows_the_same_place(grid):
    grid.scroll_to(1711)
    before = places(grid)
    grid.page.goto("about:blank")
    grid.page.go_back()
    grid.settle()
    is_as_before(grid, before)


def test_a_place_whose_item_is_gone_is_the_place_where_it_was(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 120})
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open().scroll_to(1500)
    first = next(cell for cell in grid.seen() if cell["y"] >= 48)
    page.goto("about:blank")
    (folder / first["label"]).unlink()
    version = server.opened()["version"]
    server.ask("POST", f"/api/v1/collections/{server.collection()}/refresh", {})
    poll(lambda: server.opened()["version"] > version, 15, "it is gone")
    page.go_back()
    grid.settle()
    poll(lambda: abs(grid.offset - 1500) < 2, 10, f"at {grid.offset}")


def test_going_to_another_collection_and_back_returns_to_the_place(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 40}), "--demo")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60)
    grid = GridPage(page, server.address).open("landscapes-endless").scroll_to(5000)
    before = places(grid)
    page.get_by_label("Collection").select_option("friends")
    poll(lambda: grid.seen() and grid.get("itemCount") < 100, 15, "the friends")
    page.go_back()
    poll(lambda: grid.get("itemCount") == 100_000, 15, "the landscapes")
    is_as_before(grid, before)


def test_a_section_without_a_position_is_gone_to_from_its_first_item(grid):
    page = grid.page
    grid.focus(grid.seen()[0]["id"]).press("g")
    page.get_by_role("combobox", name="Section").fill("second")
    assert page.get_by_label("Position").get_attribute("placeholder") == "At the beginning"
    page.get_by_role("button", name="Go", exact=True).click()
    poll(lambda: grid.cell(grid.focused() or "")["label"] == "Second 1.png", 10, "the first has the focus")
