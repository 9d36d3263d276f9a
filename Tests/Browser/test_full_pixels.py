"""A close look: the picture's own pixels, from its file, from the server whole, or in parts."""

import base64
import subprocess

import pytest
from grid_page import GridPage, Held
from large_picture import Picture
from pictures import write_chart
from running import poll

# Red of the pixels of one row of a screenshot.
ROW = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, 1);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(0, 0, image.width, 1).data].filter((_, i) => i % 4 === 0);
}"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    folder = module_path / "charts"
    write_chart(folder / "a.png", 3000, 2000)
    write_chart(folder / "b.png", 3000, 2000)
    subprocess.run(["vips", "copy", folder / "a.png", folder / "c.tif"], check=True)
    # 48 megapixels: more than is shown whole.
    write_chart(folder / "d.png", 8000, 6000)
    server = start_shared_server(folder)
    server.opened()
    return server


@pytest.fixture
def picture(page, server):
    grid = GridPage(page, server.address).open()

    def opened(title):
        item = next(cell for cell in grid.seen() if cell["label"] == title)
        grid.focus(item["id"]).press("Enter")
        return Picture(grid).shows(title)

    return opened


def address(picture):
    return picture.part(".slide[aria-hidden=false] .full", "e.complete && e.naturalWidth > 0 ? e.src : null") or ""


def has_own_pixels(picture, part):
    poll(lambda: part in address(picture), 20, lambda: f"{part} is shown; {address(picture)}")
    box = picture.part(".slide[aria-hidden=false] .full", "({...e.getBoundingClientRect().toJSON(), own: e.naturalWidth})")
    assert abs(box["width"] - box["own"]) < 0.01, "a px of the picture is one of the device"
    assert abs(box["left"] - round(box["left"])) < 0.01 and abs(box["top"] - round(box["top"])) < 0.01


def lines(page):
    """The contrast of neighbouring columns in the middle of the window: 255 where each line is seen."""
    shot = page.screenshot(clip={"x": 600, "y": 400, "width": 40, "height": 1})
    row = page.evaluate(ROW, base64.b64encode(shot).decode())
    return min(abs(a - b) for a, b in zip(row, row[1:]))


@pytest.mark.parametrize("title, part", [("a.png", "/original?inline=1"), ("c.tif", "/image?w=16384"), ("d.png", "/region?")])
def test_every_line_is_seen_at_100_percent(picture, title, part):
    opened = picture(title)
    assert lines(opened.page) < 200
    opened.grid.press("z")
    has_own_pixels(opened, part)
    assert opened.part(".lightbox-scale", "e.textContent") == "100%"
    poll(lambda: lines(opened.page) > 200, 5, lambda: f"lines are black and white: {lines(opened.page)}")
    opened.grid.press("z")
    poll(lambda: opened.part(".full", "true") is None, 5, "nothing of it is kept")


def test_a_part_follows_the_view_and_is_cancelled_when_the_picture_is_whole_again(picture):
    opened = picture("d.png")
    page, grid = opened.page, opened.grid
    grid.press("z")
    has_own_pixels(opened, "/region?")
    first = address(opened)
    page.mouse.move(640, 400)
    for _ in range(2):
        page.mouse.down()
        page.mouse.move(140, 100, steps=4)
        page.mouse.up()
        page.mouse.move(640, 400)
    poll(lambda: address(opened) != first, 20, "another part")
    has_own_pixels(opened, "/region?")
    grid.press("Control+0")
    held = Held(page, "**/region?**")
    failed = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    grid.press("z")
    held.wait()
    grid.press("Control+0")
    poll(lambda: page.evaluate("true") and any("/region?" in url for url in failed), 10, "it is cancelled")
    held.release()
    assert opened.part(".full", "true") is None


def test_the_zoom_is_kept_from_picture_to_picture(picture):
    opened = picture("a.png")
    page, grid = opened.page, opened.grid
    page.mouse.dblclick(900, 300)
    has_own_pixels(opened, "/original?")
    before = opened.part(".slide[aria-hidden=false] .full", "e.getBoundingClientRect().toJSON()")
    grid.press("ArrowRight")
    poll(lambda: opened.title == "b.png", 10, "the next")
    has_own_pixels(opened, "/original?")
    after = opened.part(".slide[aria-hidden=false] .full", "e.getBoundingClientRect().toJSON()")
    assert (before["left"], before["top"]) == (after["left"], after["top"])
    assert len(grid.parts(".full", "1")) == 1


def test_a_width_beyond_all_steps_is_the_whole_picture_or_is_refused(server):
    items = {item["title"]: item["id"] for item in server.ask("GET", f"/api/v1/collections/{server.collection()}/items").json["items"]}
    path = lambda title: f"/api/v1/collections/{server.collection()}/items/{items[title]}"
    refused = server.ask("GET", f"{path('d.png')}/image?w=6000")
    assert (refused.status, refused.json["code"]) == (422, "picture-too-large-whole")
    outside = server.ask("GET", f"{path('a.png')}/region?x=2900&y=0&width=101&height=10")
    assert (outside.status, outside.json["code"]) == (422, "region-outside")
