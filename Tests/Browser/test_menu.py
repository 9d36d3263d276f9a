"""The menu of a cell: what can be done with it, in words."""

import pytest
from grid_page import ANIMATIONS_FINISH, GridPage
from running import poll


def entries(page):
    return page.locator(".cell-menu [role^=menuitem] .words").all_inner_texts()


@pytest.mark.parametrize("locale,words", [
    ("en-US", ["Open", "Pick", "Reject", "Labels…", "Select", "Move to…", "Add to album…", "Copy name", "Copy path", "Download", "Export all…", "Similar pictures", "Copy a link to this place"]),
    ("ko-KR", ["열기", "채택", "제외", "라벨…", "선택", "옮기기…", "앨범에 추가…", "이름 복사", "경로 복사", "내려받기", "모두 내보내기…", "비슷한 사진", "이 위치의 링크 복사"]),
])
def test_a_right_click_offers_in_words_what_can_be_done(new_page, two_sections, locale, words):
    page = new_page(locale=locale)
    grid = GridPage(page, two_sections.address).open()
    cell = grid.seen()[1]
    grid.click(cell["id"], button="right")
    assert entries(page) == words
    x, y = grid.centre(cell["id"])
    page.evaluate(ANIMATIONS_FINISH)
    box = page.locator(".cell-menu").bounding_box()
    assert abs(box["x"] - x) < 2 and abs(box["y"] - y) < 2, "at the pointer"
    # Every sign is drawn: its address leads to a file.
    signs = page.evaluate("""async () => {
      const root = document.querySelector('collection-grid').shadowRoot;
      const masks = [...root.querySelectorAll('.cell-menu .sign, .selection-bar .sign')].map((e) => getComputedStyle(e).maskImage);
      return Promise.all(masks.map(async (mask) => mask.startsWith('url("data:') || (await fetch(mask.slice(5, -2))).ok));
    }""")
    assert signs == [True] * 20
    page.keyboard.press("Escape")
    assert entries(page) == []


def test_the_menu_stays_inside_the_window(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    page.set_viewport_size({"width": 1280, "height": 380})
    grid.settle()
    cell = grid.seen()[5]
    page.mouse.click(cell["x"] + cell["width"] - 3, cell["y"] + cell["height"] - 5, button="right")
    page.evaluate(ANIMATIONS_FINISH)
    box = page.locator(".cell-menu").bounding_box()
    assert box["x"] + box["width"] <= 1280 and box["y"] >= 48 and box["y"] + box["height"] <= 380


def test_its_entries_do_what_they_say(page, two_sections):
    grid = GridPage(page, two_sections.address).open()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    item = grid.seen()[2]["id"]
    choose = lambda name: (grid.click(item, button="right"), page.get_by_role("menuitem", name=name).click())
    choose("Copy name")
    grid.hears("Copied “Left 3.png”.")
    assert page.evaluate("navigator.clipboard.readText()") == "Left 3.png"
    choose("Move to…")
    poll(lambda: page.get_by_label("Position").count(), 10, "it asks where")
    page.keyboard.press("Escape")
    choose("Open")
    poll(lambda: grid.get("openItem") == item, 10, "it is open")
    page.keyboard.press("Escape")
    poll(lambda: not grid.get("openItem"), 10, "closed")
    choose("Select")
    assert grid.parts(".cell.selected", "e.dataset.item") == [item]
    page.context.clear_permissions()


def test_its_keys_are_named_for_those_who_have_them(new_page, two_sections):
    page = new_page()
    grid = GridPage(page, two_sections.address).open()
    grid.focus(grid.seen()[1]["id"]).press("ContextMenu")
    assert page.locator(".cell-menu kbd:visible").all_inner_texts() == ["Enter", "P", "X", "L", "Ctrl+Space", "M", "A"]
    page = new_page(width=390, height=780, has_touch=True, is_mobile=True)
    grid = GridPage(page, two_sections.address).open()
    grid.hold(grid.seen()[1]["id"])
    assert len(entries(page)) == 13
    assert page.locator(".cell-menu kbd:visible").count() == 0
    assert all(row["height"] >= 44 for row in grid.parts(".cell-menu button", "e.getBoundingClientRect().toJSON()"))
