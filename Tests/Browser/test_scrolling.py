"""Scrolling: without blanks, to the last item, to the pixel."""

import re

import pytest
from browsers import chromium
from grid_checks import ends_whole_and_without_blanks, keys_reach_both_ends, notches_are_100_px
from grid_page import GRID, ROOT, GridPage, asks_singly, has_no_worker
from pictures import write_folder
from running import poll


@pytest.fixture
def many(page, three_sections):
    return GridPage(page, three_sections.address).open()


def test_no_cell_is_blank_after_a_scroll_to_the_end(many):
    ends_whole_and_without_blanks(many, "Third 41.png")


def test_nodes_are_recycled(many):
    visible = len(many.seen())
    count = f"{ROOT}.querySelectorAll('.cell').length"
    most = many.page.evaluate(count)
    for offset in range(0, int(many.get("contentHeight")), 300):
        many.page.evaluate(f"{GRID}.offset = {offset}")
        most = max(most, many.page.evaluate(count))
    many.settle()
    assert most <= 3 * (visible + 8)


def test_what_is_no_longer_shown_is_never_seen_while_the_view_flies_there_and_back(page, numbers):
    grid = GridPage(page, numbers.address).open()
    page.mouse.move(600, 400)
    page.evaluate(f"""() => {{
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => look();
      window.watched = {{ frames: 0, doubled: 0, left: 0 }};
      const look = () => {{
        const view = {GRID}.getBoundingClientRect();
        const places = new Set();
        for (const cell of {ROOT}.querySelectorAll('.cell:not([hidden])')) {{
          const box = cell.getBoundingClientRect();
          if (box.bottom <= view.top || box.top >= view.bottom) {{
            window.watched.left++;
            continue;
          }}
          const place = `${{Math.round(box.left)}} ${{Math.round(box.top)}}`;
          if (places.has(place)) window.watched.doubled++;
          places.add(place);
        }}
        window.watched.frames++;
        // In a task after the frame's own work: within it, what was released may still be where it is about to be hidden.
        window.watched.next = requestAnimationFrame(() => drawn.port2.postMessage(0));
      }};
      look();
    }}""")
    for way in (1, -1, 1, -1):
        for _ in range(12):
            page.mouse.wheel(0, way * 900)
            page.wait_for_timeout(20)
    grid.settle()
    watched = page.evaluate("() => { cancelAnimationFrame(window.watched.next); return window.watched; }")
    assert watched["frames"] > 20 and watched["left"] > 0 and watched["doubled"] == 0
    # Once the view stands nothing is left about: what is not in view lies ready around it.
    top, bottom = page.evaluate(f"(({{ top, bottom, height }}) => [top - height, bottom + height])({GRID}.getBoundingClientRect())")
    assert all(top - 200 < cell["y"] < bottom + 200 for cell in grid.cells())
    labels = [cell["label"] for cell in grid.cells()]
    assert len(labels) == len(set(labels))


def test_cells_are_made_ready_ahead_a_few_a_frame(page, numbers):
    grid = GridPage(page, numbers.address).open("items")
    page.evaluate(f"{GRID}.setAttribute('density', '64')")
    grid.settle()
    # Counts in every frame the cells that are there but not in view.
    page.evaluate(f"""() => {{
      window.ready = [];
      const view = {GRID}.getBoundingClientRect();
      const look = () => {{
        window.ready.push([...{ROOT}.querySelectorAll('.cell:not([hidden])')].filter((cell) => {{
          const box = cell.getBoundingClientRect();
          return box.bottom <= view.top || box.top >= view.bottom;
        }}).length);
        requestAnimationFrame(look);
      }};
      look();
    }}""")
    page.evaluate(f"{GRID}.offset = {GRID}.contentHeight / 2")
    poll(lambda: page.evaluate("Math.min(...window.ready)") < 60, 30, "the cells there are others")
    grid.settle()
    ready = page.evaluate("window.ready")
    # Until they are taken away, those of the old place lie out of view.
    ready = ready[ready.index(min(ready)):]
    visible = len(grid.seen())
    assert visible > 150
    # Three quarters of a view ahead and one quarter behind, in the end; a frame makes twelve, and is looked at before or after.
    assert visible * 0.8 < ready[-1] < visible * 1.3
    assert max(b - a for a, b in zip(ready, ready[1:])) <= 24


