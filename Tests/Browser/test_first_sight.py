"""A folder of photos at first sight: uncropped, its names whole, nothing in the first row that a photographer has no use for."""

import pytest
from grid_page import GridPage
from pictures import write_png
from raw_files import write_raw
from running import poll

FOLDERS = ["01 Getting ready", "02 Ceremony", "03 Dinner"]


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    root = module_path / "Kim and Lee 2026"
    for n, folder in enumerate(FOLDERS):
        for i in range(4):
            write_png(root / "Kim & Müller Wedding" / folder / f"3R6A{n}{i}.png", i, *((360, 240) if i % 2 else (240, 360)))
    write_raw(root / "Kim & Müller Wedding" / FOLDERS[0] / "3R6A0.NEF")
    server = start_shared_server(root)
    server.opened()
    return server


def fresh(page, server):
    """As somebody sees it who has chosen no layout."""
    page.add_init_script("localStorage.removeItem('layout')")
    return GridPage(page, server.address).open()


def test_photos_are_not_cropped_unless_somebody_wants_squares(page, server):
    grid = fresh(page, server)
    assert page.evaluate("document.querySelector('collection-grid').getAttribute('layout')") == "justified"
    shapes = {cell["label"]: cell["width"] / cell["height"] for cell in grid.seen()}
    assert shapes["3R6A00.png"] < 0.8 and shapes["3R6A01.png"] > 1.3, shapes
    grid.choose_layout("column")
    grid.settle()
    assert page.evaluate("localStorage.layout") == "column"


def test_folders_are_named_by_what_they_do_not_share(page, server):
    grid = fresh(page, server)
    assert grid.headers() == FOLDERS
    page.locator(".outline-button").click()
    page.get_by_role("dialog").wait_for()
    assert "Kim & Müller Wedding/" not in page.get_by_role("dialog").inner_text()
    snapshot = server.ask("GET", f"/api/v1/collections/{server.collection()}/sections").json
    assert snapshot["sections"][0]["title"] == f"Kim & Müller Wedding/{FOLDERS[0]}", "programs get the whole path"


@pytest.mark.parametrize("width,height", [(390, 844), (820, 1180)])
def test_the_name_is_whole_on_a_phone_and_a_tablet(new_page, server, width, height):
    page = new_page(width=width, height=height, has_touch=True, is_mobile=True, locale="ko-KR")
    fresh(page, server)
    name = page.locator(".title .picked")
    assert name.inner_text() == "Kim and Lee 2026"
    assert name.evaluate("(e) => e.scrollWidth <= e.clientWidth"), "it is not cut"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".filter-button").bounding_box()["x"] + 36 <= width


def test_the_search_field_stays_where_it_is(page, server):
    grid = fresh(page, server)
    left = lambda: page.locator(".search-box").bounding_box()["x"]
    before = left()
    page.keyboard.press("/")
    page.keyboard.type("3R6A01")
    poll(lambda: grid.settle().get("itemCount") == 1, 15, "one is found")
    assert page.locator(".bar .count").inner_text() != "13 items" and left() == before


def test_what_shows_the_work_behind_is_offered_by_its_key(page, server):
    grid = fresh(page, server)
    assert not page.locator(".dashboard-button").is_visible()
    page.keyboard.press("d")
    page.locator("aside.dashboard").wait_for()
    # While it is there, so is the button that closes it.
    page.locator(".dashboard-button").click()
    poll(lambda: page.locator("aside.dashboard").count() == 0, 10)
    assert grid.settle()


def test_a_raw_file_is_told_from_others(page, server):
    grid = fresh(page, server)
    badges = grid.parts(".cell", "[e.getAttribute('aria-label').split(',')[0], e.querySelector('.video-badge')?.textContent ?? '']")
    assert sorted(badges)[0] == ["3R6A0.NEF", "RAW"] and {badge for _, badge in sorted(badges)[1:]} == {""}
    assert "RAW" in grid.parts(".cell[aria-label*=NEF]", "e.getAttribute('aria-label')")[0]
