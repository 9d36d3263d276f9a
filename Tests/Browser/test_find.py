"""Who looks for something finds it: search, filter, sort, groups, live; by mouse and by keys alone."""

import pytest
from accessibility import complaints
from camera_pictures import write_taken
from grid_page import GRID, GridPage
from library import LIBRARY, count, finds, go, open_filter, post_library, search, still, wait_until_read
from playwright.sync_api import expect
from running import poll

@pytest.fixture(scope="module")
def library(start_shared_server, module_path):
    """A posted collection of 60 items in two sections, beside a folder of three pictures."""
    for number in range(3):
        write_taken(module_path / "pictures" / "Trip" / f"{number}.jpg", f"2024:05:{17 + number} 12:33:01", "Canon EOS R5")
    server = start_shared_server(module_path / "pictures")
    server.opened()
    post_library(server)
    wait_until_read(server, server.collection())
    return server


@pytest.fixture
def grid(page, library):
    return go(GridPage(page, library.address))


def test_typing_shows_results_and_escape_shows_everything_again(grid):
    search(grid, "SEA")
    finds(grid, 20)
    assert all("sea" in title.lower() for title in grid.titles())
    assert count(grid) == "20 of 60"
    # All words are wanted; parts of words do, in any script, whatever the accents.
    for text, number in [("sea bird", 10), ("바", 10), ("muller", 10), ("mull 04", 1)]:
        grid.page.keyboard.press("Control+A")
        grid.page.keyboard.type(text)
        finds(grid, number)
    grid.page.keyboard.press("Escape")
    finds(grid, 60)
    assert count(grid) == "60 items" and grid.page.get_by_role("searchbox").input_value() == ""
    assert grid.focused() is not None, "the focus is in the grid again"


def test_cells_that_stay_keep_their_nodes_and_pictures(grid):
    grid.page.evaluate(f"""() => {{
      window.nodes = new Map([...{GRID}.shadowRoot.querySelectorAll('.cell')].map((cell) => [cell.dataset.item, cell]));
    }}""")
    search(grid, "sea")
    finds(grid, 20)
    kept = grid.page.evaluate(f"""() => [...{GRID}.shadowRoot.querySelectorAll('.cell:not([hidden]):not(.leaving)')]
      .filter((cell) => window.nodes.has(cell.dataset.item)).map((cell) => window.nodes.get(cell.dataset.item) === cell)""")
    assert kept and all(kept)


def test_values_narrow_down_chips_show_them_and_back_goes_back(grid):
    page = grid.page
    panel = open_filter(grid)
    canon = panel.get_by_role("checkbox", name="Canon EOS R5, 20")
    canon.check()
    finds(grid, 20)
    chip = page.get_by_role("button", name="Remove Camera: Canon EOS R5")
    assert chip.is_visible() and "where=camera:Canon+EOS+R5" in page.url
    # A field's own filter does not change its counts.
    panel.get_by_role("checkbox", name="X100V, 20").check()
    finds(grid, 40)
    page.go_back()
    finds(grid, 20)
    expect(canon).to_be_checked()
    chip.click()
    finds(grid, 60)
    assert not page.locator(".chips").is_visible() and "where" not in page.url


def test_a_range_of_dates_is_one_click_and_a_link_shares_it(grid, new_page):
    panel = open_filter(grid)
    panel.get_by_role("button", name="2023, ").click()
    finds(grid, 22)
    found = still(grid)
    other = GridPage(new_page(), "")
    other.page.goto(grid.page.url)
    poll(lambda: other.get("itemCount") == grid.get("itemCount"), 20, "the link shows the same")
    assert still(other.settle())[:4] == found[:4]
    expect(other.page.locator(".chips")).to_contain_text("Date taken: 2023")


