"""Sections on the wall: lines stand between thousands of them, titles lie over large ones, and from right to left nothing is slower."""

import re

import pytest
from grid_page import GRID, GridPage, Held, has_no_worker
from pictures import encoded
from running import poll
from test_wall import at_size, colour, near, seen_at

WALL = f"{GRID}.session.presenter.store.wall"
SECTIONS = 12_000
FOLDERS = 90


@pytest.fixture(scope="module")
def texts(start_shared_server, module_path):
    """Items without pictures in as many sections as nobody has folders."""
    server = start_shared_server(data=module_path / "data of sections")
    sections = [
        {"id": f"s{number}", "title": f"Section {number}", "items": [{"id": f"{number}-{item}", "title": f"{number}-{item}"} for item in range(1 + number * 7919 % 9)]}
        for number in range(SECTIONS)
    ]
    # One that is large enough for a title.
    sections[40]["items"] = [{"id": f"large-{item}", "title": f"large-{item}"} for item in range(3000)]
    answer = server.ask("POST", "/api/v1/collections", {"id": "sections", "title": "Sections", "sections": sections})
    assert answer.status == 201, answer.body
    return server


def shows_all(grid):
    """All that is in view is known and drawn."""
    return grid.page.evaluate(f"""() => {{
      const {{ presenter }} = {GRID}.session, {{ wall, surface, store }} = presenter;
      const [low, high] = store.wall?.span(surface.offset, surface.offset + surface.height) ?? [0, 0];
      return high > low && wall.texels.runs.gaps(low, high).length === 0 && {GRID}.isIdle;
    }}""")


@pytest.mark.parametrize("size", [1, 8, 12])
def test_each_item_of_12000_sections_is_where_the_server_has_it(new_page, texts, size):
    grid = at_size(GridPage(new_page(), texts.address).open("sections"), size)
    metrics = grid.page.evaluate(f"{WALL}.metrics")
    width, height = grid.page.evaluate(f"{GRID}.session.presenter.store.contentSize")
    poll(lambda: shows_all(grid), 60, "the top is drawn")
    numbers = "&".join(f"{name}={metrics[name]}" for name in ("minColumnWidth", "cellHeight", "spacing", "inset", "headerHeight", "minSectionWidth"))
    for part in (0, 0.4, 1):
        top = max(0, part * height - 200)
        query = f"kind=column&{numbers}&width={width}&rect=0,{top},{width},{min(200, 20 * size)}"
        answer = texts.ask("GET", f"/api/v1/collections/sections/layout?{query}")
        assert answer.status == 200, answer.body
        elements = answer.json["elements"]
        found = grid.page.evaluate(f"(paths) => paths.map((path) => {WALL}.frame({WALL}.index(path)))", [element["indexPath"] for element in elements])
        assert elements and found == [element["frame"] for element in elements]
    for part in (0.5, 1):
        grid.scroll_to(part * height)
        poll(lambda: shows_all(grid), 60, f"{part} is drawn")
    nodes = grid.page.evaluate(f"{GRID}.shadowRoot.querySelectorAll('.sections *').length")
    assert nodes < 9000 if size == 12 else nodes < 60, nodes


def test_a_large_section_between_lines_has_its_title_over_its_pictures(new_page, texts):
    grid = at_size(GridPage(new_page(), texts.address).open("sections"), 8)
    poll(lambda: grid.headers() == ["Section 40"], 30, lambda: f"{grid.headers()}")
    box = grid.box(".header")
    assert box["height"] <= 20 and box["width"] < 300
    grid.page.evaluate(f"{GRID}.density = 12")
    poll(lambda: "Section 0" in grid.headers(), 30, lambda: f"{grid.headers()[:3]}")