def test_four_pictures_are_asked_for_at_once_and_given_up_when_they_left_the_view(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 90, "Second": 60}))
    server.opened()
    # The first four are never answered.
    asked = []
    asks_singly(page)
    page.route("**/image?*", lambda route: asked.append(route) if len(asked) < 4 else route.continue_())
    grid = GridPage(page, server.address)
    page.goto(server.address)
    poll(lambda: sum(cell["state"] == "ready" for cell in grid.seen()) > 8, 20, "the server has made the pictures")
    # Only while the page is asked for something are its requests handed on.
    poll(lambda: grid.offset == 0 and len(asked) == 4, 15, "four are asked for")
    page.mouse.move(600, 400)
    page.mouse.wheel(0, 100)
    poll(lambda: grid.offset == 100, 15, "it scrolled a little")
    assert not any(cell["isShown"] for cell in grid.seen())
    # Far away they hold nobody up: what is seen there is shown, though the four are still without an answer.
    grid.scroll_to(grid.get("contentHeight"))
    assert all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())


@pytest.fixture(params=[1, 2])
def page_at_ratio(request, browser):
    """A page at a true pixel ratio: an emulated one does not show how tall an element may be."""
    arguments = ["--no-sandbox", f"--force-device-scale-factor={request.param}", "--window-size=1300,900"]
    own = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    page = own.new_context(no_viewport=True).new_page()
    yield page
    assert page.evaluate("devicePixelRatio") == request.param
    own.close()


