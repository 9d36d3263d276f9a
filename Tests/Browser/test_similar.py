"""Near duplicates: copies of a photograph among others, found by what they look like."""

import subprocess

import pytest
from grid_page import GridPage
from photos import BACKGROUNDS
from running import poll

NATURE = BACKGROUNDS / "mate" / "nature"
PHOTO = NATURE / "LadyBird.jpg"
ORIGINAL = "1 ladybird.jpg"
# By name, what vips makes of the photograph; none of it copies the file.
COPIES = {
    "2 compressed.jpg[Q=25,strip]": ["copy"],
    "3 smaller.png": ["resize", "0.25"],
    "4 cropped.jpg": ["crop"],
    "5 brighter.jpg": ["gamma", "--exponent", "1.3"],
}
OTHERS = ["Blinds", "Dune", "FreshFlower", "Garden"]


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True)


def size(path):
    return [int(subprocess.run(["vipsheader", "-f", side, path], check=True, capture_output=True, text=True).stdout) for side in ("width", "height")]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    vips("copy", PHOTO, folder / ORIGINAL)
    width, height = size(PHOTO)
    for name, (operation, *options) in COPIES.items():
        # A hundredth of each side is cut off.
        area = [width // 100, height // 100, width * 98 // 100, height * 98 // 100] if operation == "crop" else []
        vips(operation, PHOTO, folder / name, *area, *options)
    for name in OTHERS:
        vips("copy", NATURE / f"{name}.jpg", folder / f"6 {name}.jpg")
    vips("black", folder / "7 black.png", 300, 200)
    vips("bandjoin_const", folder / "7 black.png", folder / "8 clear.png", "0")
    whole = (folder / ORIGINAL).read_bytes()
    (folder / "9 cut off.jpg").write_bytes(whole[:len(whole) * 3 // 4])
    (folder / "9 none.jpg").write_bytes(b"no picture")
    return folder


def likeness(server):
    """Of each item by its title, as a program reads it."""
    path = f"/api/v1/collections/{server.collection()}"
    items = server.ask("GET", f"{path}/items").json["items"]
    fields = {item["title"]: server.ask("GET", f"{path}/items/{item['id']}/fields").json.get("fields", {}) for item in items}
    return {title: known["likeness"] for title, known in fields.items() if "likeness" in known}


def test_similar_pictures_are_shown_from_the_menu_and_after_a_restart(start_server, new_page, folder):
    server = start_server(folder)
    server.opened()
    grid = GridPage(new_page(), server.address).open()
    page = grid.page
    copies = {ORIGINAL, *(name.split("[")[0] for name in COPIES)}
    poll(lambda: len(likeness(server)) >= 11, 60, lambda: f"all but the damaged ones are known: {likeness(server)}")
    everything = sorted(grid.titles())
    first = grid.order()[grid.titles().index(ORIGINAL)]
    page.mouse.click(*grid.centre(first), button="right")
    page.get_by_role("menuitem", name="Similar pictures").click()
    # The rest of a damaged file is most of the picture.
    poll(lambda: copies <= set(grid.titles()) <= copies | {"9 cut off.jpg"}, 15, lambda: f"the copies: {grid.titles()}")
    assert grid.titles()[0] == ORIGINAL
    page.get_by_role("button", name="Remove Similar to a picture").wait_for()
    found = grid.titles()
    page.reload()
    grid.settle()
    poll(lambda: grid.titles() == found, 15, lambda: f"the address says it: {grid.titles()}")
    page.locator(".arrange-button").click()
    assert page.locator(".arrange-form select").first.evaluate("e => e.selectedOptions[0].text") == "Most similar first"
    page.keyboard.press("Escape")
    page.go_back()
    poll(lambda: sorted(grid.titles()) == everything, 15, lambda: f"back: {grid.titles()}")
    # One that is plain is like the others of the kind.
    known = likeness(server)
    collection = f"/api/v1/collections/{server.collection()}"
    near = {"field": "likeness", "near": known["7 black.png"]}
    result = server.ask("POST", f"{collection}/queries", {"where": near, "sort": [near]}).json["id"]
    assert {item["title"] for item in server.ask("GET", f"/api/v1/collections/{result}/items").json["items"]} == {"7 black.png", "8 clear.png"}
    refused = server.ask("POST", f"{collection}/queries", {"where": {**near, "near": "black"}})
    assert (refused.status, refused.json["pointer"]) == (422, "/where/near")
    server.restart()
    server.opened()
    poll(lambda: likeness(server) == known, 30, lambda: f"kept: {likeness(server)}, not {known}")


def test_a_picture_that_nothing_is_known_of_says_so(start_server, new_page, folder):
    server = start_server(folder)
    server.opened()
    grid = GridPage(new_page(), server.address).open()
    poll(lambda: len(likeness(server)) >= 11, 60, "all but the damaged ones are known")
    items = server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"]
    place = next(item["id"] for item in items if item["title"] == "9 none.jpg")
    grid.page.mouse.click(*grid.centre(place), button="right")
    grid.page.get_by_role("menuitem", name="Similar pictures").click()
    grid.hears("Nothing is known yet of what this picture looks like")
