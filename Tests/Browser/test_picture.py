"""One picture, large: opened from its cell, its neighbours beside it, back to its cell."""

import pytest
from grid_page import GRID, Finger, GridPage
from large_picture import Picture
from pictures import write_broken, write_dated, write_folder, write_png
from running import poll


PHOTOS = {"First": 70, "Second": 40}


@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_picture_opens_large_and_escape_returns_to_its_cell(grid, way):
    item = grid.seen()[4]
    if way == "click":
        grid.click(item["id"])
    else:
        grid.focus(item["id"]).press("Enter")
    picture = Picture(grid).shows(item["label"])
    assert picture.place == "5 of 110"
    # The whole picture (360 × 240), half as large again at most.
    picture.stands(540)
    assert abs(picture.box["height"] - 360) < 1.5
    grid.press("Escape")
    picture.has_closed()
    assert grid.focused() == item["id"]
    assert grid.offset == 0


def test_arrows_go_on_and_the_grid_returns_to_where_one_came(grid):
    first = grid.seen()[0]
    grid.focus(first["id"]).press("Enter")
    picture = Picture(grid).shows("First 1.png")
    for number in range(2, 7):
        grid.press("ArrowRight")
        picture.shows(f"First {number}.png")
    grid.press("ArrowLeft")
    picture.shows("First 5.png")
    grid.press("End")
    picture.shows("Second 40.png")
    assert picture.place == "110 of 110"
    assert picture.part(".next", "e.hidden")
    grid.press("ArrowRight")
    picture.shows("Second 40.png")
    grid.press("Escape")
    picture.has_closed()
    # The last cell of the collection is in view, with the focus.
    last = next(cell for cell in grid.seen() if cell["label"] == "Second 40.png")
    assert grid.focused() == last["id"]


def test_pictures_ahead_lie_ready_and_stay_where_one_turns_back(grid):
    grid.focus(grid.seen()[4]["id"]).press("Enter")
    picture = Picture(grid).shows("First 5.png")
    ready = lambda: {int(name) for name in grid.parts(".lightbox .large.shown", "e.alt.match(/[0-9]+/)[0]")}
    asked = []
    grid.page.on("request", lambda request: asked.append(request.url) if "/image" in request.url else None)
    grid.press("ArrowRight")
    picture.shows("First 6.png")
    poll(lambda: ready() >= {5, 6, 7, 8}, 20, lambda: f"more than one on the way: {ready()}")
    grid.press("ArrowLeft")
    picture.shows("First 5.png")
    poll(lambda: ready() >= {3, 4, 5, 6}, 20, lambda: f"the way is back now: {ready()}")
    assert len(asked) == len(set(asked)), "each picture was fetched once"


def test_an_address_follows_a_key_that_is_held(grid):
    grid.focus(grid.seen()[4]["id"]).press("Enter")
    picture = Picture(grid).shows("First 5.png")
    grid.page.evaluate("""() => {
      window.changes = 0;
      const { replaceState } = history;
      history.replaceState = (...words) => (changes++, replaceState.apply(history, words));
    }""")
    for _ in range(12):
        grid.page.keyboard.press("ArrowRight")
    picture.shows("First 17.png")
    poll(lambda: grid.get("openItem") in grid.page.url, 5, "it names the last")
    assert grid.page.evaluate("changes") < 12


