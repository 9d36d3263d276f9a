"""Much that vanished at once: the page says it, keeps it as gone, and asks; a total that grows; an empty folder."""

import pytest
from grid_page import GridPage
from pictures import write_folder, write_png
from running import poll


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "photos", {"Left": 14, "Right": 6})


@pytest.fixture
def server(start_server, folder):
    server = start_server(folder, "--watch")
    server.opened()
    return server


def gone(grid):
    return grid.parts(".cell:not([hidden]) .gone-cell", "e.textContent")


def test_what_vanished_is_shown_as_gone_until_somebody_removes_it(page, server, folder, tmp_path):
    grid = GridPage(page, server.address).open()
    problem = page.locator(".problem")
    away = (folder / "Left").rename(tmp_path / "away")
    problem.wait_for(state="visible", timeout=30_000)
    assert "14 of 14 files vanished from “Left”" in problem.inner_text()
    poll(lambda: len(gone(grid)) == 14, 20, "the cells say so")
    assert "Left 3.pngThe original is gone" in gone(grid)
    assert any(label == "Left/Left 3.png, The original is gone" for label in grid.titles())
    # Whoever keeps them is not asked again.
    page.get_by_role("button", name="Keep").click()
    problem.wait_for(state="hidden")
    assert page.locator(".bar .count").inner_text() == "20 items"
    away.rename(folder / "Left")
    poll(lambda: not gone(grid), 20, "they are back")
    away = (folder / "Left").rename(tmp_path / "away")
    poll(lambda: len(gone(grid)) == 14, 20)
    page.reload()
    problem.wait_for(state="visible", timeout=30_000)
    page.get_by_role("button", name="Remove 14 items").click()
    problem.wait_for(state="hidden", timeout=30_000)
    poll(lambda: page.locator(".bar .count").inner_text() == "6 items", 20, "they are removed")


def test_the_total_of_a_search_counts_what_came_since(page, server, folder):
    grid = GridPage(page, server.address).open()
    page.locator(".bar.finds").wait_for(timeout=30_000)
    for number in range(8):
        write_png(folder / "Right" / f"Other {number}.png", number)
    poll(lambda: page.locator(".bar .count").inner_text() == "28 items", 20, "they are here")
    grid.press("/")
    page.keyboard.type("Left")
    poll(lambda: page.locator(".bar .count").inner_text() == "14 of 28", 20, "the total is the new one")
    write_png(folder / "Left" / "Left 77.png", 3)
    poll(lambda: page.locator(".bar .count").inner_text() == "15 of 29", 20, "and follows")


def test_an_empty_folder_that_is_watched_says_so(page, start_server, tmp_path):
    (tmp_path / "empty").mkdir()
    server = start_server(tmp_path / "empty", "--watch")
    server.opened()
    page.goto(server.address + "/")
    page.get_by_text("Add some: they appear by themselves.").wait_for(timeout=30_000)
    write_png(tmp_path / "empty" / "first.png", 1)
    poll(lambda: page.locator(".bar .count").inner_text() == "1 item", 20, "it appears by itself")
