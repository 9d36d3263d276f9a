"""For everyone: by keys, by ear, at any size, in any colours, in either direction."""

import pytest
from accessibility import complaints
from grid_page import GRID, ROOT, GridPage
from pictures import write_broken, write_folder
from running import poll


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    folder = write_folder(module_path / "photos", {"First": 30, "Second": 50})
    write_broken(folder / "First" / "a broken.png")
    server = start_shared_server(folder, "--demo")
    server.opened()
    return server


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(new_page, server, scheme):
    # Axe styles the page while it looks, which the page's policy forbids.
    page = new_page(color_scheme=scheme, bypass_csp=True)
    grid = GridPage(page, server.address).open()
    assert complaints(page) == []
    grid.focus(grid.seen()[1]["id"]).press("Control+Space")
    assert complaints(page) == []
    grid.press("m")
    poll(lambda: grid.is_shown(".sheet[open]"), 5, "it asks where to")
    assert complaints(page) == []
    grid.press("Escape", "Escape", "Enter")
    poll(lambda: grid.get("openItem"), 5, "it is open")
    grid.settle()
    assert complaints(page) == []
    grid.press("Escape")
    poll(lambda: not grid.get("openItem"), 5, "closed")
    grid.press("Shift+F10")
    assert complaints(page) == []
    grid.press("Escape")
    for kind in ("justified", "mosaic", "list"):
        grid.ask_for_layout(kind)
        grid.settle()
        assert complaints(page) == []
    page.locator(".layouts > button").click()
    page.locator(".bar-panel.view").wait_for()
    assert complaints(page) == []
    page.keyboard.press("Escape")
    GridPage(page, server.address).open("material-colours")
    assert complaints(page) == []


def test_axe_would_find_something(new_page, server):
    page = new_page(bypass_csp=True)
    grid = GridPage(page, server.address).open()
    grid.part(".cell", "e.setAttribute('role', 'nonsense')")
    page.evaluate("document.querySelector('.count').style.color = '#ddd'")
    assert {"aria-roles", "color-contrast"} <= {name for name, _ in complaints(page)}


def test_targets_are_large_enough(new_page, server):
    for options in ({"width": 1280}, {"width": 360, "has_touch": True, "is_mobile": True}):
        page = new_page(**options)
        grid = GridPage(page, server.address).open()
        grid.focus(grid.seen()[1]["id"]).press("Control+Space")
        small = page.evaluate(f"""() => [...document.querySelectorAll('button, select'),
          ...{ROOT}.querySelectorAll('button, .scrubber')].filter((e) => e.checkVisibility()).map((e) =>
          [e.className, e.offsetWidth, e.offsetHeight]).filter(([, w, h]) => w < 24 || h < 24)""")
        assert small == []


def test_rows_and_columns_are_told_truly_also_of_what_is_not_loaded(page, start_server):
    server = start_server("--items", 100_000)
    server.opened()
    grid = GridPage(page, server.address).open("items")
    cells = grid.seen()
    columns = len({round(cell["x"]) for cell in cells})
    told = grid.part("[role=grid]", "[Number(e.ariaRowCount), Number(e.ariaColCount)]")
    assert told == [-(-100_000 // columns), columns]
    grid.focus(cells[0]["id"]).press("Control+End")
    poll(lambda: (grid.cell(grid.focused() or "") or {}).get("label") == "100000", 15, "the last")
    grid.settle()
    place = page.evaluate(f"""() => {{ const c = {ROOT}.activeElement;
      return [Number(c.ariaRowIndex), Number(c.ariaColIndex)]; }}""")
    assert place == [told[0], (100_000 - 1) % columns + 1]
    # Each cell is in the row that owns it.
    owned = page.evaluate(f"""() => [...{ROOT}.querySelectorAll('[role=row]')].flatMap((row) =>
      row.getAttribute('aria-owns').split(' ').map((id) =>
        {ROOT}.getElementById(id).ariaRowIndex === row.ariaRowIndex))""")
    assert len(owned) > columns and all(owned)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_either_direction_fits_and_arrows_go_where_they_point(new_page, server, direction):
    page = new_page(width=900)
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => document.documentElement.dir = '{direction}')")
    grid = GridPage(page, server.address).open()
    view = page.evaluate(f"{GRID}.getBoundingClientRect().toJSON()")
    cells = grid.seen()
    assert all(view["left"] <= cell["x"] and cell["x"] + cell["width"] <= view["right"] for cell in cells)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    grid.focus(cells[1]["id"]).press("ArrowRight")
    # The frames lie from left to right, whichever way the words run.
    assert grid.cell(grid.focused())["x"] > cells[1]["x"]
    grid.press("Control+Space")
    bar = grid.box(".selection-bar")
    assert abs((bar["left"] + bar["right"]) / 2 - (view["left"] + view["right"]) / 2) < 20


def test_two_hundred_per_cent_zoom_loses_nothing(new_page, server):
    # What a window of 1280 × 800 becomes.
    page = new_page(width=640, height=400, device_scale_factor=2)
    grid = GridPage(page, server.address).open()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    grid.focus(grid.seen()[0]["id"]).press("Control+Space")
    for name in ("Move to…", "Select all", "Refresh (R)", "Larger"):
        button = page.get_by_role("button", name=name)
        poll(lambda: inside(button.bounding_box(), 640, 400), 5, f"{name} is within the window")


def inside(box, width, height):
    return box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def test_with_reduced_motion_nothing_travels(new_page, server):
    page = new_page(reduced_motion="reduce")
    grid = GridPage(page, server.address).open()
    order = server.order()[0][1]
    page.evaluate(f"""window.moved = 0; const root = {ROOT}; (function look() {{
      window.moved += root.getAnimations().filter((a) => a.effect.getKeyframes().some((k) => k.transform || k.translate)).length;
      requestAnimationFrame(look); }})()""")
    assert server.move(order[8], [0, 1]).status == 200
    poll(lambda: grid.order().index(order[8]) == 1, 10, "it is at its place")
    grid.focus(grid.seen()[2]["id"]).press("Enter")
    poll(lambda: grid.get("openItem"), 5, "open")
    grid.settle().press("Escape")
    poll(lambda: not grid.get("openItem"), 5, "closed")
    assert page.evaluate("window.moved") == 0


def test_forced_colours_show_what_is_selected_and_focused(new_page, server):
    page = new_page(forced_colors="active")
    grid = GridPage(page, server.address).open()
    grid.focus(grid.seen()[1]["id"]).press("Control+Space")
    assert grid.part(".cell.selected", "getComputedStyle(e).outlineStyle") == "solid"


def test_the_page_speaks_korean_in_dialogs_too(new_page, server):
    page = new_page(locale="ko-KR")
    grid = GridPage(page, server.address).open()
    grid.focus(grid.seen()[0]["id"]).press("Control+a")
    grid.hears("81개 선택됨")
    grid.press("m")
    page.get_by_role("heading", name="항목 81개 옮기기").wait_for()
    grid.press("Escape", "Escape")
    second = grid.seen()[1]
    grid.focus(second["id"]).press("t")
    grid.hears(f"{second['label']} 항목을 들어 올렸습니다.")
    grid.press("ArrowRight")
    grid.hears("자리로 옮겼습니다.")
    grid.press("Escape")
    grid.hears("옮기기를 취소했습니다.")
