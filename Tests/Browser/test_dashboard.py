"""The dashboard, beside the grid and on its own page, on the demos' real loads."""

import json

import pytest
from grid_page import GRID, PAGE_MODULE, GridPage
from running import poll


@pytest.fixture
def demos(start_server):
    server = start_server("--demo-latency", "30-60")
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections").json["collections"]), 60, "all are open")
    return server


class DashboardPage(GridPage):
    """A grid with the dashboard beside it."""

    def show(self):
        self.page.keyboard.press("d")
        poll(lambda: self.board("report") is not None, 15, "reports come")
        return self

    def board(self, name):
        return self.page.evaluate(f"{PAGE_MODULE}.then(({{ beside }}) => beside.dashboard?.{name} ?? null)")

    def steps(self):
        return [row["step"] for row in self.board("steps")]

    def colours(self, canvas):
        """How many different colours are drawn."""
        return self.page.evaluate(
            """(name) => {
              const canvas = document.querySelector(name);
              const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const seen = new Set();
              for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
              return seen.size;
            }""", canvas)


@pytest.fixture
def board(demos, page):
    return DashboardPage(page, demos.address)


def test_loads_are_seen_from_their_beginning_to_what_became_of_them(board):
    board.open("emoji-rater")
    board.show()
    for offset in (1200, 2400, 60_000, 61_000):
        board.scroll_to(offset)
    poll(lambda: {"loadBegan", "loadEnded", "willDisplay", "didEndDisplaying", "prefetch", "reuse"} <= set(board.steps()), 20,
         lambda: f"each step is told; told are {set(board.steps())}")
    fates = board.board("fates")
    assert fates["hit"] + fates["late"] > 10, fates
    assert board.colours("canvas.strip.near") >= 3
    assert board.colours("canvas.timeline") >= 3
    assert board.board("costs.length") > 10


def test_a_log_of_any_length_has_few_rows_in_the_page_and_reading_is_not_disturbed(board):
    board.open("emoji-rater")
    board.show()
    for offset in range(1000, 9000, 1000):
        board.page.evaluate(f"{GRID}.offset = {offset}")
        board.page.wait_for_timeout(60)
    poll(lambda: len(board.steps()) > 60, 30, "much is told")
    rows = "[...document.querySelectorAll('.steps li')].map((row) => row.dataset.step)"
    assert 5 < len(board.page.evaluate(rows)) < 20
    board.page.locator(".steps-view").evaluate("(view) => { view.scrollTop = 600; }")
    poll(lambda: board.page.locator(".steps li").first.evaluate(
        "(row) => row.getBoundingClientRect().bottom > row.closest('.steps-view').getBoundingClientRect().top - 20"), 10)
    in_sight = "[...document.querySelectorAll('.steps li')][3].innerText"
    read, before = board.page.evaluate(in_sight), len(board.steps())
    board.scroll_to(20_000)
    poll(lambda: len(board.steps()) > before, 15, "more is told")
    assert board.page.evaluate(in_sight) == read


def test_an_unplugged_origin_is_seen_as_failures_and_works_again(board):
    board.open("mosaic").show()
    board.page.evaluate(f"{PAGE_MODULE}.then(({{ beside }}) => beside.dashboard.set({{ origin: {{ plugged: false }} }}))")
    board.page.goto(board.address + "/?collection=landscapes-endless")
    # A cell itself fails after three tries only, between which the source is left alone for longer and longer.
    poll(lambda: board.board("fates.failed"), 30, "the dashboard counts tries that failed")
    poll(lambda: "loadWillRetry" in board.steps(), 15, "and tells that they are tried again")
    board.page.locator(".plug").click()
    poll(lambda: board.page.locator(".plug").get_attribute("aria-pressed") == "true", 10, "it is plugged in")
    board.page.evaluate(f"{GRID}.refresh()")
    poll(lambda: board.cells() and all(c["state"] == "ready" for c in board.seen()), 60, "all is there")


def test_switches_turn_the_server(board, demos):
    board.open("mosaic").show()
    board.page.locator("select.policy").select_option("nearest")
    poll(lambda: board.board("report.policy") == "nearest", 10, "the viewer has another policy")
    board.page.locator("select.loaders").select_option("8")
    poll(lambda: demos.ask("GET", "/api/v1/settings").json["loaders"] == 8, 10, "eight loaders")
    poll(lambda: board.board("report.loads.loaders") == 8, 10, "and the report says so")


