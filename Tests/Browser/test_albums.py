"""Albums: put in by keys, by the bar and by the menu; put in order, noted on, taken out; listed, renamed, deleted."""

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 8, "Right": 5}))
    server.opened()
    return server


def albums(server):
    return [c for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album")]


def titles(server, album):
    return [item["title"] for item in server.ask("GET", f"/api/v1/collections/{album}/items").json["items"]]


def make(server, title, items):
    """An album of some of the first collection's items."""
    album = server.ask("POST", "/api/v1/albums", {"title": title}).json["id"]
    addition = {"collection": server.collection(), "items": items}
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", addition).status == 200
    return album


def items(server):
    return [item for _, section in server.order() for item in section]


def test_a_key_puts_the_focused_item_into_a_new_album_and_undo_takes_it_out(grid, server):
    grid.equip()
    grid.focus(grid.seen()[1]["id"])
    grid.press("a")
    # Before the albums have come.
    grid.page.keyboard.type("Wall")
    dialog = grid.page.get_by_role("dialog", name="Add 1 item to an album")
    assert dialog.get_by_role("button", name="New album “Wall”").is_visible()
    grid.press("Enter")
    grid.hears("Added 1 item to “Wall”.")
    [album] = albums(server)
    assert album["title"] == "Wall" and titles(server, album["id"]) == ["Left 2.png"]
    assert grid.focused() == grid.seen()[1]["id"], "the focus is back"
    grid.page.locator(".toast button").click()
    poll(lambda: titles(server, album["id"]) == [], 10, "undone")
    options = grid.page.locator("select.collections optgroup option")
    poll(lambda: options.all_inner_texts() == ["Wall"], 10, "the list of collections has it")


def test_a_selection_goes_into_an_album_that_is_there(grid, server):
    album = make(server, "Wall", items(server)[:1])
    make(server, "Desk", [])
    grid.focus(grid.seen()[0]["id"])
    grid.press("Control+a")
    grid.page.get_by_role("button", name="Add to album…").click()
    dialog = grid.page.get_by_role("dialog", name="Add 13 items to an album")
    # The newest first; the arrow keys go through them.
    rows = dialog.locator(".list li:not([hidden]) .words").all_inner_texts()
    assert rows == ["Desk", "Wall"]
    grid.press("ArrowDown", "ArrowDown", "Enter")
    # One was there already.
    grid.hears("Added 12 items to “Wall”.")
    assert len(titles(server, album)) == 13
    assert grid.part(".selection-bar .count", "e.textContent") == "13 selected", "the selection stays"


def over_album(grid, number=0):
    """Moves what is in hand over an album beside it."""
    poll(lambda: grid.is_shown(".album-strip .target"), 10, "the albums are there")
    box = grid.parts(".album-strip .target", "e.getBoundingClientRect().toJSON()")[number]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    poll(lambda: grid.page.mouse.move(x, y, steps=4) or grid.is_shown(".album-strip .over"), 10, "it is over the album")


def test_a_selection_is_dragged_onto_an_album_and_its_own_order_stays(grid, server):
    album = make(server, "Wall", [])
    order = server.order()
    for cell in grid.seen()[1:4]:
        grid.focus(cell["id"])
        grid.press("Control+Space")
    grid.carry(grid.seen()[2]["id"])
    over_album(grid)
    grid.page.mouse.up()
    grid.hears("Added 3 items to “Wall”.")
    assert titles(server, album) == ["Left 2.png", "Left 3.png", "Left 4.png"]
    poll(lambda: not grid.is_shown(".album-strip") and not grid.is_shown(".ghost"), 10, "the albums go")
    assert server.order() == order
    # The last of the strip leads to all albums, and to a new one.
    grid.press("Escape")
    grid.carry(grid.seen()[0]["id"])
    over_album(grid, 1)
    grid.page.mouse.up()
    assert grid.page.get_by_role("dialog", name="Add 1 item to an album").is_visible()


def test_an_item_of_an_album_is_shown_in_its_collection(page, server):
    names = items(server)
    album = make(server, "Wall", [names[9], names[0]])
    grid = GridPage(page, server.address).open(album)
    grid.click(f"{server.collection()}/{names[9]}", button="right")
    page.get_by_role("menuitem", name="Show in its collection").click()
    poll(lambda: grid.focused() == names[9] and len(grid.seen()) == 13, 15, "it is shown among the others")
    page.go_back()
    poll(lambda: grid.titles() == ["Right 2.png", "Left 1.png"], 15, "Back returns to the album")


def test_in_an_album_items_are_moved_noted_on_taken_out_and_marked(page, server):
    names = items(server)
    album = make(server, "Wall", [names[0], names[9], names[4]])
    grid = GridPage(page, server.address).open(album)
    assert grid.titles() == ["Left 1.png", "Right 2.png", "Left 5.png"]
    grid.drag(grid.seen()[2]["id"], grid.seen()[0]["id"])
    poll(lambda: titles(server, album) == ["Left 5.png", "Left 1.png", "Right 2.png"], 10, "moved")
    item = f"{server.collection()}/{names[0]}"
    grid.click(item, button="right")
    page.get_by_role("menuitem", name="Note…").click()
    page.get_by_role("textbox", name="Note").fill("Crop the sky")
    page.get_by_role("button", name="Save").click()
    poll(lambda: grid.node(item, "e.querySelector('.marks .note')?.title") == "Crop the sky", 10, "noted")
    # A star is the picture's.
    grid.focus(item)
    grid.press("4")
    poll(lambda: grid.cell(item)["label"].endswith(", 4 stars"), 10, "starred")
    original = f"/api/v1/collections/{server.collection()}/items/{names[0]}"
    assert server.ask("GET", original).json["attributes"] == {"stars": 4}
    page.locator(".toast button").click()
    poll(lambda: server.ask("GET", original).json["attributes"] == {}, 10, "the star is undone")
    grid.focus(item)
    grid.press("Delete")
    grid.hears("Removed 1 item from the album.")
    poll(lambda: titles(server, album) == ["Left 5.png", "Right 2.png"], 10, "taken out")
    page.locator(".toast button").click()
    poll(lambda: grid.titles() == ["Left 5.png", "Left 1.png", "Right 2.png"], 10, "brought back")
    poll(lambda: item in grid.parts(".cell.changed", "e.dataset.item"), 10, "it is marked")


def test_a_selection_moves_into_a_new_section(page, server):
    album = make(server, "Wall", items(server)[:4])
    grid = GridPage(page, server.address).open(album)
    grid.focus(grid.seen()[1]["id"])
    grid.press("Control+Space")
    page.get_by_role("button", name="Album…").click()
    page.get_by_role("menuitem", name="New section…").click()
    page.get_by_role("textbox", name="Title of the section").fill("Favourites")
    grid.press("Enter")
    path = f"/api/v1/collections/{album}/sections"
    counts = lambda: [(s["title"], s["itemCount"]) for s in server.ask("GET", path).json["sections"]]
    poll(lambda: counts() == [("", 3), ("Favourites", 1)], 10, "moved")


def test_a_mark_at_the_large_picture_of_an_album_is_the_originals_and_is_undone_there(page, server):
    names = items(server)
    grid = GridPage(page, server.address).open(make(server, "Wall", names[:2]))
    original = f"/api/v1/collections/{server.collection()}/items/{names[0]}"
    grid.focus(f"{server.collection()}/{names[0]}").press("Enter")
    large = Picture(grid).shows("Left 1.png")
    grid.press("4")
    poll(lambda: server.ask("GET", original).json["attributes"] == {"stars": 4}, 10, "starred")
    # No version of the album has the star: what takes it back is offered all the same.
    poll(lambda: large.part(".toast.shown button:not([hidden])", "e.textContent") == "Undo", 10, "undo is offered")
    page.locator(".lightbox .toast button").click()
    poll(lambda: server.ask("GET", original).json["attributes"] == {}, 10, "the star is undone")
    poll(lambda: large.part(".lightbox-marks .stars", "e.textContent") == "☆☆☆☆☆", 10, "and goes")


def test_what_is_gone_is_shown_as_gone_and_comes_back(page, server, tmp_path):
    names = items(server)
    album = make(server, "Wall", names[:2])
    grid = GridPage(page, server.address).open(album)
    file = tmp_path / "photos" / "Left" / "Left 1.png"
    kept = file.read_bytes()
    file.unlink()
    refresh = f"/api/v1/collections/{server.collection()}/refresh"
    assert server.ask("POST", refresh).status in (200, 202)
    gone = f"{server.collection()}/{names[0]}"
    label = "Left/Left 1.png, The original is gone"
    poll(lambda: grid.cell(gone)["label"] == label, 15, lambda: grid.cell(gone)["label"])
    assert grid.part(".cell:not([hidden]) .gone-cell", "e.checkVisibility()") and len(grid.seen()) == 2
    file.write_bytes(kept)
    assert server.ask("POST", refresh).status in (200, 202)
    poll(lambda: grid.cell(gone)["label"] == "Left 1.png", 15, "back")


def test_albums_are_listed_renamed_and_deleted(grid, server):
    page = grid.page
    first = make(server, "Wall", items(server)[:3])
    make(server, "Desk", [])
    page.get_by_role("button", name="Albums").click()
    panel = page.get_by_role("dialog", name="Albums")
    poll(lambda: panel.locator("li .words").all_inner_texts() == ["Desk", "Wall"], 10, "listed")
    poll(lambda: panel.locator(f"[data-album='{first}'] img").evaluate("e => e.naturalWidth > 0"), 15, "with a cover")
    panel.get_by_role("button", name="Rename “Wall”").click(force=True)
    panel.get_by_role("textbox", name="Title").fill("Hall")
    page.keyboard.press("Enter")
    poll(lambda: panel.locator("li .words").all_inner_texts() == ["Desk", "Hall"], 10, "renamed")
    panel.locator(f"[data-album='{first}'] .open").click()
    poll(lambda: grid.titles() == ["Left 1.png", "Left 2.png", "Left 3.png"], 15, "opened")
    assert page.locator(".picked").inner_text() == "Hall"
    page.get_by_role("button", name="Albums").click()
    panel.get_by_role("button", name="Delete “Hall”").click(force=True)
    panel.get_by_role("button", name="Delete", exact=True).click()
    poll(lambda: [a["title"] for a in albums(server)] == ["Desk"], 10, "deleted")
    page.keyboard.press("Escape")
    poll(lambda: len(grid.seen()) == 13, 15, "the first collection is shown")


def test_a_deleted_album_comes_back_with_undo_in_other_windows_too(new_page, server):
    names = items(server)
    album = make(server, "Wall", [names[0], names[9], names[4]])
    path = f"/api/v1/collections/{album}"
    named = [f"{server.collection()}/{name}" for name in (names[0], names[9], names[4])]
    sections = [{"id": "main", "title": "", "items": [{"id": name} for name in named[1:]]}, {"id": "best", "title": "Best", "items": [{"id": named[0]}]}]
    assert server.ask("PUT", f"{path}/snapshot", {"sections": sections}).status == 200
    assert server.ask("PATCH", f"{path}/items/{named[1].replace('/', '%2F')}", {"attributes": {"note": "Crop the sky"}}).status == 200
    order = server.ask("GET", f"{path}/snapshot").json
    page, other = new_page(), new_page()
    GridPage(page, server.address).open()
    grid = GridPage(other, server.address).open(album)
    shown = grid.titles()
    page.get_by_role("button", name="Albums").click()
    panel = page.get_by_role("dialog", name="Albums")
    panel.get_by_role("button", name="Delete “Wall”").click(force=True)
    panel.get_by_role("button", name="Delete", exact=True).click()
    poll(lambda: albums(server) == [] and panel.locator(".offer").inner_text().startswith("Deleted “Wall”."), 10, "deleted")
    poll(lambda: grid.part(".message h2", "e.textContent") == "This album was deleted", 15, "the other window says so")
    panel.get_by_role("button", name="Undo").click()
    poll(lambda: panel.locator("li .words").all_inner_texts() == ["Wall"], 10, "back in the list")
    assert page.evaluate("document.activeElement.closest('li')?.dataset.album") == album, "its card has the focus"
    assert panel.locator(".offer").inner_text() == ""
    assert server.ask("GET", f"{path}/snapshot").json == order
    other.reload()
    poll(lambda: grid.titles() == shown and len(shown) == 3, 15, "shown again")
    poll(lambda: grid.node(named[1], "e.querySelector('.marks .note')?.title") == "Crop the sky", 10, "with its note")
