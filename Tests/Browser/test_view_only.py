"""The page of a reader who may look and change nothing: it says so, and offers nothing else."""

import pytest
from grid_page import GridPage, has_no_worker
from pictures import write_folder
from running import poll

WHOLE, READING = "of-sixteen-letters-or-more", "another-one-of-as-many"
# What any reader sends: what is in view, and what is looked for.
LOOKING = ("/viewers", "/range", "/leave", "/queries", "/facets")


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    server = start_shared_server(
        write_folder(module_path / "photos", {"Left": 8, "Right": 5}), "--token", WHOLE, "--read-only-token", READING)
    server.whole = lambda method, path, body=None: server.ask(method, path, body, {"Authorization": f"Bearer {WHOLE}"})
    poll(lambda: all(c["open"] for c in server.whole("GET", "/api/v1/collections").json["collections"]), 60, "all is read")
    assert server.whole("POST", "/api/v1/albums", {"title": "Wall"}).status == 201
    return server


def open_page(new_page, server, **options):
    page = new_page(**options)
    has_no_worker(page)
    page.goto(f"{server.address}/?token={READING}")
    return GridPage(page, server.address).open()


@pytest.mark.parametrize("locale,says,menu", [
    ("en-US", "View only", ["Open", "Select", "Copy name", "Copy path", "Download", "Export all…", "Similar pictures", "Copy a link to this place"]),
    ("ko-KR", "보기 전용", ["열기", "선택", "이름 복사", "경로 복사", "내려받기", "모두 내보내기…", "비슷한 사진", "이 위치의 링크 복사"]),
])
def test_the_page_says_so_and_offers_what_changes_nothing(new_page, server, locale, says, menu):
    grid = open_page(new_page, server, locale=locale)
    page = grid.page
    assert page.locator(".bar .view-only").inner_text() == says
    assert not page.locator(".bar .refresh").is_visible()
    grid.click(grid.seen()[1]["id"], button="right")
    assert page.locator(".cell-menu [role^=menuitem] .words").all_inner_texts() == menu
    page.keyboard.press("Escape")


def test_keys_drags_and_panels_change_nothing_and_ask_for_no_change(new_page, server):
    grid = open_page(new_page, server)
    page, sent = grid.page, []
    page.on("request", lambda r: r.method != "GET" and not r.url.split("?")[0].endswith(LOOKING) and "/viewers/" not in r.url and sent.append(r.url))
    order, first = grid.order(), grid.seen()[0]["id"]
    grid.focus(first)
    grid.press("4", "p", "l", "a", "m", "t", "ArrowRight", "Delete", "Control+z", "r")
    grid.pick_up(first)
    page.mouse.move(*grid.centre(grid.seen()[3]["id"]), steps=5)
    page.mouse.up()
    assert page.locator("dialog[open]").count() == 0
    grid.focus(first)
    grid.press("Control+a")
    bar = page.locator(".selection-bar")
    bar.wait_for()
    shown = [name for name in ("mark", "move", "album", "export", "compare") if bar.locator(f".{name}").first.is_visible()]
    assert "export" in shown and not {"mark", "move", "album"} & set(shown), shown
    grid.press("Escape", "?")
    page.locator(".key-sheet").wait_for()
    keys = page.locator(".key-sheet kbd").all_inner_texts()
    assert "Enter" in keys and not {"P", "M", "A", "Ctrl+Z", "R"} & set(keys)
    page.keyboard.press("Escape")
    page.locator(".tools .albums").click()
    panel = page.get_by_role("dialog").filter(has_text="Wall")
    panel.wait_for()
    assert panel.locator("input, .card-tools").count() == 0
    page.keyboard.press("Escape")
    assert grid.order() == order and sent == []


def test_the_large_picture_shows_marks_and_gives_none(new_page, server):
    grid = open_page(new_page, server)
    item = grid.seen()[2]["id"]
    collection = next(c["id"] for c in server.whole("GET", "/api/v1/collections").json["collections"] if not c.get("album"))
    path = f"/api/v1/collections/{collection}"
    assert server.whole("POST", f"{path}/marks", {"items": [item], "stars": 5}).status == 200
    poll(lambda: grid.cell(item)["label"].endswith(", 5 stars"), 15, "who looks sees what others change")
    grid.focus(item)
    grid.press("Enter")
    poll(lambda: grid.get("openItem") == item, 10, "it is open")
    grid.press("2", "x")
    grid.press("Escape")
    poll(lambda: grid.get("openItem") is None, 10, "it is closed")
    assert server.whole("GET", f"{path}/items/{item}").json["attributes"] == {"stars": 5}
    assert grid.cell(item)["label"].endswith(", 5 stars")