def test_the_window_switch_says_how_far_ahead_loads_go_at_once(board):
    board.open("landscapes-endless")
    board.show()
    board.page.locator("select.policy").select_option("nearest")
    poll(lambda: board.board("report.policy") == "nearest", 10, "the viewer has another policy")
    height = board.page.evaluate(f"{GRID}.clientHeight")

    def is_reached(reach):
        """Whether the last item that is wanted is 2.5 views times the reach below the last in view, to a row."""
        report = board.board("report")
        rows = (max(flat for flat, _ in report["wants"]) - report["visible"][1]) / report["row"]["columns"]
        return report["reach"] == reach and abs(rows - 2.5 * reach * height / report["row"]["height"]) < 1.5

    poll(lambda: is_reached(1), 10, lambda: f"two views and a half; {board.board('report')}")
    # The page stands still meanwhile: nobody but the server plans anew.
    for reach in (0.25, 4):
        board.page.locator("select.reach").select_option(str(reach))
        poll(lambda: is_reached(reach), 10, lambda: f"{reach} times as far; {board.board('report')}")


def test_the_latency_switch_is_that_of_what_is_shown(board, demos):
    board.open("emoji-rater")
    board.show()
    board.page.locator("select.latency").select_option("200-800")
    settings = lambda: demos.ask("GET", "/api/v1/settings").json
    poll(lambda: settings()["latency"]["emoji-rater"] == [200, 800], 10, "the emoji are slower")
    assert settings()["latency"]["origin"] == [30, 60]
    assert board.page.locator(".plug").is_hidden(), "no emoji comes from the origin"
    board.open("material-colours")
    poll(lambda: board.page.locator("select.latency").count() == 1 and board.page.locator("select.latency").is_hidden(), 15,
         "colours are not loaded at all")


def test_what_a_viewer_does_is_recorded_as_a_trace(board):
    board.open("landscapes-endless")
    board.show()
    record = board.page.locator("button.record")
    record.click()
    for offset in (900, 1800, 400):
        board.page.mouse.move(200, 300)
        board.scroll_to(offset)
    poll(lambda: "Save" in record.inner_text() and int(record.inner_text().strip("Save ()")) > 2, 15, "events are counted")
    with board.page.expect_download() as download:
        record.click()
    head, *lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert head["trace"] == 1 and head["items"] == 100_000 and head["rowHeight"] > 50 and head["columns"] > 1
    assert {0, 400} <= {round(line["y"]) for line in lines} or len(lines) >= 3
    assert lines[-1]["y"] == 400 and all(a["t"] < b["t"] for a, b in zip(lines, lines[1:]))
    assert record.inner_text() == "Record"


def test_the_log_can_be_filtered_and_held(board):
    board.open("emoji-rater")
    board.show()
    board.scroll_to(3000)
    poll(lambda: {"willDisplay", "loadBegan"} & set(board.steps()), 15, "steps are told")
    board.page.get_by_label("Loads", exact=True).uncheck()
    poll(lambda: {"willDisplay", "didEndDisplaying"} & set(board.steps()), 15, "what came into view is not buried under loads")
    board.page.get_by_label("Loads", exact=True).check()
    board.page.get_by_label("Display", exact=True).uncheck()
    assert not {"willDisplay", "didEndDisplaying"} & set(board.steps())
    board.page.locator("button.pause").click()
    held = board.page.locator(".steps li").first.inner_text()
    before = board.board("report.loads.started")
    board.scroll_to(9000)
    poll(lambda: board.board("report.loads.started") > before, 15, "more is loaded")
    assert board.page.locator(".steps li").first.inner_text() == held
    board.page.locator("button.pause").click()
    poll(lambda: board.page.locator(".steps li").first.inner_text() != held, 15, "the log goes on")


def test_hidden_it_leaves_no_trace_and_it_is_remembered(board):
    board.open("mosaic").show()
    board.page.reload()
    poll(lambda: board.board("report") is not None, 15, "it is there again")
    board.page.keyboard.press("d")
    assert board.page.locator("aside.dashboard").count() == 0
    assert board.page.evaluate("document.querySelector('main').getBoundingClientRect().right === innerWidth")
    board.page.reload()
    board.settle()
    assert board.page.locator("aside.dashboard").count() == 0


@pytest.mark.parametrize("width,height", [(360, 720), (1440, 900)])
def test_the_grid_has_room_beside_it(demos, new_page, width, height):
    board = DashboardPage(new_page(width=width, height=height), demos.address)
    board.open("mosaic").show()
    boxes = board.page.evaluate(
        "['main', 'aside'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())")
    main, aside = boxes
    assert main["right"] <= aside["left"] + 1 or main["bottom"] <= aside["top"] + 1
    assert main["width"] > 300 and main["height"] > 250
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_of_its_own_follows_a_viewer_in_another_window(board, demos, new_page):
    board.open("emoji-rater")
    other = new_page(width=1440, height=900)
    other.goto(demos.address + "/dashboard")
    poll(lambda: other.locator(".steps").count() == 1 and "Emoji Rater" in other.locator(".picked").inner_text(), 15,
         "the viewer is found")
    board.scroll_to(5000)
    other.get_by_role("searchbox").fill("willDisplay")
    poll(lambda: other.locator(".steps li[data-step=willDisplay]").count() > 0, 15, "what it does is told")
    board.page.close()
    poll(lambda: other.locator(".notice").is_visible(), 20, "it waits for another viewer")
