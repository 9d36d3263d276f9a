"""Refreshing: what changed on the disk appears and disappears, and nothing else moves."""

import pytest
from grid_page import Finger, GridPage
from pictures import write_folder, write_png
from running import poll


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "photos", {"Left": 8, "Right": 6})


@pytest.fixture
def server(start_server, folder):
    server = start_server(folder)
    server.opened()
    return server


def spinner_runs(page):
    return page.locator(".refresh.running").count() > 0


def finished(grid):
    poll(lambda: not grid.get("isRefreshing") and not spinner_runs(grid.page), 20, "the spinner has stopped")
    return grid.settle()


def test_files_that_were_added_and_removed_appear_and_disappear_and_only_those(page, server, folder):
    grid = GridPage(page, server.address).open()
    before = grid.cells()
    titles = {cell["id"]: cell["label"] for cell in before}
    (folder / "Left" / "Left 3.png").unlink()
    (folder / "Right" / "Right 6.png").unlink()
    write_png(folder / "Left" / "Left 99.png", 99)
    page.get_by_role("button", name="Refresh").click()
    poll(lambda: "Left 99.png" in grid.titles() and "Left 3.png" not in grid.titles(), 15, "the change is seen")
    finished(grid)
    after = grid.cells()
    gone = {titles[i] for i in titles if i not in {c["id"] for c in after}}
    come = {c["label"] for c in after if c["id"] not in titles}
    assert gone == {"Left 3.png", "Right 6.png"}
    assert come == {"Left 99.png"}
    stayed = [c["id"] for c in after if c["id"] in titles]
    assert stayed == [c["id"] for c in before if c["id"] in stayed]
    assert all(cell["isShown"] for cell in grid.seen())
    assert page.locator(".bar .count").inner_text() == "13 items"


def test_the_order_that_people_made_outlives_a_refresh(page, server, folder):
    grid = GridPage(page, server.address).open()
    left = [items for _, items in server.order()][0]
    assert server.move(left[0], [0, 5]).status == 200
    expected = [*left[1:6], left[0], *left[6:]]
    poll(lambda: grid.order()[:8] == expected, 15, "the move is seen")
    write_png(folder / "Right" / "Right 50.png", 50)
    grid.press("r")
    poll(lambda: "Right 50.png" in grid.titles(), 15, "the new one is seen")
    finished(grid)
    assert grid.order()[:8] == expected


@pytest.mark.parametrize("key", ["r", "R"])
def test_the_r_key_refreshes_and_the_spinner_stops(page, server, key):
    grid = GridPage(page, server.address).open()
    with page.expect_response(lambda r: r.url.endswith("/refresh")) as answer:
        grid.press(key)
    assert answer.value.status in (200, 202)
    finished(grid)


def test_a_spinner_stops_when_the_refresh_cannot_be_asked_for(page, server):
    grid = GridPage(page, server.address).open()
    page.route("**/refresh", lambda route: route.abort())
    page.get_by_role("button", name="Refresh").click()
    grid.hears("Could not refresh.")
    finished(grid)


@pytest.mark.parametrize("is_answered_first", [True, False])
def test_a_spinner_stops_when_the_connection_is_lost(page, server, is_answered_first):
    GridPage(page, server.address).open()
    # The refresh is said to run, and its end is never heard.
    held = []
    page.route("**/refresh", lambda route: held.append(route))
    page.get_by_role("button", name="Refresh").click()
    poll(lambda: held and spinner_runs(page), 15, "the spinner runs")
    answer = lambda: held[0].fulfill(status=202, json={"refresh": "never"})
    if is_answered_first:
        with page.expect_response("**/refresh"):
            answer()
    server.stop()
    poll(lambda: not spinner_runs(page), 10, "the spinner has stopped")
    if not is_answered_first:
        with page.expect_response("**/refresh"):
            answer()
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        assert not spinner_runs(page)
    server.start()


