"""The wall in use: fingers, buttons, the slider, the lens, marks, the bar as a picture, links to a place, all down to a pixel."""

import re

import pytest
from embedding import GRID as EMBEDDED
from grid_page import GRID, Finger, GridPage
from pictures import encoded
from running import poll
from test_wall import at_size, near, point, seen_at, selected, under

COUNT = 300
YEARS = ("2019", "2021")
WALL = f"{GRID}.session.presenter.store.wall"


def colour(number):
    """Reds in the first year, blues in the second."""
    other = number % 50
    return (220, other, 20) if number < COUNT else (20, other, 220)


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    folder = module_path / "years"
    for number in range(2 * COUNT):
        path = folder / YEARS[number // COUNT] / f"{number:04}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))
    server = start_shared_server(folder, "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture
def wall(new_page, server):
    def opened(size=16, **options):
        grid = at_size(GridPage(new_page(**{"width": 400, "height": 480, **options}), server.address).open(), size)
        return drawn(grid)

    return opened


def drawn(grid):
    """All in view is known, counts of sections and texels."""
    poll(lambda: grid.page.evaluate(f"""() => {{
      const {{ surface, wall }} = {GRID}.session.presenter, [low, high] = wall.places.span(surface.offset, surface.offset + surface.height);
      return wall.texels.counts && high > low && {GRID}.isIdle && !wall.texels.runs.gaps(low, high).length
        && !wall.texels.unknown([low, high]).length;
    }}"""), 120, "all is drawn")
    return grid


def items(server):
    return [item for section in server.sections() for item in section]


def test_two_fingers_go_through_the_sizes_of_the_wall_about_what_is_between_them(wall):
    grid = wall(20, has_touch=True, is_mobile=True)
    send = Finger(grid.page).session.send
    # Where both fingers have room.
    index = under(grid, 200, 260)
    x, y = point(grid, index)

    def pinch(begin, end):
        points = lambda d: [{"x": x - d, "y": y, "id": 0}, {"x": x + d, "y": y, "id": 1}]
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(begin)})
        for step in range(1, 11):
            send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(begin + (end - begin) * step / 10)})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    pinch(60, 96)
    poll(lambda: grid.get("density") == 32, 60, lambda: grid.get("density"))
    drawn(grid)
    assert abs(point(grid, index)[1] - y) < 2, (point(grid, index), y)
    pinch(150, 30)
    poll(lambda: grid.get("density") < 8, 60, lambda: grid.get("density"))
    assert grid.page.evaluate("visualViewport.scale") == 1
    drawn(grid)
    poll(lambda: grid.part(".wall-layer", "e.style.scale") == "", 60, "nothing is stretched any more")


def test_sheets_are_under_way_while_the_server_lays_out(wall):
    grid = wall(20)
    page, asked, held = grid.page, [], []
    page.on("request", lambda request: asked.append(request.url) if "/sheet?" in request.url else None)
    page.route("**/viewers/*", lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_())
    page.evaluate(f"{GRID}.density = 8")
    wall_of_page = f"{GRID}.session.presenter.wall"
    poll(lambda: page.evaluate(f"{wall_of_page}.texels.runs.sheets.size > 0 && {wall_of_page}.texels.side === 8") and held, 60,
         "sheets have come before the layout")
    assert page.evaluate(f"{WALL}.side") == 20
    held[0].continue_()
    poll(lambda: page.evaluate(f"{WALL}.side === 8 && {wall_of_page}.isWhole"), 60, "all is drawn")
    drawn(grid)
    # All fit into one sheet; others are of what was not made before.
    assert sum(f"count={2 * COUNT}" in address for address in asked) == 1, asked


def test_keys_buttons_and_the_slider_change_the_size(wall):
    grid = wall(16, width=1440)
    page = grid.page
    for act, size in ((lambda: page.keyboard.press("-"), 14), (lambda: page.keyboard.press("+"), 16),
                      (lambda: page.get_by_role("button", name="Smaller").click(), 14),
                      (lambda: page.get_by_role("button", name="Larger").click(), 16)):
        act()
        poll(lambda: grid.get("density") == size, 60, lambda: grid.get("density"))
    slider = page.get_by_role("slider", name="Size")
    assert slider.get_attribute("aria-valuetext") == "16 px" or slider.evaluate("e => e.ariaValueText") == "16 px"
    slider.press("Home")
    poll(lambda: grid.get("density") == 1, 60, lambda: grid.get("density"))
    slider.press("End")
    poll(lambda: grid.get("density") == 400 and not grid.part(".frame", "e.classList.contains('wall')"), 60, "there are nodes")
    page.get_by_role("button", name="Show all pictures").click()
    poll(lambda: grid.part(".frame", "e.classList.contains('wall')") and grid.get("contentHeight") <= 480, 60, "all are in view")
    page.get_by_role("button", name="Show all pictures").click()
    poll(lambda: grid.get("density") == 400, 60)


