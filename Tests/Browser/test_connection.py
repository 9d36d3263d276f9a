"""The connection is lost and regained, the server stops and starts; the page is never reloaded."""

import signal

import pytest
from faults import fill, inside, may_mount, on_a_small_disk
from grid_page import GridPage, Held
from pictures import write_folder
from playwright.sync_api import expect
from running import poll


@pytest.fixture
def server(start_server, tmp_path):
    server = start_server(write_folder(tmp_path / "photos", {"First": 60, "Second": 50}))
    server.opened()
    # It comes back where the page looks for it.
    server.port = int(server.address.rsplit(":", 1)[1])
    return server


def banner(page):
    return page.locator(".banner.shown")


def test_a_lost_connection_says_so_and_is_regained_where_one_was(page, server):
    grid = GridPage(page, server.address).open()
    grid.scroll_to(900)
    order = [cell["id"] for cell in grid.seen()]
    server.stop()
    poll(lambda: banner(page).count() == 1, 10, "the banner is shown")
    expect(banner(page)).to_have_text("Connection lost. Reconnecting…")
    assert [cell["id"] for cell in grid.seen()] == order
    server.start()
    poll(lambda: banner(page).count() == 0, 20, "the banner is gone")
    grid.settle()
    assert grid.offset == 900
    assert [cell["id"] for cell in grid.seen()] == order
    assert all(cell["isShown"] for cell in grid.seen())
    # The new line works: what others do is seen.
    flat = [items for _, items in server.order()]
    assert server.move(order[0], [1, 0]).status == 200
    poll(lambda: order[0] not in [cell["id"] for cell in grid.seen()], 10, "the move is seen")
    assert len(flat) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_order_after_a_restart_is_as_it_was_left(page, server, number):
    grid = GridPage(page, server.address).open()
    first = [items for _, items in server.order()][0]
    grid.drag(first[0], over=first[3])
    expected = [*first[1:4], first[0], *first[4:8]]
    poll(lambda: grid.order()[:8] == expected, 15, "the new order is seen")
    server.restart(number)
    server.opened()
    grid.open()
    assert grid.order()[:8] == expected


def test_pictures_that_were_under_way_are_fetched_again_afterwards(page, server):
    grid = GridPage(page, server.address)
    # These are never answered, as over a line that was cut without a word.
    held = Held(page, "**/image?**")
    page.goto(server.address)
    held.wait()
    server.stop()
    poll(lambda: banner(page).count() == 1, 10, "the banner is shown")
    held.is_open = True
    server.start()
    poll(lambda: banner(page).count() == 0, 20, "the banner is gone")
    poll(lambda: len(grid.parts(".cell img.picture.shown", "e.src")) >= len(grid.seen()) > 10, 60, "all in view are shown")


def test_a_worker_whose_script_does_not_come_is_done_without(page, server):
    # As when the server stops in the midst of an opening.
    page.add_init_script("""const Known = SharedWorker;
        window.SharedWorker = class extends Known { constructor(address, options) { super(`${address}.missing`, options); } };""")
    grid = GridPage(page, server.address).open()
    order = [items for _, items in server.order()][0]
    assert server.move(order[0], [1, 0]).status == 200
    # A browser that reports no error of the script is waited for, 15 s.
    poll(lambda: order[0] not in [cell["id"] for cell in grid.seen()], 30, "the move is seen")
    server.stop()
    poll(lambda: banner(page).count() == 1, 10, "the banner is shown")
    server.start()
    poll(lambda: banner(page).count() == 0, 20, "the banner is gone")


def test_what_changed_while_the_line_was_cut_is_seen_afterwards(page, server):
    grid = GridPage(page, server.address).open()
    first = [items for _, items in server.order()][0]
    page.context.set_offline(True)
    poll(lambda: banner(page).count() == 1, 10, "the banner is shown")
    assert server.move(first[0], [0, 4]).status == 200
    page.context.set_offline(False)
    expected = [*first[1:5], first[0]]
    poll(lambda: grid.order()[:5] == expected, 20, "the move is seen")
    poll(lambda: banner(page).count() == 0, 20, "the banner is gone")


def test_scrolling_without_a_connection_goes_on_when_it_is_back(page, server):
    grid = GridPage(page, server.address).open()
    server.stop()
    poll(lambda: banner(page).count() == 1, 10, "the banner is shown")
    page.mouse.move(600, 400)
    page.mouse.wheel(0, 1600)
    poll(lambda: grid.offset >= 1500, 15, "it scrolled")
    server.start()
    poll(lambda: banner(page).count() == 0, 20, "the banner is gone")
    grid.settle()
    assert grid.seen() and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())


@pytest.mark.parametrize("language, words", [("en-US", "The server cannot be reached."), ("ko-KR", "서버에 연결할 수 없습니다.")])
def test_a_drag_while_the_server_is_away_is_refused_in_the_language_of_the_page(new_page, server, language, words):
    page = new_page(locale=language)
    grid = GridPage(page, server.address).open().equip()
    first = grid.seen()[0]["id"]
    server.stop()
    grid.pick_up(first)
    poll(lambda: page.locator(".toast.shown").count() == 1, 10, "the refusal is shown")
    text = page.locator(".toast.shown").text_content()
    assert text.endswith(words) and "fetch" not in text
    page.mouse.up()


@pytest.mark.skipif(not may_mount(), reason="no leave to mount a disk of one's own here")
def test_a_full_disk_is_said_until_there_is_room(new_page, tmp_path):
    server = on_a_small_disk(tmp_path, "--items", 100)
    try:
        page = new_page()
        grid = GridPage(page, server.address).open(server.collection())
        order = grid.order()
        filler = inside(server) / "filler"
        fill(filler)
        poll(lambda: server.move("2", (0, 98), server.collection()).status == 507, 30, "the disk is full")
        expect(banner(page)).to_have_text("Changes cannot be saved right now. Everything can still be viewed.", timeout=20_000)
        # Whoever comes meanwhile is told as well.
        other = new_page(locale="ko-KR")
        GridPage(other, server.address).open(server.collection())
        expect(banner(other)).to_have_text("지금은 변경 사항을 저장할 수 없습니다. 보기는 계속할 수 있습니다.")
        # Nobody changes anything: the server tries by itself.
        filler.unlink()
        for shown in (page, other):
            poll(lambda shown=shown: banner(shown).count() == 0, 30, "there is room")
        assert grid.order() == order
    finally:
        server.stop()