def test_by_date_in_months_is_one_click_and_remembered(grid, library):
    page = grid.page
    page.get_by_role("button", name="Sort and group (S)").click()
    page.get_by_role("button", name="By date, in months").click()
    poll(lambda: grid.headers()[:1] == ["May 2024"], 15, lambda: f"the newest month first, now {grid.headers()[:3]}")
    page.keyboard.press("Escape")
    assert page.url.endswith("sort=-taken&group=taken:month")
    grid.scroll_to(10**9)
    poll(lambda: grid.headers()[-1:] == ["No date"], 15,
         lambda: f"those without a date are last, now {grid.headers()[-2:]}")
    # The scroll bar says years.
    poll(lambda: {"2024", "2023", "2022"} <= set(grid.parts(".scrubber .titles span", "e.textContent")), 10, "years")
    page.goto("about:blank")
    go(grid)
    poll(lambda: grid.headers()[:1] == ["May 2024"], 15, "it is remembered")
    page.keyboard.press("s")
    page.get_by_role("button", name="By date, in months").click()
    finds(grid, 60)
    poll(lambda: grid.headers()[:1] == ["Right"], 15, "the own order")


def test_a_rating_in_one_tab_leaves_the_result_in_another(grid, library):
    liked = ["i0", "i2", "i4"]
    path = f"/api/v1/collections/{LIBRARY}/items/"
    rate = lambda item, rating: library.ask("PATCH", path + item, {"attributes": {"rating": rating}}, {"Content-Type": "application/merge-patch+json"})
    for item in liked:
        assert rate(item, "like").status == 200
    panel = open_filter(grid)
    panel.get_by_role("checkbox", name="Like, 3", exact=True).check()
    finds(grid, 3)
    assert rate(liked[0], None).status == 200
    finds(grid, 2)
    assert liked[0] not in grid.order() and count(grid) == "2 of 60"
    poll(lambda: panel.get_by_role("checkbox", name="Like, 2", exact=True).count() == 1, 10, "the count follows")
    for item in liked[1:]:
        rate(item, None)
    finds(grid, 0)
    expect(grid.page.locator(".message h2")).to_have_text("Nothing found")


def test_nothing_found_says_what_to_leave_out(grid):
    page = grid.page
    go(grid, "where=camera:X100V")
    finds(grid, 20)
    search(grid, "mountain nowhere")
    finds(grid, 0)
    way = page.get_by_role("button", name="Without “mountain nowhere”: 20")
    way.click()
    finds(grid, 20)
    assert page.get_by_role("searchbox").input_value() == ""


def test_a_drag_under_a_filter_moves_and_under_a_sort_says_why_not(grid, library):
    page = grid.page
    search(grid, "sea bird")
    finds(grid, 10)
    page.keyboard.press("Enter")
    first, second, third = still(grid)[:3]
    with library.keeping_order(LIBRARY):
        grid.drag(first, third)
        poll(lambda: grid.order()[:3] == [second, third, first], 15,
             lambda: f"it is behind the third, now {grid.order()[:3]}")
        own = [item for items in library.sections(LIBRARY) for item in items]
        assert own.index(first) == own.index(third) + 1, "directly behind it, among those that are not seen"
        undo = page.locator(".toast.shown").get_by_role("button", name="Undo", exact=True)
        undo.click()
        poll(lambda: grid.order()[:3] == [first, second, third], 15, "it is back")
        poll(lambda: first in grid.parts(".cell.changed", "e.dataset.item"), 10, "it is marked")
    go(grid, "sort=-name")
    own = library.sections(LIBRARY)
    grid.pick_up(still(grid)[0])
    poll(lambda: grid.is_shown(".toast.shown"), 10, "the reason is shown")
    page.mouse.up()
    assert "Sorted items cannot be moved." in grid.part(".toast", "e.textContent")
    assert library.sections(LIBRARY) == own


def test_an_undo_goes_to_what_it_changed_in_a_result(new_page, library):
    grid = go(GridPage(new_page(width=390, height=500), library.address), "search=sea")
    finds(grid, 20)
    first, second, third = still(grid)[:3]
    with library.keeping_order(LIBRARY):
        grid.drag(first, third)
        poll(lambda: grid.order()[:3] == [second, third, first], 15, "it is behind the third")
        grid.scroll_to(10_000)
        assert first not in [cell["id"] for cell in grid.seen()]
        grid.press("Control+z")
        poll(lambda: first in grid.parts(".cell.changed", "e.dataset.item"), 10, "it is marked")
        assert first in [cell["id"] for cell in grid.seen()]
        poll(lambda: grid.order()[:3] == [first, second, third], 15, "it is where it was")


