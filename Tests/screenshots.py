"""The pictures of the README: the dashboard at work on the demos. Run by Scripts/screenshots."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from running import Server, poll

GRID = "document.querySelector('collection-grid')"


def idle(page, seconds=60):
    poll(lambda: page.evaluate(f"{GRID}.isIdle"), seconds, "the page is idle")


def wheel(page, distance, times, pause=90):
    page.mouse.move(400, 500)
    for _ in range(times):
        page.mouse.wheel(0, distance)
        page.wait_for_timeout(pause)


def slow(page):
    """A calm scroll: pictures are there before they are seen."""
    wheel(page, 60, 60, 100)


def fling(page):
    """Flung past: what was called off, and where it will end."""
    wheel(page, 120, 25, 60)
    wheel(page, 1400, 8, 60)


def unplugged(page):
    page.locator(".plug").click()
    wheel(page, 400, 12, 150)
    page.wait_for_timeout(4000)


SCENES = [
    ("dashboard-calm", "landscapes-endless", False, slow),
    ("dashboard-fling", "landscapes-endless", True, fling),
    ("dashboard-emoji", "emoji-rater", False, lambda page: wheel(page, 90, 40, 120)),
    ("dashboard-unplugged", "landscapes-endless", True, unplugged),
]


def take(browser, address, folder, name, collection, is_dark, act):
    context = browser.new_context(
        viewport={"width": 1360, "height": 850}, color_scheme="dark" if is_dark else "light", device_scale_factor=1)
    page = context.new_page()
    page.goto(f"{address}/?collection={collection}")
    idle(page)
    page.keyboard.press("d")
    poll(lambda: page.locator("aside.dashboard").count() == 1, 15, "the dashboard is there")
    page.locator("aside.dashboard .plug[aria-pressed=true]").wait_for()
    act(page)
    page.screenshot(path=folder / f"{name}.png")
    if page.locator(".plug[aria-pressed=false]").count():
        page.locator(".plug").click()
        page.locator(".plug[aria-pressed=true]").wait_for()
    costs = page.evaluate("import('/page.js').then(({ beside }) => beside.dashboard.costs)")
    costs.sort()
    print(f"{name}: a frame drawn in {costs[len(costs) // 2]:.2f} ms (median), {costs[len(costs) * 95 // 100]:.2f} ms (95 %)")
    context.close()


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server("--memory-cache", 64, "--disk-cache", 0, data=Path(scratch) / "data")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            for scene in SCENES:
                take(browser, server.address, folder, *scene)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
