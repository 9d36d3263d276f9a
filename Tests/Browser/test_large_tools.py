"""What can be done at a large picture: the film strip, histogram and clipping, what is sharp, full screen, albums, the file."""

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_chart, write_folder, write_white
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"Left": 30})
    write_white(folder / "Left" / "A white.png")
    write_chart(folder / "Left" / "B chart.png", 300, 200)
    server = start_server(folder)
    server.opened()
    return server


def opened(grid, number=0):
    item = grid.order()[number]
    grid.focus(item).press("Enter")
    poll(lambda: grid.get("openItem") == item, 20)
    picture = Picture(grid)
    poll(lambda: picture.sharp, 20, "it is sharp")
    return picture


def choose(grid, words):
    grid.page.locator(".lightbox .more").click()
    grid.page.locator(".lightbox .cell-menu").get_by_text(words, exact=True).click()


def colours(grid):
    """The colours that are painted over the picture, and the share of it that each has."""
    return grid.part(".slide[aria-hidden=false] .mask", """(() => {
      const {data} = e.getContext('2d').getImageData(0, 0, e.width, e.height);
      const count = {};
      for (let i = 0; i < data.length; i += 4) if (data[i + 3]) {
        const name = data[i] > 200 ? 'red' : data[i + 2] > 200 ? 'blue' : 'green';
        count[name] = (count[name] ?? 0) + 4 / data.length;
      }
      return count;
    })()""")


def shown(grid):
    return grid.part(".histogram", "e.getBoundingClientRect().height > 90")


def test_one_key_shows_the_histogram_and_what_is_clipped(grid):
    picture = opened(grid)
    assert picture.title == "A white.png" and not shown(grid)
    grid.press("h")
    poll(lambda: (colours(grid) or {}).get("red", 0) > 0.99, 10, "all of it is clipped")
    assert grid.part(".histogram figcaption", "e.textContent") == "Clipped: highlights 100%, shadows 0%"
    assert shown(grid)
    # It stays on for the next one, whose own it is.
    grid.press("ArrowRight")
    picture.shows("B chart.png")
    poll(lambda: colours(grid) is not None and colours(grid).get("red", 0) < 0.9, 10, "another picture")
    grid.press("h")
    poll(lambda: colours(grid) is None and not shown(grid), 10)


def test_edges_in_focus_are_painted(grid):
    opened(grid)
    grid.press("o")
    poll(lambda: colours(grid) == {}, 10, "a white picture has none")
    grid.press("ArrowRight")
    poll(lambda: (colours(grid) or {}).get("green", 0) > 0.001, 10, "a chart has some")


def test_the_film_strip_shows_neighbours_with_their_marks_and_leads_to_them(grid, server):
    items = grid.order()
    path = f"/api/v1/collections/{server.collection()}/marks"
    server.ask("POST", path, {"items": [items[4]], "stars": 3, "flag": "pick"})
    picture = opened(grid, 2)
    grid.press("t")
    names = lambda: grid.parts(".film-strip button", "e.getAttribute('aria-label')")
    poll(lambda: len(names()) >= 12 and names()[4] == "Left 3.png, 3 stars, Picked", 15, "the neighbours are there")
    poll(lambda: all(grid.parts(".film-strip img", "e.complete && e.naturalWidth > 0")), 15, "their pictures, too")
    assert grid.part(".film-strip [aria-current=true]", "e.getAttribute('aria-label')") == "Left 1.png"
    strip, slides, current = grid.box(".film-strip"), grid.box(".slides"), grid.box(".film-strip [aria-current=true]")
    assert slides["bottom"] <= strip["top"] + 1, "it is below the picture"
    assert abs((current["left"] + current["right"]) / 2 - 640) < 40, "the current one is in the middle"
    grid.page.locator(".film-strip button").nth(6).click()
    picture.shows("Left 5.png")
    grid.press("ArrowRight", "ArrowRight")
    poll(lambda: grid.part(".film-strip [aria-current=true]", "e.getAttribute('aria-label')") == "Left 7.png", 10, "it follows")
    # Marks arrive in it as everywhere.
    grid.press("x")
    poll(lambda: "Left 7.png, Rejected" in names(), 10)
    grid.press("t")
    poll(lambda: grid.part(".film-strip", "1") is None, 10)


def test_a_picture_is_put_into_an_album_and_downloaded_from_here(grid, server):
    opened(grid, 3)
    grid.press("a")
    page = grid.page
    page.get_by_role("dialog").get_by_role("textbox").fill("Best")
    page.keyboard.press("Enter")
    poll(lambda: "Added" in (grid.part(".lightbox .toast.shown", "e.textContent") or ""), 10, "it is said over the picture")
    album = next(c for c in server.ask("GET", "/api/v1/collections").json["collections"] if c.get("album"))
    assert album["title"] == "Best" and album["itemCount"] == 1
    with page.expect_download() as download:
        choose(grid, "Download")
    assert download.value.suggested_filename == "Left 2.png"
    assert grid.get("openItem") == grid.order()[3], "the picture is still open"


def test_a_picture_of_a_result_is_shown_in_its_folder_and_back_returns(grid, server):
    items = grid.order()
    server.ask("POST", f"/api/v1/collections/{server.collection()}/marks", {"items": [items[20], items[25]], "flag": "pick"})
    page = grid.page
    page.keyboard.press("q")
    page.get_by_role("button", name="Picks").click()
    poll(lambda: grid.order() == [items[20], items[25]], 15, "two are found, each at its place")
    picture = opened(grid, 1)
    assert grid.get("openItem") == items[25]
    choose(grid, "Show in its folder")
    picture.has_closed()
    poll(lambda: grid.settle().get("itemCount") == 32 and items[25] in grid.order(), 15, "it is among its neighbours")
    assert items[24] in grid.order()
    page.go_back()
    poll(lambda: grid.settle().get("itemCount") == 2, 15, "back among the results")


def test_full_screen_ends_with_the_picture(grid):
    picture = opened(grid, 3)
    grid.press("f")
    poll(lambda: grid.page.evaluate("document.fullscreenElement !== null"), 10, "it has the screen")
    grid.press("ArrowRight")
    picture.shows("Left 3.png")
    grid.press("Escape")
    picture.has_closed()
    poll(lambda: grid.page.evaluate("document.fullscreenElement === null"), 10, "the screen is given back")


def test_on_a_phone_in_korean_the_menu_has_it_all(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True, locale="ko-KR")
    grid = GridPage(page, server.address).open()
    page.touchscreen.tap(*grid.centre(grid.order()[3]))
    Picture(grid).shows("Left 2.png")
    # On a slow machine the buttons have left the picture to itself by now.
    if grid.part(".lightbox", "e.classList.contains('quiet')"):
        page.touchscreen.tap(195, 390)
    page.locator(".lightbox .more").tap()
    menu = page.locator(".lightbox .cell-menu")
    words = menu.locator("[role^=menuitem] .words").all_inner_texts()
    assert words[:2] == ["앨범에 추가…", "내려받기"] and {"필름 스트립", "히스토그램과 클리핑", "선명한 부분 표시"} <= set(words)
    box = menu.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 780
    menu.get_by_text("필름 스트립").tap()
    poll(lambda: len(grid.parts(".film-strip button", "1")) >= 10, 15, "the strip is there")
    menu.wait_for(state="detached")
    title = grid.box(".lightbox-bar .title")
    assert title["right"] - title["left"] > 60, "the name has room"