def test_pulling_down_at_the_top_refreshes(new_page, server, folder):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    write_png(folder / "Left" / "Left 77.png", 77)
    finger = Finger(page)
    with page.expect_response(lambda r: r.url.endswith("/refresh")):
        finger.down(200, 150)
        finger.move(200, 420, steps=12)
        finger.up()
    poll(lambda: "Left 77.png" in grid.titles(), 15, "the new one is seen")
    finished(grid)


def test_a_short_pull_refreshes_nothing(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/refresh") else None)
    finger = Finger(page)
    finger.down(200, 150)
    finger.move(200, 210, steps=6)
    finger.up()
    grid.settle()
    assert asked == []
    assert grid.part(".pull", "getComputedStyle(e).pointerEvents") == "none"


def test_pictures_inserted_above_do_not_move_what_is_looked_at(page, start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"First": 70, "Second": 70})
    server = start_server(folder)
    server.opened()
    grid = GridPage(page, server.address).open()
    grid.scroll_to(grid.get("contentHeight") - 1500)
    before = next(cell for cell in grid.seen() if cell["y"] > 100)
    for number in range(40):
        write_png(folder / "First" / f"First 0{number}.png", number, 60, 40)
    grid.press("r")
    poll(lambda: page.locator(".bar .count").inner_text() == "180 items", 20, "the new ones are counted")
    finished(grid)
    poll(lambda: grid.cell(before["id"]) and abs(grid.cell(before["id"])["y"] - before["y"]) < 1, 15, "it is where it was")


def test_a_folder_that_lists_nothing_any_more_is_said_on_the_page(page, server, folder):
    """A disk that is not mounted at the start: the order is kept, and people learn why their pictures are missing."""
    server.stop()
    away = folder.rename(folder.with_name("not mounted"))
    folder.mkdir()
    server.start()
    page.goto(server.address + "/")
    problem = page.locator(".problem")
    problem.wait_for(state="visible", timeout=30_000)
    assert "mounted" in problem.inner_text()
    health = server.ask("GET", "/healthz")
    assert health.status == 200 and health.json["status"] == "degraded"
    folder.rmdir()
    away.rename(folder)
    page.locator(".refresh").click()
    problem.wait_for(state="hidden", timeout=30_000)
    health = server.ask("GET", "/healthz").json
    assert health["status"] == "ok" and "problems" not in health


def test_a_second_finger_ends_a_pull(new_page, server):
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, server.address).open()
    finger = Finger(page)
    finger.down(200, 150)
    finger.move(200, 230, steps=6)
    poll(lambda: grid.is_shown(".pull.pulling"), 10, "it is pulled")
    page.evaluate("""() => document.querySelector('collection-grid').shadowRoot.querySelector('.scroller').dispatchEvent(new TouchEvent('touchstart', {
        touches: [1, 2].map((identifier) => new Touch({ identifier, target: document.body, clientX: 200, clientY: 200 })) }))""")
    assert not grid.is_shown(".pull.pulling") and grid.part(".pull", "e.style.opacity") == "0"
    finger.up()
    grid.settle()


def test_a_refresh_does_not_turn_the_button_of_another_collection(page, server):
    album = server.ask("POST", "/api/v1/albums", {"title": "Empty"}).json["id"]
    grid = GridPage(page, server.address).open()
    page.route("**/refresh", lambda route: route.fulfill(status=202, json={"refresh": "never"}))
    page.get_by_role("button", name="Refresh").click()
    poll(lambda: spinner_runs(page) and page.locator(".bar [aria-busy=true]").count() == 1, 15, "the spinner runs")
    page.evaluate(f"document.querySelector('collection-grid').setAttribute('collection', '{album}')")
    poll(lambda: grid.get("itemCount") == 0, 15, "the empty one is shown")
    assert not spinner_runs(page) and page.locator(".bar [aria-busy=true]").count() == 0