def lens(grid):
    return grid.part(".lens", "[e.querySelector('b').textContent, e.querySelector('span').textContent, e.classList.contains('loaded')]")


def test_a_lens_says_what_is_under_the_pointer_and_what_has_the_focus(wall, server):
    grid = wall()
    mouse = grid.page.mouse
    mouse.move(*point(grid, 40))
    poll(lambda: lens(grid) == ["0040.png", f"41 of {2 * COUNT}", True], 60, lambda: lens(grid))
    mouse.move(*point(grid, 61))
    poll(lambda: (lens(grid) or [""])[0] == "0061.png", 60, lambda: lens(grid))
    box = grid.box(".lens")
    assert box["x"] >= 0 and box["right"] <= 400 and box["bottom"] <= 480
    mouse.move(5, 5)
    poll(lambda: not grid.is_shown(".lens"), 60, "it has left")
    mouse.click(*point(grid, 3))
    poll(lambda: grid.focused() == items(server)[3], 60)
    grid.page.keyboard.press("ArrowRight")
    poll(lambda: (lens(grid) or [""])[0] == "0004.png", 60, lambda: lens(grid))


def test_a_finger_taps_for_the_lens_and_taps_that_for_the_picture(wall, server):
    grid = wall(has_touch=True, is_mobile=True)
    grid.page.touchscreen.tap(*point(grid, 100))
    poll(lambda: (lens(grid) or [""])[0] == "0100.png", 60, lambda: lens(grid))
    assert selected(grid) == []
    grid.page.locator(".lens").tap()
    poll(lambda: grid.get("openItem") == items(server)[100], 60, lambda: grid.get("openItem"))


def pixel(grid, index, x, y):
    """The colour at a part of a cell, from its start."""
    left, top, width, height = grid.page.evaluate(f"(index) => {WALL}.frame(index)", index)
    box = grid.box(".scroller")
    return seen_at(grid, [(box["x"] + left + x * width, box["y"] + top + y * height - grid.offset)])[0]


def test_marks_are_seen_on_small_cells_as_signs_and_on_smaller_ones_as_colours(wall, server):
    path = f"/api/v1/collections/{server.collection()}/marks"
    red, starred, rejected, _, picked, two = items(server)[450:456]

    def mark(item, **marks):
        answer = server.ask("POST", path, {"items": [item], **marks})
        assert answer.status == 200, answer.body

    grid = wall()
    grid.page.evaluate(f"{GRID}.scrollToItem(450)")
    drawn(grid)
    assert near(pixel(grid, 450, .5, .95), colour(450)) and near(pixel(grid, 452, .5, .2), colour(452))
    requests = []
    grid.page.on("request", lambda request: "/image" in request.url and requests.append(request.url))
    mark(red, colourLabel="red")
    mark(starred, stars=5)
    mark(rejected, flag="reject")
    mark(picked, flag="pick")
    mark(two, stars=2)
    try:
        poll(lambda: pixel(grid, 450, .5, .95)[0] > 120 and near(pixel(grid, 450, .5, .5), colour(450)), 60, lambda: pixel(grid, 450, .5, .95))
        poll(lambda: near(pixel(grid, 451, .5, .95), (0xf2, 0xc2, 0x30), 12), 60, lambda: pixel(grid, 451, .5, .95))
        poll(lambda: not near(pixel(grid, 452, .5, .2), colour(452), 40), 60, lambda: pixel(grid, 452, .5, .2))
        accent = [int(part) for part in re.findall(r"\d+", grid.part(".wall-layer", "getComputedStyle(e).borderTopColor"))[:3]]
        poll(lambda: near(pixel(grid, 454, .1, .1), accent, 12) and near(pixel(grid, 454, .6, .6), colour(454)), 60, lambda: pixel(grid, 454, .1, .1))
        grid.page.evaluate(f"{GRID}.density = 8")
        poll(lambda: grid.page.evaluate(f"{WALL}.metrics.minColumnWidth") == 8, 60)
        drawn(grid)
        poll(lambda: pixel(grid, 450, .5, .5)[0] > 80, 60, lambda: pixel(grid, 450, .5, .5))
        assert near(pixel(grid, 453, .5, .5), colour(453))
        # Stars and picks tint a half each: the other one shows the picture.
        halves = lambda index: [pixel(grid, index, .5, .2), pixel(grid, index, .5, .8)]
        poll(lambda: near(halves(451)[0], colour(451)) and halves(451)[1][0] > 150, 60, lambda: halves(451))
        tinted = [a * .25 + b * .75 for a, b in zip(colour(454), accent)]
        poll(lambda: near(halves(454)[0], tinted, 12) and near(halves(454)[1], colour(454)), 60, lambda: halves(454))
        # Two stars are fainter than five.
        assert pixel(grid, 455, .5, .8)[0] < pixel(grid, 451, .5, .8)[0] - 20
    finally:
        mark(red, colourLabel=None)
        mark(starred, stars=0)
        mark(rejected, flag=None)
        mark(picked, flag=None)
        mark(two, stars=0)
    poll(lambda: near(pixel(grid, 450, .5, .5), colour(450)), 60, lambda: pixel(grid, 450, .5, .5))


