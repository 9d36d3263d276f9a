"""Small pictures first, the real ones in their place, and what a page records of its viewer."""

import json
import subprocess

import pytest
from grid_page import ANIMATIONS_FINISH, GRID, ROOT, GridPage
from running import BINARY, poll

# How many cells in view show a picture (2), a preview (1), nothing (0).
TIERS = f"""() => {{
  const view = {GRID}.getBoundingClientRect();
  const tiers = [0, 0, 0];
  for (const cell of {ROOT}.querySelectorAll('.cell:not([hidden])')) {{
    const box = cell.getBoundingClientRect();
    if (box.bottom > view.top && box.top < view.bottom) tiers[Number(cell.dataset.tier ?? 0)]++;
  }}
  return tiers;
}}"""


@pytest.fixture
def slow(start_server):
    return start_server("--items", 5000, "--item-pictures", "--demo-latency", "600-1500")


def test_previews_fill_the_view_long_before_the_pictures_do(page, slow):
    page.goto(slow.address)

    def filled():
        nothing, small, full = page.evaluate(TIERS)
        return (small, full) if small + full >= 12 and nothing == 0 else None

    small, full = poll(filled, 20, "every cell in view shows something")
    assert small > full
    preview = GridPage(page, slow.address).part('.cell[data-tier="1"] .preview', "getComputedStyle(e).backgroundImage")
    assert preview.startswith('url("data:image/webp;base64,')


def test_a_picture_takes_its_previews_place_in_the_same_node(page, start_server):
    server = start_server("--items", 40, "--item-pictures", "--demo-latency", "200-400")
    grid = GridPage(page, server.address)
    page.goto(server.address)
    poll(lambda: page.evaluate(f"""{ROOT}?.querySelector('.cell[data-tier="1"]') != null"""), 10, "a preview")
    # Watches one cell: from its preview on it must never be without pixels.
    page.evaluate(f"""() => {{
      const cell = {ROOT}.querySelector('.cell[data-tier="1"]');
      window.watched = {{ cell, bare: 0 }};
      const look = () => {{
        const image = cell.querySelector('img.picture');
        const seen = getComputedStyle(cell.querySelector('.preview')).backgroundImage !== 'none' ||
          (image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1');
        if (!seen) window.watched.bare++;
        requestAnimationFrame(look);
      }};
      look();
    }}""")
    poll(lambda: page.evaluate("window.watched.cell.dataset.tier === '2'"), 20, "the picture")
    grid.settle()
    page.evaluate(ANIMATIONS_FINISH)
    assert page.evaluate("window.watched.bare") == 0
    background = page.evaluate("window.watched.cell.querySelector('.body').style.backgroundImage")
    assert background == "", "nothing shines through a transparent picture"


def test_cells_that_come_back_have_their_colour_at_once(page, slow):
    page.goto(slow.address)
    poll(lambda: page.evaluate(TIERS)[1] >= 6, 20, "previews are there")
    viewer = slow.ask("POST", f"/api/v1/collections/{slow.collection()}/viewers",
                      {"layout": {"kind": "column"}, "width": 1280, "height": 800}).json["viewer"]
    event = {"seq": 1, "time": 0, "version": 1, "rect": [0, 0, 1280, 800], "velocity": [0, 0], "phase": "settled"}
    cells = slow.ask("POST", f"/api/v1/viewers/{viewer}/range", event).json["cells"]
    known = [cell for cell in cells if cell["tier"] > 0]
    assert len(known) >= 6
    assert all(len(cell["placeholder"]) == 7 and cell["placeholder"].startswith("#") for cell in known)


def test_what_a_viewer_does_can_be_saved_and_replayed(page, start_server, tmp_path):
    server = start_server("--items", 5000, "--item-pictures")
    grid = GridPage(page, server.address)
    page.goto(server.address + "/?record=1")
    grid.settle()
    page.mouse.move(600, 400)
    for _ in range(8):
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(40)
    grid.settle()
    with page.expect_download() as download:
        page.click(".save-trace")
    path = tmp_path / "trace.jsonl"
    download.value.save_as(path)
    head, *frames = [json.loads(line) for line in path.read_text().splitlines()]
    assert head["trace"] == 1 and head["items"] == 5000 and head["columns"] >= 4
    assert frames[0]["y"] == 0 and frames[-1]["y"] == pytest.approx(2400, abs=2)
    assert frames[-1]["phase"] == "settled" and any(frame["phase"] == "wheel" for frame in frames)
    table = subprocess.run([str(BINARY), "simulate", "--trace", str(path), "--policy", "none"], capture_output=True,
                           text=True, timeout=60)
    assert table.returncode == 0 and "recorded %" in table.stdout, table.stderr


def test_pictures_whose_cells_are_gone_give_their_connections_back(page, start_server):
    # Nothing comes within the test: what is asked for is held, and would be for ever.
    server = start_server("--items", 5000, "--item-pictures", "--demo-latency", 120_000, "--no-previews")
    grid = GridPage(page, server.address)
    asked, gone = [], []
    page.on("request", lambda r: asked.append(r.url) if "/image?" in r.url else None)
    page.on("requestfailed", lambda r: gone.append(r.url))
    page.goto(server.address)

    def heard(what, message):
        # Playwright tells of requests only while it is asked something.
        poll(lambda: page.wait_for_timeout(20) or what(), 10, message)

    heard(lambda: asked, "a picture is asked for")
    first = list(asked)
    page.evaluate(f"{GRID}.offset = 60_000")
    heard(lambda: set(first) <= set(gone), "what is no longer seen was called off")
    heard(lambda: len(asked) > len(first), "what is seen now is asked for")
    # Six connections to a host: were those of the old cells kept, this one would wait for a minute.
    assert page.evaluate("fetch('/healthz').then((answer) => answer.status)") == 200
    poll(lambda: server.ask("GET", "/api/v1/stats").json["loads"]["running"] <= 4, 10, "loads are stopped")
    assert grid.offset == 60_000
