"""Programs that import LookaheadKit, in a real browser."""

import sqlite3
from contextlib import contextmanager
from pathlib import Path

import pytest
from grid_page import CELLS, GRID, GridPage
from own_programs import compile_program, running
from running import poll

FAULTY = Path(__file__).parent.parent / "Support" / "faulty_program"
TEXTS = f"[...{GRID}.shadowRoot.querySelectorAll('.cell:not([hidden])')].map((cell) => cell.innerText)"


@pytest.fixture(scope="module")
def programs(module_path):
    """Compiles an example once."""
    made = {}

    def program(package, target):
        if target not in made:
            made[target] = compile_program(package, target, module_path / target)
        return made[target]

    return program


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.mistakes = []
    page.on("console", lambda message: page.mistakes.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.mistakes.append(str(error)))
    yield page
    context.close()
    assert page.mistakes == []


def shows(page, text):
    """Whether a cell in view shows a text, and not only says it."""
    return any(text in (shown or "") for shown in page.evaluate(TEXTS))


@contextmanager
def shown(page, collection, program, *words, folder):
    """Runs a program, and shows its collection for as long as it runs."""
    with running(program, *words, folder=folder) as (address, _):
        yield GridPage(page, address).open(collection)
        # Before the server is gone, which a page would complain about.
        page.goto("about:blank")


def test_a_table_is_shown_and_a_row_that_is_carried_is_written_back(programs, page, tmp_path):
    with shown(page, "products", programs("products", "products"), "p.sqlite", 2000, 0, folder=tmp_path):
        poll(lambda: shows(page, "Product 20"))
        database = sqlite3.connect(tmp_path / "p.sqlite")
        first = "SELECT sku FROM products WHERE category = 'Category A' ORDER BY rank LIMIT 1"
        assert database.execute(first).fetchone() == ("sku-20",)
        places = {cell["id"]: cell for cell in page.evaluate(CELLS)}
        start, end = places["sku-60"], places["sku-20"]
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + 20, end["y"] + 20, steps=12)
        page.mouse.up()
        poll(lambda: database.execute(first).fetchone() == ("sku-60",))
        # Another process changes a name.
        with database:
            database.execute("UPDATE products SET name = 'Sold out' WHERE sku = 'sku-20'")
        poll(lambda: shows(page, "Sold out"))


def test_a_move_that_the_table_refuses_goes_back_and_the_person_reads_why(programs, page, tmp_path):
    with shown(page, "refusing", programs(FAULTY, "faulty"), folder=tmp_path) as grid:
        poll(lambda: shows(page, "Title of refusing-5"))
        before = grid.order()
        grid.drag("refusing-5", over="refusing-0")
        grid.hears("A change was taken back. The shelf is full.")
        poll(lambda: "The shelf is full." in (grid.part(".toast", "e.innerText") or ""), 10, "it can be read")
        poll(lambda: grid.order() == before, 15, "the order is as it was")


def test_tiles_are_shown_and_change_all_the_time(programs, page, tmp_path):
    with shown(page, "tiles", programs("dashboard", "dashboard"), 0, folder=tmp_path) as grid:
        poll(lambda: shows(page, "Sensor 1"))
        # Of the size that the program has chosen, which scales with that of the page.
        cell, scale = grid.cells()[0], grid.get("density") / 160
        assert cell["height"] == 120 * scale and 200 * scale <= cell["width"] < 400 * scale
        grid.page.evaluate(f"{GRID}.density = 80")
        grid.settle()
        poll(lambda: grid.cells()[0]["height"] == 60, 15, "the cells are half as tall")
        # Nobody has registered a cell of their kind: all that is known is said.
        poll(lambda: shows(page, "unit: °C") and shows(page, "value: "))


def test_the_dashboard_says_which_loads_are_of_contents(programs, page, tmp_path):
    with shown(page, "tiles", programs("dashboard", "dashboard"), 0, folder=tmp_path) as grid:
        poll(lambda: shows(page, "Sensor 1"))
        page.keyboard.press("d")
        poll(lambda: page.locator(".dashboard .steps").is_visible(), 15, "the dashboard is beside")
        grid.scroll_to(20_000)
        poll(lambda: "contents: tile-" in page.locator(".dashboard .steps").inner_text(), 15, "loads of contents are named")


def test_the_dashboard_says_that_changes_wait_to_be_written_back(programs, page, tmp_path):
    with shown(page, "failing", programs(FAULTY, "faulty"), folder=tmp_path) as grid:
        poll(lambda: shows(page, "Title of failing-5"))
        page.keyboard.press("d")
        problem = page.locator(".dashboard .problem")
        poll(lambda: page.locator(".dashboard .steps").is_visible(), 15, "the dashboard is beside")
        assert not problem.is_visible()
        grid.drag("failing-5", over="failing-0")
        poll(lambda: problem.is_visible() and problem.inner_text() == "1 change waits to be written back to the source: The table is away.", 30, "it is said")
        page.evaluate("fetch('/mend')")
        # Another try, at most a minute later.
        poll(lambda: not problem.is_visible(), 90, "nothing waits any more")


def test_a_page_of_the_program_shows_values_in_cells_of_its_own(programs, page, tmp_path):
    with running(programs("dashboard", "dashboard"), 0, folder=tmp_path) as (address, _):
        page.goto(f"{address}/board")
        poll(lambda: page.evaluate(f"!!{GRID}?.shadowRoot") and shows(page, "Sensor 1"))
        poll(lambda: shows(page, " °C") and not shows(page, "unit"), 30)
        page.goto("about:blank")


def test_lines_of_files_are_shown_and_a_new_line_comes(programs, page, tmp_path):
    (tmp_path / "one.log").write_text("first line\nsecond line\n")
    with shown(page, "logs", programs("logs", "logs"), tmp_path, 0, folder=tmp_path):
        poll(lambda: shows(page, "first line"))
        with open(tmp_path / "one.log", "a") as file:
            file.write("third line\n")
        poll(lambda: shows(page, "third line"))


def test_emoji_load(programs, page, tmp_path):
    with shown(page, "emoji", programs("uikit-programs", "emoji-rater"), 0, folder=tmp_path):
        poll(lambda: shows(page, "😀"))


def test_friends_come_and_go(programs, page, tmp_path):
    with shown(page, "friends", programs("uikit-programs", "friends"), 0, folder=tmp_path):
        for name in ["Ada", "Grace", "Alan", "Barbara", "Friend"]:
            poll(lambda: shows(page, name))
