"""What is drawn over pictures is seen: on a white picture, in forced colours, on a cell that is selected and has the focus."""

import base64

import pytest
from grid_page import GridPage
from large_picture import Picture
from pictures import write_folder, write_white
from running import poll

# The colour of a pixel of a screenshot, in a page that allows to look at it.
PIXEL = """async ([png, x, y]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
}"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    folder = write_folder(module_path / "photos", {"": 6})
    write_white(folder / "a white.png", 1200)
    server = start_shared_server(folder)
    server.opened()
    return server


def luminance(colour):
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_words_and_signs_are_read_over_a_white_picture(new_page, server):
    page = new_page(width=1000, height=700)
    grid = GridPage(page, server.address).open()
    grid.click(next(cell["id"] for cell in grid.seen() if cell["label"].startswith("a white")))
    picture = Picture(grid).shows("a white.png")
    picture.stands(700)
    colour = lambda selector: [int(float(c)) for c in picture.part(selector, "getComputedStyle(e).color.match(/[\\d.]+/g).slice(0, 3)")]
    words, stars, last = ({**grid.box(f".lightbox {s}")} for s in (".details", ".star", ".lightbox-marks .label"))
    shot = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()
    behind = lambda x, y: blank.evaluate(PIXEL, [shot, round(x), round(y)])
    # Beside the words, over the picture.
    for y in (words["top"] + 1, words["bottom"] - 1):
        assert contrast(colour(".details"), behind(600, y)) >= 4.5
    for y in (stars["top"] + 12, stars["bottom"] - 12):
        assert contrast(colour(".star"), behind(last["right"] + 6, y)) >= 3


def test_the_tick_of_the_cell_that_has_the_focus_is_white_below(page, server):
    grid = GridPage(page, server.address).open()
    first, second = grid.order()[:2]
    grid.focus(first).press("Control+Space", "Shift+ArrowRight")
    poll(grid.is_still, 10, "nothing moves")
    look = "[getComputedStyle(e, '::after').width, getComputedStyle(e, '::after').backgroundColor]"
    assert grid.focused() == second
    assert grid.node(second, look) == grid.node(first, look)
    assert "0px 0px 0px 4px" in grid.node(second, "getComputedStyle(e).boxShadow"), "the ring is there"


def test_in_forced_colours_the_bar_has_an_edge_and_headers_their_signs(new_page, start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"Left": 3, "Right": 3}))
    server.opened()
    page = new_page(forced_colors="active")
    grid = GridPage(page, server.address).open()
    grid.focus(grid.order()[0]).press("Control+Space")
    assert grid.part(".selection-bar", "getComputedStyle(e).borderTopWidth") == "1px"
    sign = grid.part(".header .fold", "getComputedStyle(e, '::after').backgroundColor")
    assert contrast([int(c) for c in sign[4:-1].split(",")], [255, 255, 255]) >= 3, sign


def test_stars_are_not_over_the_name_of_a_cell_that_is_still_loading(page, server):
    item = server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"][2]["id"]
    assert server.ask("POST", f"/api/v1/collections/{server.collection()}/marks", {"items": [item], "stars": 2}).status == 200
    grid = GridPage(page, server.address).open()
    poll(lambda: grid.node(item, "e.querySelector('.marks .foot') !== null"), 10, "it has stars")
    # As a cell is marked whose picture takes long.
    grid.node(item, "e.classList.add('slow')")
    boxes = grid.node(item, "['.marks .foot', '.caption span'].map((s) => e.querySelector(s).getBoundingClientRect().toJSON())")
    assert boxes[0]["bottom"] <= boxes[1]["top"] + 1, boxes
