"""Words that arrive late: nothing is said in another language, or with less words, than when they were there in time."""

import re

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

FORM = """<!doctype html><meta charset="utf-8"><title>Form</title>
<script type="module" src="{server}/grid/collection-grid.js"></script>
<form><collection-grid name="cover" required server="{server}" collection="{collection}"></collection-grid></form>"""


class Held:
    """A file of words that does not arrive before it is released."""

    def __init__(self, page, name):
        self.page, self.waiting, self.is_released = page, [], False
        # In the bundle, the name ends with a hash.
        page.route(re.compile(rf"/(embedded-)?{name}(-[A-Z0-9]{{8}})?\.js$"), lambda route: route.continue_() if self.is_released else self.waiting.append(route))

    def wait_until_asked(self):
        # Requests are seen while the page is waited for.
        poll(lambda: self.page.wait_for_timeout(20) or self.waiting, 15, "the words are asked for")

    def release(self):
        self.is_released = True
        for route in self.waiting:
            route.continue_()


@pytest.fixture
def korean(new_page):
    return new_page(locale="ko-KR")


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "사진첩", {"산": 5})


@pytest.fixture
def server(start_server, folder, site):
    server = start_server(folder, "--cors-origin", site.address)
    server.opened()
    return server


def test_a_refresh_that_fails_before_there_are_words_for_its_reason_waits_for_them(korean, site, server, folder):
    later = Held(korean, "ko-later")
    korean.goto(site.page(GRID, server.address, server.collection()))
    grid = GridPage(korean, server.address).settle()
    away = folder.rename(folder.with_name("not mounted"))
    korean.evaluate("document.querySelector('collection-grid').refresh()")
    later.wait_until_asked()
    # The spinner stops when the refresh has ended, which is when it is said how.
    poll(lambda: not korean.evaluate("document.querySelector('collection-grid').session.isRefreshing"), 10, "the refresh has ended")
    assert grid.spoken() == [] and not grid.is_shown(".toast.shown")
    later.release()
    grid.hears("새로 고치지 못했습니다. 사진첩 컬렉션을 읽을 수 없습니다.")
    assert grid.spoken()[-1] == grid.part(".toast.shown .toast-words", "e.textContent")
    assert "디스크가 마운트되어 있는지" in grid.spoken()[-1] and len(grid.spoken()) == 1, grid.spoken()
    away.rename(folder)


def test_a_form_says_what_is_missing_in_the_readers_language_as_soon_as_there_are_words(korean, site, server):
    words = Held(korean, "ko")
    korean.goto(site.page(FORM, server.address, server.collection()))
    words.wait_until_asked()
    message = "document.querySelector('collection-grid').validationMessage"
    # Something is missing, and a form must not be sent without a word.
    assert korean.evaluate(message) == "Choose an item."
    words.release()
    poll(lambda: korean.evaluate(message) == "항목을 하나 선택해 주세요.", 10, lambda: korean.evaluate(message))