def titles(library):
    """The collection's own order: titles by section."""
    items = library.ask("GET", f"/api/v1/collections/{LIBRARY}/items?limit=100").json["items"]
    return [[item["title"] for item in items if item["indexPath"][0] == section] for section in (0, 1)]


def test_a_drag_under_a_sort_offers_to_make_it_the_own_order_and_undo_takes_it_back(grid, library):
    page, before, version = grid.page, titles(library), library.ask("GET", f"/api/v1/collections/{LIBRARY}").json["version"]
    go(grid, "search=sea&sort=-name")
    finds(grid, 20)
    grid.pick_up(still(grid)[0])
    offer = page.get_by_role("button", name="Make this the collection’s order")
    offer.wait_for()
    page.mouse.up()
    with library.keeping_order(LIBRARY):
        offer.click()
        poll(lambda: "is in this order now" in grid.part(".toast", "e.textContent"), 15, "it says what it did")
        # The search is kept, the sort is not: items can be moved again.
        poll(lambda: page.evaluate("location.search").endswith("search=sea"), 10, "the search alone is left")
        found = [[title for title in section if "sea" in title.lower()] for section in titles(library)]
        hidden = [[title for title in section if "sea" not in title.lower()] for section in titles(library)]
        assert found == [sorted((t for t in section if "sea" in t.lower()), key=str.lower, reverse=True) for section in before]
        assert hidden == [[t for t in section if "sea" not in t.lower()] for section in before]
        assert library.ask("GET", f"/api/v1/collections/{LIBRARY}").json["version"] == version + 1, "one change"
        page.get_by_role("button", name="Undo").click()
        poll(lambda: titles(library) == before, 15, "the whole order is back")


def test_the_menu_makes_a_sort_the_own_order(grid, library):
    page, before = grid.page, titles(library)
    page.keyboard.press("s")
    make = page.get_by_role("button", name="Make this the collection’s order")
    page.get_by_label("Sort by").select_option("name")
    with library.keeping_order(LIBRARY):
        make.click()
        poll(lambda: "sort" not in page.evaluate("location.search"), 15, "it is shown in its own order")
        assert titles(library) == [sorted(section, key=lambda t: (t.lower().replace("ü", "u"))) for section in before]
        assert not make.is_visible(), "the own order is no sort"
        page.keyboard.press("Escape")
        grid.focus(grid.seen()[0]["id"]).press("Control+z")
        poll(lambda: titles(library) == before, 15, "the keys take it back too")


def test_the_information_panel_says_what_is_known(page, library):
    grid = GridPage(page, library.address).open().equip()
    grid.focus(grid.seen()[0]["id"]).press("Enter", "i")
    panel = page.get_by_role("region", name="Information")
    expect(panel).to_contain_text("0.jpg")
    expect(panel).to_contain_text("Trip")
    expect(page.locator(".lightbox-bar .details")).to_contain_text("May 17, 2024")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("1.jpg")
    page.keyboard.press("i")
    assert not panel.is_visible()


