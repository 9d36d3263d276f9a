"""What is known of pictures beside them: information in a panel that stays, and captions at will."""

import pytest
from described import camera, described
from grid_page import GridPage
from large_picture import Picture
from running import poll


@pytest.fixture
def server(start_server, tmp_path, real_pictures):
    folder = tmp_path / "photos"
    folder.mkdir()
    jpeg = next(path for path in real_pictures if path.suffix == ".jpg").read_bytes()
    for number in range(12):
        (folder / f"{number:02}.jpg").write_bytes(described(jpeg, number))
    server = start_server(folder)
    server.opened()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 30, "all is read")
    return server


def panel(page):
    return page.locator(".information-beside").inner_text()


def test_information_stays_beside_the_grid_and_follows_the_focus(grid, server):
    page = grid.page
    wide = page.locator("collection-grid").bounding_box()["width"]
    page.keyboard.press("i")
    poll(lambda: "Ctrl" in panel(page), 15, "it says how to go to a picture")
    assert page.locator("collection-grid").bounding_box()["width"] == wide - 280, "nothing lies below it"
    items = grid.order()
    grid.focus(items[3])
    poll(lambda: "03.jpg" in panel(page) and camera(3) in panel(page), 15, lambda: panel(page))
    grid.press("ArrowRight")
    poll(lambda: "04.jpg" in panel(page) and camera(4) in panel(page), 15, lambda: panel(page))
    # A mark is shown as soon as it is given.
    grid.press("p")
    poll(lambda: "Picked" in panel(page), 15, lambda: panel(page))
    # The large picture has its own.
    grid.press("Enter")
    Picture(grid).shows("04.jpg")
    grid.press("i")
    poll(lambda: grid.part(".lightbox-information", "!e.hidden && e.innerText.includes('04.jpg')"), 10, "there as well")
    grid.press("Escape")
    Picture(grid).has_closed()
    # It is there at the next visit, and goes by the same key.
    page.reload()
    grid.settle()
    page.locator(".information-beside").wait_for()
    grid.focus(items[2])
    poll(lambda: "02.jpg" in panel(page), 15, lambda: panel(page))
    page.keyboard.press("i")
    poll(lambda: page.locator(".information-beside").count() == 0, 10, "it is gone")


def test_where_there_is_little_room_the_large_picture_alone_has_it(new_page, server):
    page = new_page(width=820, height=700)
    grid = GridPage(page, server.address).open()
    page.keyboard.press("i")
    page.locator(".layouts > button").click()
    page.locator(".bar-panel.view").wait_for()
    assert not page.locator(".bar-panel.view .wide").is_visible()
    assert page.locator(".information-beside").count() == 0 and grid.order()


def captions(grid):
    return [text.split("\n") for text in grid.parts(".cell[data-item]:not([hidden]) .under", "e.innerText")]


@pytest.mark.parametrize("kind", ["column", "justified"])
def test_captions_name_the_picture_its_time_and_its_camera(grid, server, kind):
    page = grid.page
    grid.choose_layout(kind)
    before = grid.box(f".cell[data-item='{grid.order()[0]}']")
    page.locator(".layouts > button").click()
    page.get_by_label("Name, time, camera at each picture").check()
    page.keyboard.press("Escape")
    grid.settle()
    poll(lambda: len(captions(grid)) == 12 and all(len(lines) == 2 for lines in captions(grid)), 20, lambda: captions(grid))
    first = sorted(captions(grid))[0]
    # Exif of number 0: 2000:01:01 00:00:00, a Canon.
    assert first[0] == "00.jpg" and first[1].endswith(f" · {camera(0)}") and first[1].startswith("Jan 1"), first
    after = grid.box(f".cell[data-item='{grid.order()[0]}']")
    assert round(after["height"] - before["height"]) == (40 if kind == "column" else 0)
    # Kept for the next visit, and taken away again.
    page.reload()
    grid.settle()
    poll(lambda: len(captions(grid)) == 12, 20, "they are there again")
    page.locator(".layouts > button").click()
    page.get_by_label("Name, time, camera at each picture").uncheck()
    poll(lambda: captions(grid) == [], 10, "they are gone")


def test_a_time_of_day_is_a_filter_of_its_own(grid, server):
    """Number n was taken at n o'clock."""
    page = grid.page
    page.keyboard.press("f")
    panel = page.locator(".filter-panel")
    section = panel.locator("[data-field=timeOfDay]")
    section.locator("summary").click()
    section.get_by_label("Time of day, From").fill("09:00")
    section.get_by_label("Time of day, To").fill("11:00")
    section.get_by_label("Time of day, To").blur()
    poll(lambda: [cell["label"].split(",")[0] for cell in grid.seen()] == ["09.jpg", "10.jpg"], 15, lambda: grid.seen())
    assert page.locator(".chips .chip").inner_text() == "Time of day: 09:00 – 11:00"
    assert "range=timeOfDay:09:00..11:00" in page.url
    page.reload()
    grid.settle()
    assert [cell["label"].split(",")[0] for cell in grid.seen()] == ["09.jpg", "10.jpg"]