def test_controls_that_are_not_seen_take_no_taps(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    page.touchscreen.tap(*grid.centre(grid.seen()[1]["id"]))
    picture = Picture(grid).shows("First 2.png")
    box = picture.part(".close", "e.getBoundingClientRect().toJSON()")
    quiet = lambda: "quiet" in grid.part(".lightbox", "e.className")
    page.touchscreen.tap(195, 400)
    poll(quiet, 10, "they are hidden")
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    poll(lambda: not quiet(), 10, "they are back")
    assert picture.is_open
    poll(lambda: picture.part(".lightbox-bar", "getComputedStyle(e).opacity") == "1", 10, "to be seen")
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    picture.has_closed()


def test_controls_below_a_mouse_at_rest_stay(new_page, server):
    page = new_page(clock=True)
    grid = GridPage(page, server.address).open()
    grid.click(grid.seen()[1]["id"])
    picture = Picture(grid).shows("First 2.png")
    quiet = lambda: "quiet" in grid.part(".lightbox", "e.className")
    box = picture.part(".next", "e.getBoundingClientRect().toJSON()")
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.clock.fast_forward(60_000)
    assert not quiet()
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    picture.shows("First 3.png")
    page.mouse.move(640, 400)
    page.clock.fast_forward(60_000)
    assert quiet()


def test_the_view_stays_where_a_picture_was_closed(grid):
    grid.scroll_to(300)
    cell = grid.seen()[9]
    grid.focus(cell["id"]).press("Enter")
    Picture(grid).shows(cell["label"])
    grid.press("End")
    picture = Picture(grid).shows("Second 40.png")
    grid.press("Escape")
    picture.has_closed()
    poll(lambda: "#" not in grid.page.url, 10, "the history went back")
    grid.settle()
    assert grid.focused() in [cell["id"] for cell in grid.seen()]
    assert grid.cell(grid.focused())["label"] == "Second 40.png"


def test_the_neighbours_are_there_before_they_are_asked_for(grid):
    grid.focus(grid.seen()[3]["id"]).press("Enter")
    picture = Picture(grid).shows("First 4.png")
    poll(lambda: len(grid.parts(".slide[aria-hidden=true] .large.shown", "e.alt")) == 2, 20, "both neighbours")
    # Without a line to the server the next one is shown all the same.
    picture.page.context.set_offline(True)
    grid.press("ArrowRight")
    assert picture.title == "First 5.png"
    assert picture.sharp == "First 5.png"
    picture.page.context.set_offline(False)


def test_it_is_zoomed_by_wheel_keys_and_double_click_and_panned(grid):
    page = grid.page
    grid.click(grid.seen()[2]["id"])
    picture = Picture(grid).shows("First 3.png")
    picture.stands(540)
    page.mouse.move(640, 400)
    page.mouse.wheel(0, -300)
    poll(lambda: picture.box["width"] > 900, 5, "nearer")
    before = picture.box["x"]
    page.mouse.down()
    page.mouse.move(540, 400, steps=4)
    page.mouse.up()
    assert picture.title == "First 3.png"
    grid.press("Control+0")
    picture.stands(540)
    assert picture.box["x"] != before
    grid.press("+", "+")
    picture.stands(1215)
    page.mouse.dblclick(640, 400)
    picture.stands(540)
    page.mouse.dblclick(700, 420)
    picture.stands(1350)


def test_a_finger_swipes_on_pinches_and_lets_it_go_downwards(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    finger = Finger(page)
    x, y = grid.centre(grid.seen()[1]["id"])
    page.touchscreen.tap(x, y)
    picture = Picture(grid).shows("First 2.png")
    finger.down(320, 400)
    finger.move(60, 405)
    finger.up()
    picture.shows("First 3.png")
    finger.down(60, 400)
    finger.move(330, 402)
    finger.up()
    picture.shows("First 2.png")
    picture.stands(390)
    send = finger.session.send
    spread = lambda d: [{"x": 195 - d, "y": 390, "id": 0}, {"x": 195 + d, "y": 390, "id": 1}]
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spread(30)})
    for d in (45, 60, 75, 90):
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": spread(d)})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    picture.stands(3 * 390)
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spread(90)})
    for d in (60, 40, 20):
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": spread(d)})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    picture.stands(390)
    finger.down(200, 300)
    finger.move(205, 560)
    finger.up()
    picture.has_closed()
    assert grid.focused() == grid.seen()[1]["id"]


def test_back_closes_the_picture_and_an_address_opens_it(grid, new_page, server):
    page = grid.page
    grid.focus(grid.seen()[6]["id"]).press("Enter")
    picture = Picture(grid).shows("First 7.png")
    address = page.url
    assert "#picture=" in address
    page.go_back()
    picture.has_closed()
    assert "#" not in page.url
    other = GridPage(new_page(), server.address)
    other.page.goto(address)
    opened = Picture(other).shows("First 7.png")
    other.press("Escape")
    opened.has_closed()
    assert "#" not in other.page.url


@pytest.fixture
def own_server(start_server, tmp_path):
    """For what leaves its traces."""
    server = start_server(write_folder(tmp_path / "photos", PHOTOS))
    server.opened()
    return server


