"""What one sees first, in windows of several sizes."""

import shutil

import pytest
from grid_checks import a_narrower_window_keeps_the_place
from grid_page import GRID, GridPage
from photos import copy_photos
from pictures import write_broken, write_folder, write_png
from running import poll


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, real_pictures):
    server = start_shared_server(copy_photos(real_pictures, module_path / "photos"))
    server.opened()
    return server


@pytest.fixture
def grid(page, server):
    return GridPage(page, server.address)


def test_first_screen_shows_real_photos_in_sections(grid, server):
    grid.open()
    assert grid.page.locator(".title .picked").inner_text() == "photos"
    assert grid.page.locator(".bar .count").inner_text() == "24 items"
    poll(lambda: all(cell["isShown"] and cell["isLoaded"] and cell["state"] == "ready" for cell in grid.seen()), 30, "all are shown")
    seen = grid.seen()
    assert len(seen) > 8
    flat = [item for _, items in server.order() for item in items]
    assert [cell["id"] for cell in seen] == flat[: len(seen)]
    titles = [section["title"] for section in server.snapshot()["sections"]]
    assert grid.headers()[:2] == titles[:2]


def test_the_first_cells_come_with_the_viewer(grid):
    """A round trip less before anything is seen; what follows is asked for as ever."""
    grid.page.add_init_script("""(() => {
      window.answered = () => performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())
        .filter((name) => name === 'viewers' || name === 'range');
      const look = () => {
        if (document.querySelector('collection-grid')?.shadowRoot?.querySelector('.cell[data-item]')) window.before = window.answered();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()""")
    grid.open()
    assert grid.page.evaluate("before") == ["viewers"]
    grid.scroll_to(600)
    poll(lambda: "range" in grid.page.evaluate("answered()"), 15, "the scroll is reported")


def test_cells_do_not_overlap_and_stay_within_the_window(grid):
    cells = grid.open().seen()
    width = grid.page.evaluate("document.documentElement.clientWidth")
    for i, a in enumerate(cells):
        assert a["x"] >= 0 and a["x"] + a["width"] <= width
        for b in cells[i + 1 :]:
            assert (a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
                    or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


@pytest.mark.parametrize("width", [360, 414, 820, 1440])
def test_nothing_sticks_out_at_any_width(new_page, server, width):
    grid = GridPage(new_page(width=width, height=740, device_scale_factor=2), server.address).open()
    assert grid.page.evaluate("document.documentElement.scrollWidth") == width
    for button in grid.page.locator(".bar button:visible").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] >= 24 and box["height"] >= 24
    assert len({round(cell["x"]) for cell in grid.seen()}) >= (3 if width < 600 else 4)


def test_cells_have_as_much_room_at_the_left_as_at_the_right(grid):
    left = min(cell["x"] for cell in grid.open().seen())
    box, width = grid.box(".scroller"), grid.page.evaluate("document.documentElement.clientWidth")
    assert box["left"] == width - box["right"] and left >= 12
    title = grid.part(".header .title", "e.getBoundingClientRect().left")
    assert abs(title - left) < 1, "titles begin where cells begin"


def test_of_a_folder_in_a_folder_the_title_is_strong_and_its_parent_quiet(page, start_server, tmp_path):
    deep = "/".join(f"level {n} of a long way" for n in range(1, 9))
    for number, folder in enumerate(["2014/2014-01-09 Seaside", deep]):
        write_png(tmp_path / "photos" / folder / "1.png", number)
    server = start_server(tmp_path / "photos")
    server.opened()
    grid = GridPage(page, server.address).open()
    assert grid.headers() == ["2014/2014-01-09 Seaside", deep]
    weights = lambda part: grid.parts(f".header .{part}", "[e.textContent, getComputedStyle(e).fontWeight]")
    assert weights("folder") == [["2014-01-09 Seaside", "600"], ["level 8 of a long way", "600"]]
    assert weights("parent")[0] == ["2014/", "400"]
    page.set_viewport_size({"width": 360, "height": 700})
    grid.settle()
    cut = grid.parts(".header .folder", "e.scrollWidth > e.clientWidth")
    assert cut == [False, False], "where room is short, the parent is cut"


