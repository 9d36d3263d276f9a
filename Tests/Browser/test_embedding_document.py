"""docs/embedding.md and the example pages, opened as they are written, on another site than the server's."""

import re
import urllib.request

import pytest
from grid_page import GridPage
from pictures import png, write_folder
from running import ROOT, poll

TEXT = (ROOT / "docs" / "embedding.md").read_text()
SNIPPETS = re.findall(r"^```html\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
SERVER = "https://photos.example"
# Which cells show a picture.
SHOWN = """() => [...document.querySelector('collection-grid').shadowRoot.querySelectorAll('.cell')]
  .sort((a, b) => a.dataset.item.localeCompare(b.dataset.item))
  .map((cell) => { const image = cell.querySelector('img'); return getComputedStyle(image).visibility === 'visible' && image.naturalWidth > 0; })"""
# What is seen when a piece works: the first cell of the grid, wherever it is.
FIRST_CELL = "() => document.querySelector('collection-grid, collection-grid-next')?.shadowRoot?.querySelector('.cell[data-item]') !== null"


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    products = [{"id": f"p{n}", "title": f"Lamp {n}", "kind": "product", "attributes": {"price": str(10 + n)}} for n in range(8)]
    posted = {"id": "products", "title": "Products", "sections": [{"id": "all", "title": "All", "items": products}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    request = urllib.request.Request(f"{server.address}/api/v1/collections/products/items/p0/picture", png(3, 120, 80), method="PUT")
    with urllib.request.urlopen(request, timeout=30):
        return server


def open_page(page, site, server, html, collection):
    html = re.sub("""(?<=["'])(shop|favourite-photos)(?=["'])""", collection, html.replace(SERVER, server.address))
    page.goto(site.page(html.replace("?collection=shop", f"?collection={collection}"), server.address, collection))


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_each_piece_of_the_document_works(page, site, server, number):
    html = SNIPPETS[number]
    collection = "products" if "registerCell" in html else server.collection()
    open_page(page, site, server, html, collection)
    if "<iframe" in html:
        page.frame_locator("iframe").locator("collection-grid .cell").first.wait_for(timeout=20_000)
        return
    page.wait_for_function(FIRST_CELL, timeout=20_000)
    if "part', 'price" in html:
        page.locator("collection-grid [part=price]").first.wait_for()
        assert page.locator("collection-grid [part=price]").first.text_content() in ("Lamp 0: 10", "10 €")
    if "<template" in html:
        poll(lambda: page.evaluate(SHOWN) == [True] + 7 * [False], 20, "its picture, and nobody else's")
    if "<form>" in html:
        page.locator("button", has_text="Choose").click()
        assert page.locator("output").text_content() == "", "the form waits for a choice"
        page.locator("collection-grid .cell").nth(1).click()
        poll(lambda: page.evaluate("document.querySelector('collection-grid').value") != "", 10, "it is chosen")
        page.locator("button", has_text="Choose").click()
        assert page.locator("output").text_content() == server.sections()[0][1]
    if "itemopen" in html:
        page.locator("collection-grid .cell").first.click()
        poll(lambda: page.locator("output").text_content(), 10, "the title of what was opened")
        assert page.evaluate("document.querySelector('collection-grid').openItem === undefined")
    if "cellHeight: 300" in html:
        poll(lambda: page.locator("collection-grid .cell").first.bounding_box()["height"] == 300, 10, "a card")
        page.locator("collection-grid .cell").first.hover()
        poll(lambda: page.locator("output").text_content() == "Left 1.png", 10, "what the pointer is over")
    if "toolbar" in html:
        page.locator("h2").wait_for()
        tools = page.locator("h2").bounding_box()
        assert tools["y"] + tools["height"] <= page.locator("collection-grid .frame").bounding_box()["y"] + 1


def test_the_pieces_are_all_there():
    assert len(SNIPPETS) >= 8 and sum(SERVER in html for html in SNIPPETS) == len(SNIPPETS)


def test_every_event_code_part_and_property_of_the_document_is_in_the_code():
    grid = ROOT / "Public" / "grid"
    scripts = "".join(path.read_text() for path in grid.rglob("*.js"))
    styles = "".join(path.read_text() for path in grid.rglob("*.css"))
    events = re.findall(r"^\| `(\w+)` \| .*\| .*\|$", TEXT.split("## Events")[1].split("```")[0], re.MULTILINE)
    assert len(events) == 21 and [name for name in events if f"'{name}'" not in scripts] == []
    codes = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", TEXT.split("## When something is wrong")[1].split("## ")[0])
    assert len(codes) == 8 and [code for code in codes if f"'{code}'" not in scripts] == []
    colours = set(re.findall(r"`(--collection-grid-[\w-]+)`", TEXT))
    assert len(colours) == 7 and [name for name in colours if f"var({name}," not in styles] == []


def test_the_example_of_ten_lines(page, site, server):
    html = (ROOT / "docs" / "examples" / "page.html").read_text()
    open_page(page, site, server, html, server.collection())
    assert all(cell["isShown"] for cell in GridPage(page, server.address).settle().seen())


def test_the_catalogue_has_cells_of_its_own_that_are_put_in_order(page, site, server):
    html = (ROOT / "docs" / "examples" / "catalogue.html").read_text()
    with server.keeping_order("products"):
        open_page(page, site, server, html, "products")
        grid = GridPage(page, server.address).settle()
        assert grid.order()[:3] == ["p0", "p1", "p2"]
        assert grid.parts("[part=price]", "e.textContent")[0] == "10.00 €"
        drag(grid, "p3", "p1")
        poll(lambda: server.sections("products")[0][:3] == ["p0", "p3", "p1"], 10, "the drop is kept")
        poll(lambda: page.locator("[role=status]").first.text_content() == "The new order is kept.", 10)
        grid.settle()
        # The page refuses the first place.
        drag(grid, "p4", "p0")
        poll(lambda: not grid.part(".frame.reordering", "true"), 10, "it has returned")
        grid.settle()
        assert server.sections("products")[0][:3] == ["p0", "p3", "p1"] and grid.order()[0] == "p0"
        page.keyboard.press("Control+a")
        poll(lambda: page.locator("[role=status]").first.text_content() == "8 chosen", 10)


def test_the_picker_sends_what_was_chosen(page, site, server):
    html = (ROOT / "docs" / "examples" / "picker.html").read_text()
    open_page(page, site, server, html, server.collection())
    grids = [page.locator(f"collection-grid#{name}") for name in ("cover", "pictures")]
    for grid in grids:
        grid.locator(".cell[data-item]").nth(3).wait_for()
    items = server.sections()[0]
    page.get_by_role("button", name="Make the album").click()
    assert page.locator("output").text_content() == "", "a cover is required"
    assert page.evaluate("document.querySelector('#cover').validationMessage") == "Choose an item."
    # One takes the place of the other; of pictures there may be several.
    for number in (0, 2):
        grids[0].locator(f".cell[data-item='{items[number]}']").click()
    for number in (1, 3):
        grids[1].locator(f".cell[data-item='{items[number]}']").click()
    poll(lambda: page.locator("output").text_content() == "2 pictures chosen", 10)
    assert page.evaluate("document.querySelector('#cover').values") == [items[2]]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    poll(lambda: page.locator("output").text_content() == "3 pictures chosen", 10, "by keys, too")
    assert page.evaluate("document.querySelector('collection-grid').openItem") is None
    page.get_by_role("button", name="Make the album").click()
    sent = f"title=Holidays&cover={items[2]}&picture={items[1]}&picture={items[3]}&picture={items[4]}"
    poll(lambda: page.locator("output").text_content() == sent, 10, "the form has them")
    page.get_by_role("button", name="Start again").click()
    poll(lambda: page.evaluate("[...document.querySelectorAll('collection-grid')].map((grid) => grid.values.length)") == [0, 0], 10)
    poll(lambda: grids[1].locator(".cell.selected").count() == 0, 10, "nothing is shown as chosen")
    # By a program, also what is not chosen by a click.
    page.evaluate("(ids) => { document.querySelector('#pictures').values = ids; }", [items[5], "gone", items[0]])
    poll(lambda: page.evaluate("document.querySelector('#pictures').values") == [items[0], items[5]], 10, "in the order that is shown")
    assert grids[1].locator(".cell.selected").count() == 2


def test_the_page_about_scheduling_follows_its_grid(page, site, server):
    html = (ROOT / "docs" / "examples" / "scheduling.html").read_text()
    open_page(page, site, server, html, server.collection())
    figures = lambda: page.evaluate("Object.fromEntries([...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextSibling.textContent]))")
    poll(lambda: int(figures().get("Loads begun", 0)) > 0 and figures()["In view"].startswith("0 – "), 20, "it counts loads")
    # Less is in view.
    page.set_viewport_size({"width": 600, "height": 260})
    poll(lambda: "didEndDisplaying" in " ".join(page.locator("li").all_text_contents()), 20, "steps are listed")


def drag(grid, item, onto):
    """Carries an item to the left half of another, until it makes room."""
    mouse = grid.page.mouse
    mouse.move(*grid.centre(item))
    mouse.down()
    x, y = grid.centre(onto)
    mouse.move(x - 20, y, steps=8)
    poll(lambda: grid.part(".frame.reordering", "true"), 10, "it is carried")
    poll(lambda: grid.page.evaluate("document.querySelector('collection-grid').session.editing.reordering.target[1]")
         == (1 if onto == "p1" else 0), 10, "it would go there")
    mouse.up()
