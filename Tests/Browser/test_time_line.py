"""Two cameras, one time line: where pictures are sorted by time, a drag sets a camera's clock by another camera's picture."""

import pytest
from described import camera, described
from grid_page import GridPage
from running import poll

# 0 and 5 are of one camera, 1 and 6 of another, each a year, a month, a day, an hour and a minute further.
NUMBERS = [0, 1, 5, 6]


@pytest.fixture
def server(start_server, tmp_path, real_pictures):
    folder = tmp_path / "photos"
    folder.mkdir()
    jpeg = next(path for path in real_pictures if path.suffix == ".jpg").read_bytes()
    for number in NUMBERS:
        (folder / f"{number}.jpg").write_bytes(described(jpeg, number))
    server = start_server(folder)
    server.opened()
    path = f"/api/v1/collections/{server.collection()}"
    poll(lambda: (f := server.ask("GET", f"{path}/fields").json)["complete"] and "reading" not in f, 30, "all is read")
    return server


def names(grid):
    return [cell["label"].split(",")[0].removesuffix(".jpg") for cell in grid.seen()]


def fields(server):
    path = f"/api/v1/collections/{server.collection()}/items"
    items = server.ask("GET", path).json["items"]
    found = {item["title"]: server.ask("GET", f"{path}/{item['id']}/fields").json["fields"] for item in items}
    return {name.removesuffix(".jpg"): (known["taken"][:19], known.get("timeShift")) for name, known in found.items()}


@pytest.fixture
def grid(page, server):
    page.goto(f"{server.address}/?sort=taken")
    grid = GridPage(page, server.address).settle()
    poll(lambda: names(grid) == ["0", "1", "5", "6"], 15, lambda: names(grid))
    return grid


def test_a_picture_dropped_beside_another_cameras_sets_the_clock_of_its_own(grid, server):
    first, second, third, fourth = grid.order()
    before = fields(server)
    grid.drag(fourth, over=first)
    grid.hears(f"2 pictures of {camera(6)} moved by")
    after = fields(server)
    assert after["6"][0] == before["0"][0] and after["0"] == before["0"] and after["5"] == before["5"]
    assert after["1"][1] == after["6"][1] < 0, "all pictures of the camera, by the same"
    poll(lambda: names(grid)[0] == "1", 15, lambda: names(grid))
    grid.page.get_by_role("button", name="Undo").click()
    poll(lambda: fields(server) == before, 10, lambda: fields(server))
    poll(lambda: names(grid) == ["0", "1", "5", "6"], 15, lambda: names(grid))


def test_beside_one_of_its_own_camera_the_sort_is_offered_as_the_order(grid, server):
    page = grid.page
    page.goto(f"{server.address}/?sort=taken&where=camera:{camera(0)}")
    grid.settle()
    poll(lambda: names(grid) == ["0", "5"], 15, lambda: names(grid))
    before = fields(server)
    grid.drag(grid.order()[1], over=grid.order()[0])
    page.get_by_role("button", name="Make this the collection’s order").wait_for()
    assert fields(server) == before
