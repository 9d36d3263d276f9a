"""A collection to look for things in: 60 items with dates, cameras and names, and what tests do with the page over it."""

from running import poll

NAMES = ["sea bird", "Sea wall", "mountain", "바다", "Müller", "city"]
CAMERAS = ["Canon EOS R5", "X100V", None]
LIBRARY = "library"


def item(number):
    """Each month from January 2022, for 29 months; every tenth has no date."""
    month = number % 30
    attributes = {}
    if number % 10 != 9:
        attributes["taken"] = f"{2022 + month // 12}-{month % 12 + 1:02}-10T12:00:00"
    if CAMERAS[number % 3]:
        attributes["camera"] = CAMERAS[number % 3]
    return {"id": f"i{number}", "title": f"{NAMES[number % 6]} {number:02}", "attributes": attributes}


def go(grid, query=""):
    grid.page.goto(f"{grid.address}/?collection={LIBRARY}{query and '&'}{query}")
    grid.settle()
    # What can be asked is known only after what is seen.
    grid.page.locator(".bar.finds").wait_for()
    return grid


def count(grid):
    return grid.page.locator(".bar .count").inner_text()


def finds(grid, number, seconds=15):
    poll(lambda: grid.get("itemCount") == number, seconds, lambda: f"{number} found, now {grid.get('itemCount')}")
    return grid.settle()


def still(grid):
    """The order, once nothing travels."""
    poll(lambda: grid.is_still(), 15, "all have arrived")
    return grid.order()


def search(grid, text):
    # It comes after the first cells; what is typed before it is a command of the grid.
    grid.page.locator(".search:visible, .search-open:visible").first.wait_for()
    grid.page.keyboard.press("/")
    grid.page.keyboard.type(text)


def open_filter(grid):
    grid.page.get_by_role("button", name="Filter (F)").click()
    panel = grid.page.get_by_role("complementary", name="Filter")
    panel.get_by_role("checkbox").first.wait_for()
    return panel


def post_library(server):
    """The library, in two sections, as a posted collection whose fields are all read."""
    sections = [{"id": name, "title": name, "items": [item(n) for n in range(60) if n % 2 == rest]} for rest, name in enumerate(["Right", "Left"])]
    assert server.ask("POST", "/api/v1/collections", {"id": LIBRARY, "title": "Library", "sections": sections}).status == 201
    wait_until_read(server, LIBRARY)


def wait_until_read(server, collection):
    path = f"/api/v1/collections/{collection}/fields"
    poll(lambda: server.ask("GET", path).json["complete"], 60, "all is read")