def test_the_scroll_bar_is_a_picture_of_all_with_the_years(wall):
    grid = wall(24)
    poll(lambda: grid.is_shown(".bar-picture"), 30, "it is drawn")
    bar = grid.box(".bar-picture")
    x = bar["x"] + bar["width"] / 2

    def ends():
        return seen_at(grid, [(x, bar["y"] + 12), (x, bar["bottom"] - 12)])

    # Beside the thumb, which is at the top: it has nothing in its middle.
    poll(lambda: near(ends()[0], (220, 25, 20), 30) and near(ends()[1], (20, 25, 220), 30), 30, ends)
    grid.page.mouse.move(x, bar["bottom"] - 30)
    titles = "[...e.querySelectorAll('.titles span')].map((s) => s.textContent)"
    poll(lambda: grid.part(".scrubber", titles) == list(YEARS), 60, lambda: grid.part(".scrubber", titles))
    grid.page.mouse.down()
    grid.page.mouse.up()
    drawn(grid)
    assert under(grid, 200, 300) > COUNT


def test_the_bar_gets_colours_that_come_later(new_page, server):
    page = new_page(width=400, height=480)
    is_missing = [True]

    def holed(route):
        """The first part has no colour yet."""
        response = route.fetch()
        head, _, body = response.body().partition(b"\n")
        route.fulfill(response=response, body=head + b"\n" + (b"\0\0\0\0" + body[4:] if is_missing[0] else body))

    page.route("**/overview?*", holed)
    grid = drawn(at_size(GridPage(page, server.address).open(), 24))
    shown = "(() => { const c = e.getContext('2d', { willReadFrequently: true }); return [...c.getImageData(0, 0, 1, 1).data]; })()"
    poll(lambda: (grid.part(".bar-picture", shown) or [1] * 4)[3] == 0, 60, "there is a hole")
    is_missing[0] = False
    # With nothing else that happens.
    poll(lambda: grid.part(".bar-picture", shown)[3] == 255, 60, "it is filled")


def test_on_a_phone_years_are_seen_while_the_wall_moves(wall):
    grid = wall(24, has_touch=True, is_mobile=True)
    opacity = "getComputedStyle(e).opacity"
    poll(lambda: grid.parts(".scrubber .titles span", "e.textContent") == list(YEARS), 60, lambda: grid.parts(".titles span", "e.textContent"))
    assert grid.part(".scrubber .titles", opacity) == "0"
    finger = Finger(grid.page)
    finger.down(150, 400)
    finger.move(150, 250)
    poll(lambda: grid.part(".scrubber .titles", opacity) != "0", 15, "they are seen")
    finger.up()
    poll(lambda: grid.part(".scrubber .titles", opacity) == "0", 30, "they are gone")


def test_sections_items_and_keys_lead_to_places_on_the_wall(wall, server):
    # Larger than the view, so that it has places to go to.
    grid = wall(24)
    grid.page.keyboard.press("g")
    grid.page.get_by_role("combobox", name="Section").fill("2021")
    grid.page.keyboard.press("Enter")
    poll(lambda: under(grid, 30, 160) >= COUNT, 60, lambda: under(grid, 30, 160))
    assert grid.page.evaluate(f"(id) => {GRID}.showItem(id)", items(server)[20])
    poll(lambda: grid.focused() == items(server)[20] and 0 < point(grid, 20)[1] < 480, 60, lambda: grid.focused())
    grid.page.keyboard.press("Control+End")
    poll(lambda: grid.focused() == items(server)[-1], 60, lambda: grid.focused())


