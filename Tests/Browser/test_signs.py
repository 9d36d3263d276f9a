"""What cells and pages say of pictures that are slow, gone or left out; and marks that are seen on any picture."""

import base64

import pytest
from grid_page import GridPage
from pictures import png, write_folder, write_white
from running import poll
from web_origin import SilentOrigin


@pytest.fixture
def slow(start_server, tmp_path):
    """A server whose pictures come from an origin that is silent until it is told to speak."""
    origin = SilentOrigin(lambda path: png(int(path.strip("/.png")), 360, 240))
    listing = tmp_path / "list.csv"
    listing.write_text("\n".join(["url,title", *(f"{origin.address}/{n}.png,Picture {n}" for n in range(12))]))
    server = start_server("--urls", listing, "--allow-private")
    server.opened()
    yield server, origin
    origin.stop()


def signs(grid):
    return grid.parts(".cell", "getComputedStyle(e.querySelector('.body'), '::before').content !== 'none'")


def test_a_cell_whose_picture_is_slow_says_so_and_stops_when_it_comes(page, slow):
    server, origin = slow
    grid = GridPage(page, server.address)
    page.goto(server.address, wait_until="commit")
    page.locator(".cell").first.wait_for()
    poll(lambda: signs(grid) == [True] * 12, 15, "all of them say that they load")
    assert "Picture 3" in page.locator(".caption:visible").all_inner_texts()
    # Nothing moves meanwhile: a page that waits costs nothing.
    poll(lambda: grid.is_still(), 15, "nothing is animated")
    origin.speak()
    poll(lambda: signs(grid) == [False] * 12, 30, "all pictures are there")
    poll(lambda: all(cell["isShown"] for cell in grid.seen()), 15, "all pictures are shown")
    assert page.locator(".caption:visible").count() == 0


def broken_images(grid):
    """Pictures that the browser itself would show as broken, or describe in words."""
    return grid.parts("img", "e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.naturalWidth && e.complete")


def test_a_file_that_is_gone_says_so_in_large_without_the_browsers_own_sign(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 6})
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    item = grid.seen()[2]
    (folder / item["label"]).unlink()
    grid.click(item["id"])
    poll(lambda: grid.part(".lightbox-failure", "!e.hidden && e.innerText.includes('no longer exists')"), 20, "it says so")
    assert True not in broken_images(grid)
    # Nor words of another picture, when one goes on and returns.
    grid.press("ArrowRight", "ArrowLeft")
    poll(lambda: grid.part(".lightbox-failure", "!e.hidden"), 20, "it says so again")
    assert True not in broken_images(grid)


def write_odd(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"odd")
    return folder


@pytest.mark.parametrize("locale,words,hide", [
    ("en-US", "Not shown: 2 documents and 1 other file.", "Hide"),
    ("ko-KR", "문서 2개, 그 밖의 파일 1개는 표시되지 않습니다.", "숨기기"),
])
def test_what_a_folder_leaves_out_is_said_by_kind_until_it_is_hidden(new_page, start_server, tmp_path, locale, words, hide):
    folder = write_odd(write_folder(tmp_path / "photos", {"": 4}), "a.pdf", "notes.TXT", "tool.exe", ".hidden")
    server = start_server(folder)
    server.opened()
    page = new_page(locale=locale)
    grid = GridPage(page, server.address).open()
    note = page.locator(".left-out")
    poll(lambda: note.is_visible(), 10, "it is said")
    assert note.locator("p").inner_text() == words
    note.get_by_role("button", name=hide).press("Enter")
    assert not note.is_visible()
    assert grid.focused() == grid.seen()[0]["id"], "the focus goes to the pictures"
    grid.open()
    assert not note.is_visible()
    # What is new is said again.
    write_odd(folder, "c.docx")
    grid.press("r")
    poll(lambda: note.is_visible() and "3" in note.inner_text(), 15, "three documents now")


def test_a_folder_without_pictures_says_what_it_holds(page, start_server, tmp_path):
    server = start_server(write_odd(tmp_path / "photos", "a.zip", "b.rar", "tool.exe"))
    server.opened()
    GridPage(page, server.address).open()
    message = page.locator(".message")
    poll(lambda: "No pictures in this folder" in message.inner_text(), 10, "it is empty")
    assert "Not shown: 2 archives and 1 other file." in message.inner_text()
    assert not page.locator(".left-out").is_visible()


# The difference between the brightest and the darkest pixel of a part of the window, of 255.
CONTRAST = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const greys = [];
  for (let i = 0; i < pixels.length; i += 4) greys.push((pixels[i] + pixels[i + 1] + pixels[i + 2]) / 3);
  return Math.max(...greys) - Math.min(...greys);
}"""


def contrast(page, x, y, width, height):
    shot = page.screenshot(clip={"x": x, "y": y, "width": width, "height": height})
    return page.evaluate(CONTRAST, base64.b64encode(shot).decode())


@pytest.fixture(params=["picture", "posted", "coloured", "numbered"])
def pale(request, start_server, tmp_path):
    """A server, and a collection of it whose first cell is pale: a white picture, or an item without one."""
    if request.param == "picture":
        server = start_server(write_white(tmp_path / "photos" / "white.png").parent)
        return server, server.collection()
    server = start_server("--items", 5)
    if request.param == "numbered":
        return server, server.collection()
    look = {"kind": "colour", "attributes": {"colour": "#ffffff"}} if request.param == "coloured" else {}
    sections = [{"id": "s", "title": "S", "items": [{"id": "i", "title": "Item", **look}]}]
    assert server.ask("POST", "/api/v1/collections", {"id": "posted", "title": "Posted", "sections": sections}).status == 201
    return server, "posted"


def test_the_check_ring_and_the_heart_are_seen_on_pale_cells(page, pale):
    server, collection = pale
    grid = GridPage(page, server.address).open(collection)
    cell = grid.seen()[0]
    ring, heart = (cell["x"] + 4, cell["y"] + 4, 28, 28), (cell["x"] + cell["width"] - 30, cell["y"] + 4, 26, 26)
    assert contrast(page, *ring) < 40 and contrast(page, *heart) < 40, "nothing is drawn there before"
    page.mouse.move(*grid.centre(cell["id"]))
    poll(lambda: contrast(page, *ring) > 80, 10, "the ring is seen")
    path = f"/api/v1/collections/{collection}/items/{cell['id']}"
    rated = server.ask("PATCH", path, {"attributes": {"rating": "like"}}, {"Content-Type": "application/merge-patch+json"})
    assert rated.status == 200, rated.body
    poll(lambda: grid.is_shown(".badge"), 10, "the heart is there")
    page.mouse.move(900, 700)
    poll(lambda: contrast(page, *heart) > 80, 10, "the heart is seen")