def test_hundreds_of_thousands_of_items_scroll_to_the_pixel(page_at_ratio, numbers):
    grid = GridPage(page_at_ratio, numbers.address).open("items")
    height = grid.get("contentHeight")
    assert height > 9_000_000
    assert grid.part(".sizer", "e.offsetHeight") < 6_000_000
    notches_are_100_px(grid, [0, 19_950, 123_456, height // 2, height - 25_000])
    # When the view stands, the scroll bar is laid where it belongs; nothing that is seen moves.
    grid.settle()
    share = grid.part(".scroller", "e.scrollTop / e.scrollHeight")
    assert abs(share - grid.offset / height) < 0.01


def test_numbers_are_written_as_the_language_of_the_page_does(new_page, numbers):
    """Not as the browser's: there is no German page."""
    page = new_page(locale="de-DE")
    grid = GridPage(page, numbers.address).open("items")
    grid.scroll_to(grid.get("contentHeight") / 2)
    written = grid.parts(".cell:not([hidden]) .number", "e.textContent")
    assert len(written) > 20 and all(re.fullmatch(r"\d{3},\d{3}", number) for number in written)
    item = grid.seen()[9]["id"]
    grid.focus(item).press("Control+a")
    grid.carry(item)
    assert grid.part(".ghost .stack-count", "e.textContent") == "300,000"
    grid.press("Escape")
    page.mouse.up()


def test_cells_that_pass_below_a_mouse_at_rest_are_not_pointed_at(many):
    page = many.page
    page.mouse.move(600, 400)
    poll(lambda: many.part(".cell:hover .caption", "getComputedStyle(e).display") == "block", 10, "the caption is seen")
    page.evaluate(f"""() => {{
      window.watched = {{ moving: 0, hovered: 0, captions: 0 }};
      const scroller = {ROOT}.querySelector('.scroller');
      let top = scroller.scrollTop, moved = -Infinity, frames = 0;
      const look = (now) => {{
        if (scroller.scrollTop !== top) [top, moved] = [scroller.scrollTop, now];
        // The view counts as moving for 0.12 s. The grid may draw after this look: its first frame is not judged.
        frames = now - moved < 100 ? frames + 1 : 0;
        if (frames > 1) {{
          watched.moving++;
          const caption = {ROOT}.querySelector('.cell:hover .caption');
          if (caption) watched.hovered++;
          if (caption && getComputedStyle(caption).display !== 'none') watched.captions++;
        }}
        watched.next = requestAnimationFrame(look);
      }};
      watched.next = requestAnimationFrame(look);
    }}""")
    for _ in range(10):
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(20)
    many.settle()
    watched = page.evaluate("() => { cancelAnimationFrame(watched.next); return watched; }")
    assert watched["moving"] > 5 and watched["hovered"] > 0 and watched["captions"] == 0, watched
    poll(lambda: many.part(".cell:hover .caption", "getComputedStyle(e).display") == "block", 10, "at rest it is seen again")


def test_the_scroll_bar_seeks_in_proportion(page, numbers):
    grid = GridPage(page, numbers.address).open("items")
    # What a drag of the thumb does: the position changes far, and no wheel, finger or key explains it.
    grid.part(".scroller", "e.scrollTop = e.scrollHeight / 2")
    poll(lambda: abs(grid.offset / grid.get("contentHeight") - 0.5) < 0.01, 15, "half way")
    grid.settle()
    assert abs(int(grid.seen()[0]["label"]) - 150_000) < 3_000


def test_the_last_of_hundreds_of_thousands_is_reached_by_keys_and_whole(page, numbers):
    keys_reach_both_ends(GridPage(page, numbers.address).open("items"), 300_000)


def test_arrows_move_the_focus_by_cell_and_by_row(many):
    cells = many.seen()
    columns = len({cell["x"] for cell in cells[:8] if cell["y"] == cells[0]["y"]})
    many.focus(cells[0]["id"])
    assert many.focused() == cells[0]["id"]
    many.press("ArrowRight", "ArrowRight")
    assert many.focused() == cells[2]["id"]
    many.press("ArrowDown")
    assert many.focused() == cells[2 + columns]["id"]
    many.press("End")
    assert many.focused() == cells[2 * columns - 1]["id"]
    many.press("Home", "ArrowUp")
    assert many.focused() == cells[0]["id"]
    for _ in range(4):
        many.press("PageDown")
    many.settle()
    assert many.offset > 900
    focused = many.cell(many.focused())
    view = many.page.evaluate(f"{GRID}.getBoundingClientRect().toJSON()")
    assert view["top"] <= focused["y"] and focused["y"] + focused["height"] <= view["bottom"]


def test_the_page_itself_makes_no_request_for_ranges_while_it_scrolls(many):
    asked = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/range')).length"
    before, first = many.page.evaluate(asked), many.seen()[0]["id"]
    for offset in (1500, 3000, 600):
        many.scroll_to(offset)
    assert many.seen()[0]["id"] != first
    assert many.page.evaluate(asked) == before


def test_the_server_hears_whose_hand_moves_the_view(many):
    heard = []
    has_no_worker(many.page)
    many.open()
    many.page.on("request", lambda request: request.url.endswith("/range") and heard.append(request.post_data_json))

    def hears(phase):
        def is_heard():
            # Requests are told only while the page is asked something.
            many.page.wait_for_timeout(20)
            return {phase, "settled"} <= {event["phase"] for event in heard}

        poll(is_heard, 15, phase)
        many.settle()
        told = [event for event in heard if event["phase"] == phase]
        heard.clear()
        return told

    many.focus(many.seen()[0]["id"])
    # Page by page: no jump, after which nobody could tell the way on.
    for _ in range(4):
        many.press("PageDown")
    assert all(event["velocity"] == [0, 0] for event in hears("keys"))
    many.page.mouse.move(600, 400)
    before = many.offset
    # Two steps: where they end is known from the first event on.
    many.page.mouse.wheel(0, -240)
    told = hears("wheel")
    assert {event.get("end") for event in told} == {round(before) - 240} and not any("decay" in event for event in told)
    assert abs(many.offset - (before - 240)) < 1


def test_the_focused_cell_stays_in_the_page_however_far_one_scrolls(many):
    first = many.seen()[0]["id"]
    many.focus(first)
    many.scroll_to(4000)
    assert first not in [cell["id"] for cell in many.seen()]
    assert many.focused() == first
    many.press("ArrowRight")
    many.settle()
    assert many.offset < 100