def test_at_one_pixel_keys_go_on_speaking(wall, server):
    grid = wall(1)
    grid.page.evaluate(f"{GRID}.focus()")
    poll(lambda: grid.focused() == items(server)[0], 60, lambda: grid.focused())
    grid.page.keyboard.press("ArrowRight")
    second = items(server)[1]
    poll(lambda: grid.focused() == second, 60, lambda: grid.focused())
    assert grid.node(second, "[e.getAttribute('role'), e.getAttribute('aria-label')]") == ["gridcell", "0001.png"]
    assert grid.part("[role=grid]", "e.getAttribute('aria-multiselectable')") == "true"
    grid.page.keyboard.press("Control+Space")
    poll(lambda: selected(grid) == [[1, 1]], 60, lambda: selected(grid))
    grid.page.keyboard.press("Enter")
    poll(lambda: grid.get("openItem") == second, 60, lambda: grid.get("openItem"))


def test_a_link_leads_to_the_place_and_the_size(wall, server, new_page):
    grid = wall(24)
    grid.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    grid.page.evaluate(f"{GRID}.scrollToItem(450)")
    drawn(grid)
    grid.page.mouse.click(*point(grid, 450), button="right")
    grid.page.get_by_role("menuitem", name="Copy a link to this place").click()
    poll(lambda: "size=24" in grid.page.evaluate("navigator.clipboard.readText()"), 60)
    page = new_page(width=400, height=480)
    page.goto(grid.page.evaluate("navigator.clipboard.readText()"))
    there = GridPage(page, server.address)
    poll(lambda: there.part(".frame", "e.classList.contains('wall')"), 30, "the wall is shown")
    drawn(there)
    assert there.get("density") == 24
    poll(lambda: there.focused() == items(server)[450] and 0 < point(there, 450)[1] < 480, 60, lambda: there.focused())


def test_without_a_clipboard_the_address_bar_has_the_link(wall, server, new_page):
    page = new_page(width=400, height=480)
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })")
    grid = drawn(at_size(GridPage(page, server.address).open(), 24))
    grid.page.evaluate(f"{GRID}.scrollToItem(450)")
    drawn(grid)
    page.mouse.click(*point(grid, 450), button="right")
    page.get_by_role("menuitem", name="Link to this place in the address bar").click()
    poll(lambda: "size=24" in page.url and "item=" in page.url, 15, lambda: page.url)
    grid.hears("The address bar has a link to this place.")
    other = new_page(width=400, height=480)
    other.goto(page.url)
    there = GridPage(other, server.address)
    poll(lambda: there.part(".frame", "e.classList.contains('wall')"), 30, "the wall is shown")
    drawn(there)
    poll(lambda: there.focused() == items(server)[450], 60, lambda: there.focused())


def test_in_any_page_the_element_has_it_by_its_density(page, site, server):
    page.goto(site.page(EMBEDDED.replace("<collection-grid", "<collection-grid density=1", 1), server.address, server.collection()))
    grid = GridPage(page, server.address)
    poll(lambda: grid.part(".frame", "e.classList.contains('wall')"), 30, "the wall is shown")
    drawn(grid)
    assert grid.page.evaluate(f"{WALL}.side") == 1
    page.evaluate(f"{GRID}.setAttribute('density', '20')")
    poll(lambda: grid.page.evaluate(f"{WALL}.metrics.minColumnWidth") == 20, 60)
    drawn(grid)
    assert near(pixel(grid, 5, .5, .5), colour(5))


def test_the_page_says_once_that_the_cache_has_no_room(new_page, start_server, tmp_path):
    (tmp_path / "few").mkdir()
    for number in range(30):
        (tmp_path / "few" / f"{number:02}.png").write_bytes(encoded((b"\0" + bytes(colour(number)) * 24) * 24, 24, 24))
    server = start_server(tmp_path / "few", "--disk-cache", 0)
    server.opened()
    grid = at_size(GridPage(new_page(), server.address).open(), 8)
    grid.hears("no room for small pictures", 60)
    grid.hears("--disk-cache")
    # Each has its own colour all the same.
    poll(lambda: near(pixel(grid, 3, .5, .5), colour(3)) and near(pixel(grid, 29, .5, .5), colour(29)), 60, lambda: pixel(grid, 29, .5, .5))