def test_a_picture_that_moves_is_followed_and_one_that_goes_says_so(page, own_server, tmp_path):
    server, grid = own_server, GridPage(page, own_server.address).open()
    order = server.order()[0][1]
    grid.focus(order[2]).press("Enter")
    picture = Picture(grid).shows("First 3.png")
    assert server.move(order[2], [0, 20]).status == 200
    poll(lambda: picture.place == "21 of 110", 15, "its new place")
    assert picture.title == "First 3.png"
    (tmp_path / "photos" / "First" / "First 3.png").unlink()
    grid.page.evaluate(f"{GRID}.refresh()")
    poll(lambda: picture.title == "First 22.png" and picture.place == "21 of 109", 15, "what stands there now")
    assert "no longer in the collection" in picture.part(".live", "e.textContent")


def test_a_picture_that_cannot_be_shown_says_why(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 3})
    write_broken(folder / "a broken.png")
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    grid.focus(grid.seen()[0]["id"]).press("Enter")
    picture = Picture(grid)
    poll(lambda: picture.part(".lightbox-failure", "!e.hidden"), 20, "it says so")
    assert picture.part(".lightbox-failure p", "e.textContent") != ""
    grid.press("ArrowRight")
    picture.shows("top 1.png")


def test_its_folder_date_dimensions_and_size_are_told(page, start_server, real_pictures, tmp_path):
    folder = tmp_path / "photos"
    write_dated(folder / "Spring" / "a.jpg", next(p for p in real_pictures if p.suffix == ".jpg"), "2024:05:17 12:33:01")
    write_png(folder / "Summer" / "b.png", 1, 300, 200)
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    grid.focus(grid.seen()[0]["id"]).press("Enter")
    picture = Picture(grid).shows("a.jpg")
    poll(lambda: picture.part(".details", "e.textContent").startswith("Spring · May 17, 2024 · "), 15, "all is told")
    assert picture.part(".details", "e.textContent").split()[-1] in ("kB", "MB")
    # The folder's name may run the other way than what is beside it.
    assert picture.part(".details", "[...e.querySelectorAll('bdi')].map((part) => part.textContent)")[:2] == ["Spring", "May 17, 2024"]
    grid.press("ArrowRight")
    picture.shows("b.png")
    poll(lambda: picture.part(".details", "e.textContent").startswith("Summer · 300 × 200 · "), 15, "of the next one too")


def test_the_grid_waits_while_a_large_picture_covers_it(grid):
    """The server makes what is large first: the grid below says that it is hidden, and shows itself again."""
    page = grid.page
    # What a worker sends has no body here: the page is asked what it is about to send.
    page.evaluate("""() => {
      const {presenter} = document.querySelector('collection-grid').session;
      window.phases = [];
      const {server} = presenter.order;
      const call = server.call;
      server.call = function (method, path, body, options) {
        if (path === `/viewers/${presenter.viewer}/range`) phases.push(body.phase);
        return call.call(this, method, path, body, options);
      };
    }""")
    last = lambda: page.evaluate("phases.at(-1)")
    grid.focus(grid.seen()[2]["id"]).press("Enter")
    picture = Picture(grid).shows("First 3.png")
    poll(lambda: last() == "hidden", 10, last)
    grid.press("Escape")
    picture.has_closed()
    poll(lambda: last() not in ("hidden", None), 10, last)


def test_in_a_run_of_keys_nothing_is_asked_for_that_comes_too_late(page, start_server):
    """Pictures that take a second to be made, a key each 60 ms: the server makes those that will be seen, if nobody asks for others."""
    server = start_server("--demo", "--demo-latency", "1000-1000")
    grid = GridPage(page, server.address).open("landscapes")
    grid.focus(grid.seen()[0]["id"]).press("Enter")
    picture = Picture(grid)
    poll(lambda: picture.sharp and page.evaluate(f"{GRID}.isIdle"), 30, "the first is shown")
    asked = []
    page.on("request", lambda request: "/image?" in request.url and request.resource_type == "image" and asked.append(request.url))
    # From within the page: from outside, a busy machine presses them too slowly for a run.
    page.evaluate("""() => new Promise((done) => {
      const dialog = document.querySelector('collection-grid').shadowRoot.querySelector('.lightbox');
      let keys = 12;
      const press = () => {
        dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, composed: true, cancelable: true }));
        if (--keys) setTimeout(press, 60);
        else done();
      };
      press();
    })""")
    assert picture.place.startswith("13 of"), picture.place
    # Pictures that lay ready on both sides.
    assert len(set(asked)) <= 6, asked
    poll(lambda: picture.sharp and picture.sharp == picture.title, 30, "the last one is shown")
