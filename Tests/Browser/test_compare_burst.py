"""Comparing the frames of a burst: one that is rejected gives its place to the next."""

from pathlib import Path

import pytest
from camera_pictures import write_taken
from grid_page import GridPage
from raw_files import write_raw
from running import poll
from test_compare import Comparison, select

# Six frames within six seconds; the seventh is a minute later, the eighth another camera's.
TIMES = ["12:00:00", "12:00:00", "12:00:01", "12:00:01", "12:00:02", "12:00:03", "12:01:00"]


@pytest.fixture(scope="module")
def photos(start_shared_server, module_path):
    folder = Path(module_path / "burst")
    for number, time in enumerate(TIMES):
        write_taken(folder / f"Frame {number}.jpg", f"2026:05:09 {time}", "Alpha")
    write_taken(folder / "Frame 7.jpg", "2026:05:09 12:01:00", "Beta")
    server = start_shared_server(folder)
    server.opened()
    poll(lambda: server.ask("GET", f"/api/v1/collections/{server.collection()}/fields").json.get("complete"), 30, "all are read")
    return server


@pytest.fixture(autouse=True)
def unmarked(photos):
    yield
    path = f"/api/v1/collections/{photos.collection()}"
    items = [item["id"] for item in photos.ask("GET", f"{path}/items").json["items"]]
    photos.ask("POST", f"{path}/marks", {"items": items, "flag": None})


def frames(*numbers):
    return [f"Frame {number}.jpg" for number in numbers]


def compare(grid, count):
    select(grid, count)
    grid.press("c")
    return Comparison(grid).shows(*frames(*range(1, count + 1)))


def drops_until_the_burst_ends(grid, comparison, press):
    press()
    comparison.shows(*frames(4, 2, 3))
    press()
    comparison.shows(*frames(5, 2, 3))
    # A minute passes before the next one: it is no frame of this burst.
    press()
    comparison.shows(*frames(2, 3))
    assert comparison.active() == "Frame 2.jpg"


def test_x_drops_a_frame_and_the_next_of_the_burst_takes_its_place(grid, server):
    comparison = compare(grid, 3)
    drops_until_the_burst_ends(grid, comparison, lambda: grid.press("x"))
    assert grid.part(".compare-bar .title", "e.textContent") == "Compare 2 pictures"
    boxes = comparison.boxes()
    assert len(boxes) == 2 and abs(boxes[0]["width"] - boxes[1]["width"]) < 2
    grid.press("x")
    comparison.shows("Frame 3.jpg")
    assert grid.part(".compare-bar .title", "e.textContent") == "One picture is left"
    # The last one stays, rejected or not.
    grid.press("x")
    poll(lambda: grid.parts(".pane .flag.reject[aria-pressed=true]", "1") == [1], 10, "it is rejected")
    comparison.shows("Frame 3.jpg")


def test_undo_brings_frames_back_to_their_places(grid, server):
    comparison = compare(grid, 3)
    drops_until_the_burst_ends(grid, comparison, lambda: grid.press("x"))
    for shown in [(5, 2, 3), (4, 2, 3), (1, 2, 3)]:
        grid.press("Control+z")
        comparison.shows(*frames(*shown))
        assert comparison.active() == f"Frame {shown[0]}.jpg"
    # Those that gave their places back come again.
    grid.press("x")
    comparison.shows(*frames(4, 2, 3))


def test_the_scale_is_shown_and_kept_by_what_takes_the_place(grid, server):
    comparison = compare(grid, 2)
    scale = lambda: grid.part(".compare-bar .scale", "e.textContent")
    poll(lambda: scale() == "150%", 10, "small pictures are shown half as large again")
    grid.press("+")
    poll(lambda: scale() == "225%", 10, "the scale follows")
    grid.press("x")
    comparison.shows(*frames(3, 2))
    poll(lambda: scale() == "225%" and comparison.scales() == [1.5, 1.5], 10, "it is kept")


@pytest.fixture
def mixed(start_server, tmp_path):
    """Five frames of one camera within three seconds, the third also as a RAW file, with frames of another camera between them by name."""
    folder = tmp_path / "mixed"
    for number, time in enumerate(["12:00:00", "12:00:00", "12:00:01", "12:00:03", "12:00:03"]):
        write_taken(folder / f"Frame {number}.jpg", f"2026:05:09 {time}", "Alpha")
        write_taken(folder / f"Frame {number}b.jpg", f"2026:05:09 {time}", "Beta")
    write_raw(folder / "Frame 2.nef", (folder / "Frame 2.jpg").read_bytes(), camera="Alpha")
    server = start_server(folder)
    server.opened()
    server.path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: server.ask("GET", f"{server.path}/fields").json.get("complete"), 30, "all are read")
    return server


def compare_named(grid, *wanted):
    for cell in grid.seen():
        if cell["label"].split(",")[0] in wanted:
            grid.focus(cell["id"])
            grid.press("Control+Space")
    grid.press("c")
    return Comparison(grid).shows(*wanted)


def test_frames_of_another_camera_between_do_not_end_the_burst(page, mixed):
    grid = GridPage(page, mixed.address).open()
    comparison = compare_named(grid, "Frame 0.jpg", "Frame 1.jpg")
    grid.press("x")
    comparison.shows("Frame 2.jpg", "Frame 1.jpg")
    # The next one was taken two seconds later.
    grid.press("x")
    comparison.shows("Frame 1.jpg")


def test_the_next_frame_is_one_of_the_stack_where_bursts_are_stacks(page, mixed):
    # The pause that the collection has; folded, only the faces are in the order.
    assert mixed.ask("PUT", f"{mixed.path}/bursts", {"stacked": True, "gapMilliseconds": 2500}).status == 200
    grid = GridPage(page, mixed.address).open()
    poll(lambda: len(grid.seen()) == 2, 15, lambda: grid.titles())
    comparison = compare_named(grid, "Frame 0.jpg", "Frame 0b.jpg")
    for shown in ["Frame 1.jpg", "Frame 2.jpg", "Frame 3.jpg", "Frame 4.jpg"]:
        grid.press("x")
        comparison.shows(shown, "Frame 0b.jpg")
    grid.press("x")
    comparison.shows("Frame 0b.jpg")
    # Each has the next frame of its own burst.
    grid.press("x")
    comparison.shows("Frame 1b.jpg")


def test_in_korean_on_a_phone_a_finger_drops_a_frame(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, locale="ko-KR")
    grid = GridPage(page, server.address).open()
    first, second = grid.seen()[1:3]
    grid.hold(first["id"])
    page.get_by_role("menuitem", name="선택", exact=True).tap()
    page.touchscreen.tap(*grid.centre(second["id"]))
    page.locator(".selection-bar button.compare").tap()
    comparison = Comparison(grid).shows(*frames(1, 2))
    page.locator(".pane.active .flag.reject").tap()
    comparison.shows(*frames(3, 2))
    assert grid.part(".compare-bar .title", "e.textContent") == "사진 2장 비교"
    title, scale = grid.box(".compare-bar .title"), grid.box(".compare-bar .scale")
    assert title["right"] <= scale["left"] and scale["right"] <= 390
