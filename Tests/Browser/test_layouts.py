"""Every layout that the server offers is drawn whole, and can be put in order."""

import re

import pytest
from grid_page import GRID, ROOT, GridPage, Held
from pictures import write_broken, write_dated, write_png
from running import poll

PHOTOS = {"First": 40, "Second": 30}


@pytest.fixture(scope="module")
def broken(start_shared_server, module_path):
    """One that cannot be shown, and five that can."""
    folder = module_path / "some broken"
    write_broken(folder / "broken.png")
    for number in range(5):
        write_png(folder / f"good {number}.png", number)
    server = start_shared_server(folder, data=module_path / "data of broken")
    server.opened()
    return server


@pytest.mark.parametrize("kind", ["column", "justified", "mosaic", "list"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_layout_fills_the_window_without_overlaps(new_page, server, kind, width):
    grid = GridPage(new_page(width=width, height=740), server.address).open()
    grid.choose_layout(kind)
    for offset in (0, 333, 1000):
        grid.scroll_to(offset)
        seen = grid.seen()
        assert all(cell["isShown"] and cell["isLoaded"] for cell in seen)
        assert max(cell["x"] + cell["width"] for cell in seen) > width * 0.9
        for i, a in enumerate(seen):
            for b in seen[i + 1 :]:
                assert (a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
                        or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


@pytest.mark.parametrize("kind", ["column", "justified", "mosaic", "list"])
def test_headers_stick_in_every_layout_until_the_next_one_pushes(page, server, kind):
    grid = GridPage(page, server.address).open()
    grid.choose_layout(kind)
    headers = f"""[...{ROOT}.querySelectorAll('.header')].map((h) =>
      [h.querySelector('.title').textContent, h.getBoundingClientRect().top - {GRID}.getBoundingClientRect().top])"""
    grid.scroll_to(250)
    assert dict(page.evaluate(headers))["First"] == 0
    # Half of the first header is pushed out by the second.
    for _ in range(2):
        second = dict(page.evaluate(headers)).get("Second")
        if second is None:
            grid.scroll_to(grid.offset + 600)
            continue
        grid.scroll_to(grid.offset + second - 20)
    poll(lambda: abs(dict(page.evaluate(headers))["Second"] - 20) < 1, 15, lambda: f"{page.evaluate(headers)}")
    assert -20 < dict(page.evaluate(headers))["First"] < -5
    grid.scroll_to(grid.offset + 60)
    assert dict(page.evaluate(headers))["Second"] == 0


def test_another_layout_keeps_the_picture_under_the_eye(page, server):
    grid = GridPage(page, server.address).open().scroll_to(700)
    top = lambda: page.evaluate(f"{GRID}.getBoundingClientRect().top")
    # The list has headers above it: the grid is pushed down, and what one looks at is not.
    for kind in ("mosaic", "justified", "list", "column", "list"):
        # The uppermost that is whole in view.
        before = next(cell for cell in grid.seen() if cell["y"] >= top())
        old_top = top()
        grid.choose_layout(kind)
        poll(lambda: abs(grid.cell(before["id"])["y"] - before["y"]) < 1, 15, f"it is where it was in {kind}")
    assert top() > old_top


@pytest.mark.parametrize("kind", ["mosaic", "list", "justified"])
def test_items_are_dragged_in_any_layout(page, server, kind):
    grid = GridPage(page, server.address).open()
    grid.choose_layout(kind)
    first = server.order()[0][1]
    grid.drag(first[0], over=first[2])
    assert server.order()[0][1][:3] == [first[1], first[2], first[0]]


def test_justified_rows_run_from_edge_to_edge_and_settle_without_moving_what_is_looked_at(page, start_server, tmp_path):
    folder = tmp_path / "photos"
    for number in range(1, 121):
        # Portraits, squares, landscapes, panoramas: nobody knows which before they are loaded.
        width, height = [(200, 300), (300, 300), (450, 300), (600, 240)][number * 7 % 4]
        write_png(folder / f"{number:03}.png", number, width, height)
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    grid.choose_layout("justified")
    grid.scroll_to(1500)
    top = page.evaluate(f"{GRID}.getBoundingClientRect().top")
    before = next(cell for cell in grid.seen() if cell["y"] >= top)
    # Sizes that the loads found out come within about a second.
    poll(lambda: all(abs(cell["width"] / cell["height"] / shape(cell) - 1) < 0.35 for cell in grid.seen()), 20,
         "the cells have the pictures' shapes")
    assert abs(grid.cell(before["id"])["y"] - before["y"]) < 1

    def runs_from_edge_to_edge():
        rows = {}
        for cell in grid.seen():
            rows.setdefault(round(cell["y"]), []).append(cell)
        edges = {round(max(cell["x"] + cell["width"] for cell in cells)) for cells in rows.values()}
        return len(edges) == 1 and all(len({round(cell["height"]) for cell in cells}) == 1 for cells in rows.values())

    # What travels to its place is on no edge.
    poll(runs_from_edge_to_edge, 20, "the rows run from edge to edge")


def shape(cell):
    return [2 / 3, 1, 1.5, 2.5][int(cell["label"][:3]) * 7 % 4]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_mosaic_cuts_no_picture_by_more_than_a_fifth(new_page, start_server, tmp_path, width):
    folder = tmp_path / "photos"
    for number in range(1, 61):
        write_png(folder / f"{number:03}.png", number, *[(200, 300), (300, 300), (450, 300), (600, 240)][number * 7 % 4])
    server = start_server(folder)
    server.opened()
    grid = GridPage(new_page(width=width), server.address).open()
    grid.choose_layout("mosaic")

    def cuts():
        shares = [cell["width"] / cell["height"] / shape(cell) for cell in grid.seen()]
        return [1 - min(share, 1 / share) for share in shares]

    poll(lambda: max(cuts()) <= 0.2, 20, lambda: f"the cells have the pictures' shapes: {cuts()}")
    seen = grid.seen()
    areas = sorted(cell["width"] * cell["height"] for cell in seen)
    assert areas[-1] > 2 * areas[0], "large and small ones"


def test_the_words_of_a_list_lie_on_the_page_and_stay_when_selected(page, server):
    grid = GridPage(page, server.address).open()
    grid.choose_layout("list")
    item = grid.seen()[1]["id"]
    grid.focus(item).press("Control+Space")
    grid.hears("1 selected")
    # The placeholder's colour belongs under the small picture, not under the title.
    look = grid.parts(".cell:not([hidden])", """[
      getComputedStyle(e.querySelector('.body')).backgroundColor, e.querySelector('.caption').getBoundingClientRect().width,
      ...['.picture', '.preview'].map((part) => e.querySelector(part).getBoundingClientRect().toJSON())]""")
    assert look and all(colour == "rgba(0, 0, 0, 0)" and words > 200 for colour, words, _, _ in look)
    assert all(abs(picture[side] - preview[side]) < 1 and picture["width"] < 200
               for _, _, picture, preview in look for side in ("left", "right", "top", "bottom"))


@pytest.mark.parametrize("kind", ["column", "justified", "mosaic", "list"])
@pytest.mark.parametrize("smaller", [0, 2])
def test_what_cannot_be_shown_keeps_its_button_in_its_cell(new_page, broken, kind, smaller):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    # Two fingers make cells smaller there: the size is chosen as they would, from the third of those there are.
    page.add_init_script(f"localStorage.density = {2 - smaller}")
    grid = GridPage(page, broken.address).open()
    grid.choose_layout(kind)
    poll(lambda: grid.is_shown(".retry"), 30, "it has failed")
    button, cell = grid.part(".retry", "[e, e.closest('.cell')].map((node) => node.getBoundingClientRect().toJSON())")
    assert button["height"] >= 24 and button["width"] >= 24
    assert cell["top"] <= button["top"] and button["bottom"] <= cell["bottom"]
    assert cell["left"] <= button["left"] and button["right"] <= cell["right"]


def test_cells_have_the_style_of_their_layout_while_another_is_awaited(page, server):
    grid = GridPage(page, server.address).open()
    held = Held(page, "**/viewers/*")
    grid.ask_for_layout("list")
    held.wait()
    assert grid.part(".frame", "e.dataset.layout") == "column"
    held.release()
    poll(lambda: grid.part(".frame", "e.dataset.layout") == "list", 10, "it is a list")
    assert min(grid.parts(".cell:not([hidden])", "e.offsetWidth")) > 1000


def test_of_two_choices_the_newer_counts_whichever_request_is_slower(page, server):
    grid = GridPage(page, server.address).open()
    asked, held = [], []

    def hold(route):
        if route.request.method == "PATCH":
            asked.append(route.request.post_data_json["layout"]["kind"])
            if len(asked) == 1:
                return held.append(route)
        route.continue_()

    page.route("**/viewers/*", hold)
    page.get_by_role("button", name="Smaller").click()
    poll(lambda: page.evaluate("true") and held, 10, "the first is asked for")
    page.get_by_role("button", name="Smaller").click()
    grid.ask_for_layout("list")
    # Whatever these start has started then.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("true")
    assert len(asked) == 1, "the others wait for the first"
    held[0].continue_()
    poll(lambda: grid.part(".frame", "e.dataset.layout") == "list", 30, "it is a list")
    grid.settle()
    poll(grid.is_still, 30, "all have arrived")
    widths = grid.parts(".cell:not([hidden])", "e.offsetWidth")
    assert asked[-1] == "list" and len(asked) == 2 and min(widths) > 1000, (asked, widths)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_tells_the_stars_and_sorts_by_them(new_page, start_server, real_pictures, tmp_path, width, scheme):
    folder = tmp_path / "photos"
    for number, wide in enumerate([300, 600, 450]):
        write_png(folder / f"{number}.png", number, wide, 200)
    write_dated(folder / "3.jpg", next(p for p in real_pictures if p.suffix == ".jpg"), "2024:05:17 12:33:01")
    server = start_server(folder)
    server.opened()
    grid = GridPage(new_page(width=width, color_scheme=scheme), server.address).open()
    grid.choose_layout("list")
    ids = [cell["id"] for cell in grid.seen()]
    for place, key in [(1, "4"), (2, "1"), (2, "p")]:
        grid.focus(ids[place]).press(key)
    # In a column of their own where there is room, else with the other marks.
    stars = lambda: grid.parts(".cell:has(.columns) .stars", "getComputedStyle(e).display !== 'none' && e.textContent || undefined")
    poll(lambda: [text for text in stars() if text] == ["★★★★", "★"], 10, "each star is shown once")
    headers = grid.page.get_by_role("group", name="List columns")
    if width < 840:
        assert not headers.is_visible()
        return
    column, = {round(x) for x in grid.parts(".columns .stars", "e.getBoundingClientRect().left")}
    assert abs(headers.locator(".stars .words").bounding_box()["x"] - column) < 1
    # No sign lies on another column.
    flag = poll(lambda: grid.part(".marks .flag", "e.getBoundingClientRect().toJSON()"), 10, "its flag")
    assert flag["right"] < column
    order = lambda: [cell["id"] for cell in grid.seen()]
    for sort in [[1, 2], [2, 1]]:
        headers.get_by_role("button", name="Stars").click()
        poll(lambda: [ids.index(item) for item in order() if ids.index(item) in sort] == sort, 10, "sorted by stars")
    headers.get_by_role("button", name="Stars").click()
    poll(lambda: order() == ids, 10, "in the own order")
    # Those of all files are read, whether anybody has looked at them or not.
    poll(headers.get_by_role("button", name="Dimensions").is_enabled, 10, "dimensions can be sorted by")


@pytest.mark.parametrize("locale,date", [("en-US", "May 17, 2024, 12:33 PM"), ("ko-KR", "2024. 5. 17. 오후 12:33")])
def test_the_list_tells_the_date_the_dimensions_and_the_size(new_page, start_server, real_pictures, tmp_path, locale, date):
    folder = tmp_path / "photos"
    dated = write_dated(folder / "a.jpg", next(p for p in real_pictures if p.suffix == ".jpg"), "2024:05:17 12:33:01")
    write_png(folder / "b.png", 1, 300, 200)
    server = start_server(folder)
    server.opened()
    for width in (1280, 390):
        grid = GridPage(new_page(width=width, locale=locale), server.address).open()
        grid.choose_layout("list")
        rows = lambda: grid.parts(".cell .columns", "[...e.children].map((c) => c.textContent)")
        poll(lambda: len(rows()) == 2 and all(size for *_, size in rows()), 15, "what is known is there")
        (_, first_date, _, first_size), second = rows()
        assert first_date.replace("\u202f", " ") == date and second[:3] == ["", "", "300 × 200"]
        assert re.match(r"[\d.]+", first_size)[0] == f"{dated.stat().st_size / 10 ** (3 if dated.stat().st_size < 1e6 else 6):.3g}"
        # The columns are beside the picture, and leave room for the name.
        places = grid.parts(".cell:has(.columns)", """[e.querySelector('.picture, .preview').getBoundingClientRect().right,
          e.querySelector('.columns').getBoundingClientRect().left, e.querySelector('.caption').clientWidth]""")
        assert len(places) == 2 and all(right <= left and name > 60 for right, left, name in places)
        if width == 1280:
            # Each below its header.
            header = grid.page.locator(".list-headers .taken .words")
            header.wait_for()
            assert abs(header.bounding_box()["x"] - grid.parts(".columns .date", "e.getBoundingClientRect().left")[0]) < 1
        # No word is covered by another.
        boxes = grid.parts(".cell:first-of-type :is(.caption span, .columns span:not(:empty))", "e.getBoundingClientRect().toJSON()")
        row = [b for b in boxes if b["width"]]
        for i, a in enumerate(row):
            for b in row[i + 1 :]:
                assert a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] + 1 or b["bottom"] <= a["top"] + 1
        grid.choose_layout("column")
        assert rows() == []
