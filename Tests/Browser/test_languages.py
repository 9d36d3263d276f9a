"""The page in Korean: whatever goes wrong, no word of it is English."""

import re

import pytest
from grid_page import GridPage
from pictures import write_broken, write_folder
from running import poll

# All that is read or spoken: text, names, hints and placeholders, in the page and in the grid's shadow tree.
WORDS = """() => {
  const found = [];
  const read = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) continue;
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
      for (const name of ['aria-label', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
        found.push(element.getAttribute(name) ?? '');
      }
      if (element.shadowRoot) read(element.shadowRoot);
    }
  };
  read(document);
  return found.map((text) => text.trim()).filter(Boolean);
}"""

TITLES = """[...document.querySelectorAll('collection-grid')].flatMap((grid) =>
  [...grid.shadowRoot.querySelectorAll('.cell:not([data-state=failed])')].map((cell) => cell.ariaLabel ?? ''))"""

# Names are what they are; a product's name, a key or an option is no sentence.
ENGLISH = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z]{2,}|\b(?:[A-Z][a-z]+Error|Error|undefined|null|NaN)\b|\[object")


class KoreanPage(GridPage):
    def __init__(self, page, server, *names):
        super().__init__(page, server.address)
        titles = [c["title"] for c in server.ask("GET", "/api/v1/collections").json["collections"]]
        self.names = [*names, *titles, "lookahead simulate"]

    def assert_korean(self):
        english = []
        # A cell that is no failure is named by its title; long titles hold short ones. Both are read at once: cells change.
        titles, texts = self.page.evaluate(f"() => [{TITLES}, ({WORDS})()]")
        names = sorted({*self.names, *titles}, key=len, reverse=True)
        for text in texts:
            rest = text
            for name in names:
                rest = rest.replace(name, "")
            if ENGLISH.search(rest):
                english.append(text)
        assert english == []


@pytest.fixture
def folder(tmp_path):
    folder = write_folder(tmp_path / "사진첩", {"산": 5, "바다": 4})
    write_broken(folder / "산" / "잘린 사진.png")
    (folder / "산" / "빈 사진.jpg").write_bytes(b"")
    (folder / "산" / "편지.jpg").write_bytes(b"This is a letter, not a picture.")
    return folder


@pytest.fixture
def korean(new_page):
    return new_page(locale="ko-KR")


def test_broken_files_and_a_lost_server_are_worded_in_korean(korean, start_server, folder):
    server = start_server(folder)
    server.opened()
    grid = KoreanPage(korean, server).open()
    poll(lambda: sum(c["state"] == "failed" for c in grid.seen()) == 3, 20, "the broken ones have failed")
    labels = " ".join(grid.titles())
    assert "파일이 비어 있습니다." in labels and "읽을 수 있는 형식의 사진이 아닙니다." in labels, labels
    grid.assert_korean()
    for item in [c["id"] for c in grid.seen() if c["state"] == "failed"]:
        grid.focus(item).press("Enter")
        korean.wait_for_timeout(300)
        grid.assert_korean()
        grid.press("Escape")
    server.stop()
    korean.locator(".banner.shown").wait_for(timeout=20_000)
    # What is asked of a server that is away: a refresh, a move, a way back.
    before = len(grid.spoken())
    grid.focus(grid.seen()[0]["id"]).press("r", "t", "Control+z")
    grid.hears("서버에 연결할 수 없습니다.")
    assert len(grid.spoken()) >= before
    grid.assert_korean()


def test_a_source_that_is_gone_is_worded_in_korean(korean, start_server, folder):
    server = start_server(folder)
    server.opened()
    grid = KoreanPage(korean, server, str(folder)).open()
    away = folder.rename(folder.with_name("not mounted"))
    grid.press("r")
    grid.hears("새로 고치지 못했습니다.")
    grid.assert_korean()
    folder.mkdir()
    grid.press("r")
    poll(lambda: len(grid.spoken()) > 0, 10)
    korean.reload()
    grid.settle()
    grid.assert_korean()
    folder.rmdir()
    away.rename(folder)


def test_refusals_are_worded_in_korean(korean, colours):
    grid = KoreanPage(korean, colours).open("material-colours")
    grid.pick_up(next(cell["id"] for cell in grid.seen() if cell["label"] == "Red 500"))
    grid.hears("Red 500 항목은 옮길 수 없습니다. ")
    korean.mouse.up()
    grid.press("Control+z")
    grid.hears("실행 취소할 작업이 없습니다.")
    grid.assert_korean()
    grid.open("friends")
    korean.get_by_role("button", name="모순").click()
    result = korean.locator(".friends-bar output")
    poll(lambda: "일괄 업데이트에 모순이 있습니다" in result.inner_text(), 10, "the refusal is shown")
    grid.assert_korean()


def test_letters_are_keys_while_the_keyboard_writes_hangul(korean, colours):
    grid = KoreanPage(korean, colours).open("material-colours")
    grid.focus(grid.seen()[0]["id"])
    session = korean.context.new_cdp_session(korean)
    for kind in ("keyDown", "keyUp"):
        session.send("Input.dispatchKeyEvent", {"type": kind, "key": "ㅎ", "code": "KeyG", "windowsVirtualKeyCode": 71})
    korean.get_by_role("dialog").wait_for()
    assert korean.get_by_role("spinbutton").count() == 1, "it asks where to go"


def test_the_dashboard_and_the_tour_are_korean(korean, colours):
    grid = KoreanPage(korean, colours).open("friends")
    korean.locator(".tour-button").click()
    for step in range(7):
        poll(lambda: korean.locator(".tour-target").count(), 20, "the step points at something")
        grid.assert_korean()
        if step < 6:
            korean.locator(".tour .next").click()
    assert korean.evaluate("document.documentElement.lang") == "ko"
