"""Videos between photos: their lengths on their cells, played large, found by their kind; what cannot be played says so."""

import pytest
from grid_page import ANIMATIONS_FINISH, ROOT, GridPage
from large_picture import Picture
from library import finds, open_filter
from pictures import write_folder
from running import poll
from videos import write_video

PLAYER = f"{ROOT}.querySelector('.lightbox video')"


@pytest.fixture(scope="module")
def folder(module_path):
    folder = write_folder(module_path / "photos", {"": 3})
    write_video(folder / "boat.webm")
    # What it says is not true: nothing can be read of it.
    (folder / "film.mp4").write_bytes(b"no video" * 100)
    return folder


@pytest.fixture(scope="module")
def server(start_shared_server, folder):
    server = start_shared_server(folder)
    server.opened()
    return server


def named(grid, name):
    return next(cell for cell in grid.cells() if cell["label"].startswith(name))


def has_length(grid, name, words):
    poll(lambda: named(grid, name)["label"] == f"{name}, {words}", 15, lambda: f"{name}: {words}; {grid.titles()}")
    return named(grid, name)["id"]


def player(grid, what):
    return grid.page.evaluate(f"(() => {{ const e = {PLAYER}; return e && ({what}); }})()")


def opened(grid, name):
    grid.focus(named(grid, name)["id"]).press("Enter")
    poll(lambda: Picture(grid).title == name, 10, f"{name} is large")


def plays(grid):
    poll(lambda: player(grid, "!e.paused && e.currentTime > 0.2"), 20, "it plays")


def test_a_cell_says_that_it_is_a_video_and_how_long(grid):
    item = has_length(grid, "boat.webm", "Video, 0:12")
    assert grid.node(item, "e.querySelector('.video-badge').textContent") == "0:12"
    # What has no length is a video all the same, with its name.
    item = has_length(grid, "film.mp4", "Video")
    poll(lambda: grid.node(item, "e.querySelector('.failure.plain .reason')?.textContent") == "film.mp4", 20, "it says what it is")


def test_space_plays_and_pauses_and_marks_are_given_meanwhile(grid, server):
    item = has_length(grid, "boat.webm", "Video, 0:12")
    ranges = []
    grid.page.on("response", lambda response: "/original?inline=1" in response.url and ranges.append(
        (response.status, response.headers["content-type"])))
    opened(grid, "boat.webm")
    poll(lambda: player(grid, "e.readyState >= 1"), 20, "its header is there")
    assert player(grid, "e.paused") and player(grid, "[Math.round(e.duration), e.videoWidth, e.videoHeight]") == [12, 160, 120]
    grid.press(" ")
    plays(grid)
    grid.press("4")
    address = f"/api/v1/collections/{server.collection()}/items/{item}"
    stars = lambda: server.ask("GET", address).json["attributes"].get("stars")
    poll(lambda: stars() == 4, 10, "rated")
    assert not player(grid, "e.paused")
    grid.press(" ")
    poll(lambda: player(grid, "e.paused"), 5, "it pauses")
    assert ranges[0] == (206, "video/webm")
    assert server.ask("GET", address).json["media"] == {"kind": "video", "duration": 12}
    # As it was found.
    grid.press("0")
    poll(lambda: stars() is None, 10, "not rated")


def test_a_press_on_the_video_plays_it_and_its_controls_are_its_own(grid):
    has_length(grid, "boat.webm", "Video, 0:12")
    opened(grid, "boat.webm")
    poll(lambda: player(grid, "e.readyState >= 1"), 20, "its header is there")
    # The large picture grows out of its cell.
    grid.page.evaluate(ANIMATIONS_FINISH)
    box = player(grid, "e.getBoundingClientRect().toJSON()")
    grid.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    plays(grid)
    box = player(grid, "e.getBoundingClientRect().toJSON()")
    # Nothing of the page's lies over the player's controls.
    covered = grid.page.evaluate(
        f"([x, y]) => {ROOT}.elementFromPoint(x, y).outerHTML.slice(0, 200)", [box["x"] + box["width"] / 2, box["bottom"] - 20])
    assert covered.startswith("<video"), covered


def test_it_ends_when_another_picture_is_shown_or_the_large_one_is_closed(grid):
    has_length(grid, "boat.webm", "Video, 0:12")
    opened(grid, "boat.webm")
    grid.press(" ")
    plays(grid)
    grid.page.evaluate(f"window.before = {PLAYER}")
    grid.press("ArrowRight")
    poll(lambda: Picture(grid).title == "film.mp4", 10, "the next one")
    assert grid.page.evaluate("window.before.paused && !window.before.isConnected && !window.before.hasAttribute('src')")
    grid.press("ArrowLeft")
    poll(lambda: player(grid, "e.paused && e.currentTime === 0"), 10, "it begins again")
    grid.press("Escape")
    Picture(grid).has_closed()
    assert player(grid, "1") is None


def test_what_the_browser_cannot_play_says_so_and_stops_no_slide_show(grid):
    has_length(grid, "film.mp4", "Video")
    opened(grid, "film.mp4")
    words = "This browser cannot play this video. Download it to open it in another program."
    poll(lambda: Picture(grid).part(".lightbox-failure:not([hidden]) p", "e.textContent") == words, 15, "it says so")
    assert Picture(grid).part(".lightbox-failure button", "e.hidden")
    poll(lambda: grid.get("isIdle"), 20, "nothing is waited for")
    grid.press("s")
    poll(lambda: Picture(grid).title != "film.mp4", 15, "the slide show goes on")


def test_the_filter_finds_videos(grid):
    has_length(grid, "boat.webm", "Video, 0:12")
    open_filter(grid).get_by_role("checkbox", name="Video, 2").check()
    finds(grid, 2)
    assert "where=kind:video" in grid.page.url


def test_a_server_that_gives_no_files_plays_none(page, start_server, folder):
    server = start_server(folder, "--no-originals")
    server.opened()
    grid = GridPage(page, server.address).open()
    opened(grid, "boat.webm")
    words = "This server gives no files, so the video cannot be played."
    poll(lambda: Picture(grid).part(".lightbox-failure:not([hidden]) p", "e.textContent") == words, 15, "it says so")
