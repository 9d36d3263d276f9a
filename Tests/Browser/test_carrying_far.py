"""What is carried over several screens lands under the pointer, and the view stays where it is."""

import pytest
from grid_page import GridPage
from running import poll

PHOTOS = {"": 160}


def by_wheel(page, _):
    page.mouse.move(600, 400, steps=4)
    for _ in range(15):
        page.mouse.wheel(0, 200)


def by_the_edge(page, grid):
    page.mouse.move(600, 790, steps=6)
    poll(lambda: grid.offset > 1500, 30, "it scrolls by itself")


@pytest.mark.parametrize("scroll", [by_wheel, by_the_edge])
def test_the_view_stays_when_something_is_dropped_that_came_from_far(new_page, server, scroll):
    page = new_page(width=1200, height=800)
    grid = GridPage(page, server.address).open()
    first = grid.order()[0]
    grid.carry(first)
    scroll(page, grid)
    page.mouse.move(300, 300, steps=6)
    poll(lambda: grid.gap_is_near(300, 300) and grid.get("session.presenter.surface.motion.phase") == "settled", 30, "the others made room")
    before = grid.offset
    page.mouse.up()
    poll(lambda: not grid.is_shown(".ghost"), 15, "it has landed")
    grid.settle()
    assert grid.offset == before
    x, y = grid.centre(first)
    cell = grid.cell(first)
    assert abs(x - 300) < cell["width"] and abs(y - 300) < cell["height"], (x, y)