def test_headers_stick_while_their_section_is_in_view(page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Long": 40, "Short": 3}))
    server.opened()
    grid = GridPage(page, server.address).open().scroll_to(400)
    top = grid.page.evaluate(f"{GRID}.getBoundingClientRect().top")
    tops = grid.parts(".header", "e.getBoundingClientRect().top")
    assert any(abs(y - top) < 1 for y in tops)


def test_a_larger_size_keeps_the_picture_under_the_eye(grid):
    grid.open().scroll_to(400)
    before = [cell for cell in grid.seen() if cell["y"] > 100][0]
    grid.page.get_by_role("button", name="Larger").click()
    poll(lambda: grid.cell(before["id"])["width"] > before["width"] + 20, 10, "it is larger")
    grid.settle()
    poll(lambda: abs(grid.cell(before["id"])["y"] - before["y"]) < 1, 15, "the picture is where it was")


def test_a_resized_window_keeps_the_picture_under_the_eye(grid):
    a_narrower_window_keeps_the_place(grid.open())


def test_a_broken_picture_says_why_and_disturbs_no_other(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 6})
    write_broken(folder / "broken.png")
    (folder / "no picture.jpg").write_bytes(b"This is a letter, not a picture.")
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    poll(lambda: sum(c["state"] == "failed" for c in grid.seen()) == 2, 10, "both failed")
    failed = [c for c in grid.seen() if c["state"] == "failed"]
    assert {c["label"].split(".")[0] for c in failed} == {"broken", "no picture"}
    assert all(", not shown. " in c["label"] for c in failed)
    assert all(c["isShown"] for c in grid.seen() if c["state"] != "failed")
    assert len(grid.seen()) == 8


def test_a_failed_picture_is_shown_once_it_is_mended_and_tried_again(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 3})
    write_broken(folder / "broken.png")
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    poll(lambda: any(c["state"] == "failed" for c in grid.seen()), 10, "it failed")
    shutil.copyfile(folder / "top 1.png", folder / "broken.png")
    page.locator(".cell[data-state=failed] .retry").click()
    poll(lambda: all(c["state"] == "ready" and c["isShown"] for c in grid.seen()), 15, "all are shown")


def test_an_empty_folder_says_so(page, start_server, tmp_path):
    (tmp_path / "photos").mkdir()
    server = start_server(tmp_path / "photos")
    server.opened()
    grid = GridPage(page, server.address).open()
    assert page.locator(".message h2").inner_text() == "No pictures in this folder"
    assert grid.cells() == []


def test_the_page_speaks_korean_to_those_who_do(new_page, server):
    page = new_page(locale="ko-KR")
    GridPage(page, server.address).open()
    assert page.evaluate("document.documentElement.lang") == "ko"
    assert page.locator(".bar .count").inner_text() == "항목 24개"
    assert page.get_by_role("button", name="새로 고침").count() == 1


def test_colours_follow_the_system(new_page, server):
    def ground(scheme):
        page = new_page(color_scheme=scheme)
        GridPage(page, server.address).open()
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert ground("light") == "rgb(255, 255, 255)"
    assert ground("dark") == "rgb(19, 20, 22)"


def test_another_collection_is_picked_and_back_goes_back(page, start_server, tmp_path, real_pictures):
    server = start_server(copy_photos(real_pictures, tmp_path / "photos"), "--demo")
    server.opened(0)
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 30)
    grid = GridPage(page, server.address).open()
    page.get_by_label("Collection").select_option("material-colours")
    poll(lambda: any(c["label"].startswith("Red 50") for c in grid.cells()), 10, "the colours are shown")
    page.go_back()
    poll(lambda: page.locator(".title .picked").inner_text() == "photos" and grid.seen(), 10, "the photos are back")
    # One that the server fails to open is opened by trying again.
    page.route("**/collections/material-colours", lambda route: route.fulfill(status=500, content_type="application/problem+json", body="{}"))
    page.get_by_label("Collection").select_option("material-colours")
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    page.unroute("**/collections/material-colours")
    again.click()
    poll(lambda: any(c["label"].startswith("Red 50") for c in grid.cells()), 10, "the colours are shown")
    assert not page.locator(".notice").is_visible()


def test_trying_again_and_again_asks_once_at_a_time(new_page, server):
    page = new_page(clock=True)
    asked = []
    page.route("**/api/v1/collections", lambda route: (asked.append(route), route.abort()))
    page.goto(server.address)
    again = page.get_by_role("button", name="Try again")
    for _ in range(4):
        again.click()
    again.wait_for()
    asked.clear()
    page.clock.fast_forward(2100)
    poll(lambda: page.evaluate("1") and asked, 10, "it tries by itself")
    again.wait_for()
    assert len(asked) == 1
    page.unroute("**/api/v1/collections")
    again.click()
    grid = GridPage(page, server.address).settle()
    assert grid.seen() and not page.locator(".notice").is_visible()


def test_a_grid_without_a_size_opens_when_it_gets_one(grid):
    page = grid.open().page
    with page.expect_response(lambda response: "/collections/" in response.url):
        page.evaluate(f"""() => {{
          const late = Object.assign(document.createElement('collection-grid'), {{ id: 'late' }});
          late.style.cssText = 'display: none; width: 400px; height: 300px';
          late.setAttribute('collection', {GRID}.getAttribute('collection'));
          window.states = [];
          late.addEventListener('statechange', ({{ state }}) => states.push(state));
          document.body.append(late);
        }}""")
    assert page.evaluate("states") == ["loading"]
    page.evaluate("document.querySelector('#late').style.display = 'block'")
    poll(lambda: page.evaluate("states.at(-1)") == "ready", 15, "it is shown")
    assert page.evaluate("states") == ["loading", "ready"]
    assert page.evaluate("document.querySelector('#late').itemCount") == 24