def test_what_is_under_the_pointer_stays_there_while_sections_are_counted(new_page, texts):
    page = new_page()
    has_no_worker(page)
    grid = GridPage(page, texts.address).open("sections")
    page.evaluate(f"{GRID}.density = 60")
    page.evaluate(f"{GRID}.scrollToItem(30_000)")
    seen = grid.settle().seen()
    item = seen[len(seen) // 2]["id"]
    index, (x, y) = page.evaluate(f"(id) => {GRID}.indexOf(id)", item), grid.centre(item)
    held = Held(page, re.compile(r"/collections/sections/sections\?"))
    page.mouse.move(x, y)
    page.keyboard.down("Control")

    def smaller(wanted):
        while (density := grid.get("density")) > wanted:
            page.mouse.wheel(0, 100)
            poll(lambda: grid.get("density") < density, 15)

    smaller(39)
    poll(lambda: grid.part(".frame", "e.classList.contains('wall')"), 20, "the wall is shown")
    held.wait()
    # Nobody knows where it is: what was there is seen meanwhile, and the gesture goes on.
    assert grid.is_shown(".cells.leaving")
    smaller(20)
    page.keyboard.up("Control")
    held.release()
    poll(lambda: shows_all(grid), 60, "the wall is drawn")
    _, top, _, height = page.evaluate(f"(index) => {WALL}.frame(index)", index)
    middle = grid.box(".scroller")["y"] + top + height / 2 - grid.offset
    assert abs(middle - y) < 2, f"{index} is at {middle}, not at {y}"
    poll(lambda: not grid.is_shown(".cells.leaving"), 10, "what left is gone")


def test_what_is_selected_behind_the_10000th_section_follows_changes(new_page, texts):
    grid = at_size(GridPage(new_page(), texts.address).open("sections"), 12)
    poll(lambda: shows_all(grid), 60)
    index = grid.page.evaluate(f"{WALL}.index([11_500, 0])")
    grid.page.evaluate(f"{GRID}.scrollToItem({index})")
    poll(lambda: shows_all(grid), 60)
    x, y, width, height = grid.page.evaluate(f"{WALL}.frame({index})")
    box = grid.box(".scroller")
    grid.page.mouse.click(box["x"] + x + width / 2, box["y"] + y + height / 2 - grid.offset)
    poll(lambda: grid.get("selection")["ranges"] == [[index, index]], 15, lambda: grid.get("selection"))
    # It follows changes by the counts of sections, which are read after it was made.
    grid.page.evaluate(f"{GRID}.session.editing.selecting.selection.sections().then(() => true)")
    assert texts.move("large-0", (SECTIONS - 2, 0), "sections").status == 200
    poll(lambda: grid.get("selection")["ranges"] == [[index - 1, index - 1]], 15, lambda: grid.get("selection"))
    grid.page.keyboard.press("Shift+End")
    poll(lambda: grid.get("selection")["count"] > 1 and grid.get("selection")["ranges"][0][0] == index - 1, 15, lambda: grid.get("selection"))


@pytest.fixture(scope="module")
def folders(start_shared_server, module_path):
    folder = module_path / "folders"
    for number in range(FOLDERS * 4):
        parent = folder / f"{number // 4:03}"
        parent.mkdir(parents=True, exist_ok=True)
        (parent / f"{number:04}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))
    server = start_shared_server(folder, data=module_path / "data of folders")
    server.opened()
    return server


def wrong(grid):
    """Where another colour is seen in view than that of the picture which belongs there."""
    box = grid.part(".scroller", "({ x: e.getBoundingClientRect().x, y: e.getBoundingClientRect().y, height: e.clientHeight })")
    frames = grid.page.evaluate(f"Array.from({{ length: {FOLDERS * 4} }}, (_, i) => {WALL}.frame(i))")
    places = [(number, (box["x"] + x + w / 2, box["y"] + y + h / 2 - grid.offset))
              for number, (x, y, w, h) in enumerate(frames) if y + h / 2 - grid.offset < box["height"] - 1]
    seen = seen_at(grid, [point for _, point in places])
    return [(number, found, colour(number)) for (number, _), found in zip(places, seen) if not near(found, colour(number))]


@pytest.mark.parametrize("size", [3, 8, 16])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_pictures_of_small_sections_are_at_their_places(new_page, folders, size, direction):
    page = new_page()
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = '{direction}')")
    grid = at_size(GridPage(page, folders.address).open(), size)
    found = [None]

    def is_right():
        found[0] = wrong(grid)
        return not found[0]

    poll(is_right, 120, lambda: f"{len(found[0])} wrong: {found[0][:4]}")
    first = grid.page.evaluate(f"{WALL}.frame(0)")
    assert (first[0] > 1000) == (direction == "rtl")


def test_from_right_to_left_rows_are_drawn_at_once(new_page, folders):
    calls = {}
    for direction in ("ltr", "rtl"):
        page = new_page()
        page.add_init_script(f"""
          document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = '{direction}');
          const draw = CanvasRenderingContext2D.prototype.drawImage;
          window.drawn = 0;
          CanvasRenderingContext2D.prototype.drawImage = function (...rest) {{
            window.drawn++;
            return draw.apply(this, rest);
          }};""")
        # All in one section: rows are long.
        grid = GridPage(page, folders.address).open()
        page.evaluate(f"{GRID}.find({{ group: {{ field: 'kind' }} }})")
        at_size(grid, 8)
        poll(lambda: shows_all(grid), 60)
        page.evaluate("window.drawn = 0")
        page.evaluate(f"""() => {{
          {GRID}.session.presenter.wall.pause(false);
          {GRID}.dispatchEvent(new CustomEvent('selectionchange'));
        }}""")
        poll(lambda: page.evaluate("window.drawn") > 0, 15, "it is drawn again")
        grid.settle()
        calls[direction] = page.evaluate("window.drawn")
    assert calls["rtl"] <= 2 * calls["ltr"], calls


def test_a_folder_that_comes_leaves_all_that_is_known(new_page, start_server, tmp_path):
    folder = tmp_path / "days"

    def write(day, numbers):
        (folder / day).mkdir(parents=True)
        for number in numbers:
            (folder / day / f"{number:05}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))

    write("2024-05-01", range(100))
    write("2024-05-03", range(100, 200))
    server = start_server(folder, "--watch")
    server.opened()
    grid = at_size(GridPage(new_page(), server.address).open(), 16)
    box = grid.part(".scroller", "({ x: e.getBoundingClientRect().x, y: e.getBoundingClientRect().y })")

    def unlike(numbers):
        frames = grid.page.evaluate(f"(count) => Array.from({{ length: count }}, (_, i) => {WALL}.frame(i))", len(numbers))
        if None in frames:
            return ["nobody knows where they are"]
        seen = seen_at(grid, [(box["x"] + x + w / 2, box["y"] + y + h / 2 - grid.offset) for x, y, w, h in frames])
        return [(number, found) for number, found in zip(numbers, seen) if not near(found, colour(number))]

    poll(lambda: unlike(range(200)) == [], 120, lambda: f"{unlike(range(200))[:4]}")
    asked = []
    grid.page.on("request", lambda request: "/sheet?" in request.url and asked.append(int(re.search(r"count=(\d+)", request.url)[1])))
    write("2024-05-02", range(200, 205))
    order = [*range(100), *range(200, 205), *range(100, 200)]
    poll(lambda: grid.get("itemCount") == 205, 60, "the folder is there")
    poll(lambda: unlike(order) == [], 60, lambda: f"{unlike(order)[:4]}")
    # Of what was there, nothing is asked for again.
    assert asked and max(asked) <= 5, asked