def test_all_of_it_works_by_keys_alone(grid):
    page = grid.page
    page.keyboard.press("f")
    panel = page.get_by_role("complementary", name="Filter")
    panel.get_by_role("checkbox", name="X100V, 20").focus()
    page.keyboard.press(" ")
    finds(grid, 20)
    poll(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')") == "X100V, 20", 10, "the focus stays")
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    page.keyboard.press("s")
    page.get_by_label("Sort by").select_option("name")
    poll(lambda: "sort=name" in page.url, 10)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Sort and group (S)"
    page.keyboard.press("/")
    page.keyboard.type("sea")
    finds(grid, 10)
    page.keyboard.press("ArrowDown")
    poll(lambda: grid.focused() is not None, 10, "a result has the focus")


def test_narrow_windows_have_a_sheet_and_a_search_over_the_bar(new_page, library):
    grid = go(GridPage(new_page(width=390, height=844), library.address))
    page = grid.page
    page.get_by_role("button", name="Search (/)").click()
    page.get_by_role("searchbox").type("city")
    finds(grid, 10)
    assert page.locator(".search-count").inner_text() == "10"
    page.get_by_role("button", name="Close search").click()
    panel = open_filter(grid)
    box = panel.bounding_box()
    assert box["width"] == 390 and box["y"] > 250 and page.evaluate("document.documentElement.scrollWidth") == 390
    assert panel.get_by_label("Sort by").is_visible()


def test_the_page_finds_in_korean(new_page, library):
    page = new_page(locale="ko-KR")
    grid = go(GridPage(page, library.address))
    search(grid, "바다")
    finds(grid, 10)
    assert count(grid) == "60개 중 10개"
    go(grid, "sort=-taken&group=taken:month")
    poll(lambda: grid.headers()[:1] == ["2024년 5월"], 15, "months in Korean")


def test_a_link_that_asks_for_what_is_not_there_says_so_and_shows_everything(page, library):
    grid = go(GridPage(page, library.address), "where=nonsense:1")
    poll(lambda: "nonsense" in grid.part(".toast", "e.textContent"), 10, "the reason is shown")
    assert grid.get("itemCount") == 60 and not page.locator(".chips").is_visible()
    assert "nonsense" not in page.url


def test_the_headers_of_the_list_sort_by_their_columns(page, library):
    grid = go(GridPage(page, library.address), "sort=title")
    headers = page.get_by_role("group", name="List columns")
    assert not headers.is_visible()
    grid.ask_for_layout("list")
    grid.settle()
    taken = headers.get_by_role("button", name="Date taken")
    for way, address, first in [("↓", "sort=-taken", "i28"), ("↑", "sort=taken", "i0")]:
        taken.click()
        poll(lambda: address in page.url and taken.inner_text().split()[-1] == way, 10, "the header says how it is sorted")
        grid.settle()
        assert still(grid)[0] == first and taken.get_attribute("aria-pressed") == "true"
    taken.click()
    poll(lambda: "sort=" not in page.url and taken.get_attribute("aria-pressed") == "false", 10, "it is in its own order")
    # No item has a size.
    assert headers.get_by_role("button", name="File size").is_disabled()
    page.set_viewport_size({"width": 600, "height": 700})
    poll(lambda: not headers.is_visible(), 5, "the columns are below the names")


def test_dimensions_that_are_known_of_all_are_sorted_by(page, library):
    items = [{"id": f"i{number}", "title": f"{number}", "width": width, "height": 200, "attributes": {"taken": f"2024-05-1{number}T12:00:00"}}
             for number, width in enumerate([300, 600, 450])]
    sections = [{"id": "s", "title": "S", "items": items}]
    assert library.ask("POST", "/api/v1/collections", {"id": "sizes", "title": "Sizes", "sections": sections}).status == 201
    wait_until_read(library, "sizes")
    grid = GridPage(page, library.address)
    page.goto(f"{library.address}/?collection=sizes")
    grid.settle()
    grid.choose_layout("list")
    button = page.get_by_role("group", name="List columns").get_by_role("button", name="Dimensions")
    for order in (["i1", "i2", "i0"], ["i0", "i2", "i1"], ["i0", "i1", "i2"]):
        button.click()
        poll(lambda: still(grid) == order, 10, lambda: f"{grid.order()}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_part(new_page, library, scheme):
    # Axe styles the page while it looks, which the page's policy forbids.
    page = new_page(color_scheme=scheme, bypass_csp=True)
    grid = go(GridPage(page, library.address), "where=camera:X100V&range=taken:2023-01-01..2024-01-01&sort=-taken&group=taken:month")
    open_filter(grid)
    assert complaints(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sort and group (S)").click()
    page.get_by_label("Group by").wait_for()
    assert complaints(page) == []
    page.keyboard.press("Escape")
    grid.ask_for_layout("list")
    page.get_by_role("group", name="List columns").wait_for()
    assert complaints(page) == []
    search(grid, "nowhere")
    page.get_by_role("button", name="Clear all").last.wait_for()
    assert complaints(page) == []
