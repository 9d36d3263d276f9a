"""The pictures of the documents: a folder in the grid, the dashboard at work on the demos. Run by Scripts/screenshots."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from photos import BACKGROUNDS
from playwright.sync_api import sync_playwright
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
QUALITY = 82


def idle(page, seconds=120):
    both = "[...document.querySelectorAll('collection-grid')]"
    poll(lambda: page.evaluate(f"{both}.every((grid) => grid.isIdle)"), seconds, "the page is idle")


def wheel(page, distance, times, pause=90):
    page.mouse.move(400, 500)
    for _ in range(times):
        page.mouse.wheel(0, distance)
        page.wait_for_timeout(pause)


def glide(page, speed, seconds):
    """As a finger that stays down: at `speed` px a second, in every frame."""
    page.evaluate(f"""async ([speed, seconds]) => {{
      let last = performance.now();
      const end = last + seconds * 1000;
      while (last < end) {{
        const now = await new Promise(requestAnimationFrame);
        {GRID}.session.presenter.surface.nudge(speed * Math.min(34, now - last) / 1000);
        last = now;
      }}
    }}""", [speed, seconds])


def slow(page):
    """A calm scroll: pictures are there before they are seen."""
    glide(page, 250, 13)


def fling(page):
    """After a fling: what was cancelled, and where it will end."""
    glide(page, 250, 8)
    wheel(page, 1400, 8, 60)
    page.wait_for_timeout(900)


def unplugged(page):
    glide(page, 250, 8)
    page.locator(".plug").click()
    glide(page, 250, 3)
    page.wait_for_timeout(1500)


def slow_loads(page):
    """Half a second to two for each: more loaders, more lanes."""
    page.locator("select.loaders").select_option("16")
    glide(page, 120, 12)


def ride(page):
    """The same list without prefetching and with it, on the same scroll."""
    page.locator(".comparison-play").click()
    page.wait_for_timeout(4700)


# Name, collection, dark, with the dashboard, what is done.
SCENES = [
    ("dashboard-calm", "landscapes-endless", False, True, slow),
    ("dashboard-fling", "landscapes-endless", True, True, fling),
    ("dashboard-emoji", "emoji-rater", False, True, slow_loads),
    ("dashboard-unplugged", "landscapes-endless", True, True, unplugged),
    ("compared", "favourite-photos", False, False, ride),
]


def take(browser, address, folder, name, collection, is_dark, has_dashboard, act):
    context = browser.new_context(
        viewport={"width": 1360, "height": 850}, color_scheme="dark" if is_dark else "light", device_scale_factor=1)
    page = context.new_page()
    page.goto(f"{address}/?collection={collection}")
    idle(page)
    if has_dashboard:
        page.keyboard.press("d")
        page.locator(".steps li").first.wait_for(state="attached")
    act(page)
    picture = folder / f"{name}.png"
    page.screenshot(path=picture)
    subprocess.run(["vips", "webpsave", picture, picture.with_suffix(".webp"), "--Q", str(QUALITY), "--strip"], check=True)
    picture.unlink()
    if has_dashboard:
        if page.locator(".plug[aria-pressed=false]").count():
            page.locator(".plug").click()
            page.locator(".plug[aria-pressed=true]").wait_for()
        costs = sorted(page.evaluate("import('/page/page.js').then(({ beside }) => beside.dashboard.costs)"))
        print(f"{name}: a frame drawn in {costs[len(costs) // 2]:.2f} ms (median), {costs[len(costs) * 95 // 100]:.2f} ms (95 %)")
    context.close()


# The folder of the first picture: the backgrounds in each of its folders.
SECTIONS = {"Nature": "mate/nature/*.jpg", "Patterns": "gnome/*.webp"}


def take_grid(browser, scratch, picture):
    """A folder of pictures as it opens."""
    pictures = scratch / "Pictures"
    for section, names in SECTIONS.items():
        (pictures / section).mkdir(parents=True)
        for background in sorted(BACKGROUNDS.glob(names)):
            shutil.copy(background, pictures / section)
    server = Server(pictures, data=scratch / "grid")
    page = browser.new_page(viewport={"width": 1280, "height": 760}, color_scheme="dark")
    try:
        server.opened()
        page.goto(server.address)
        idle(page)
        page.screenshot(path=picture, type="jpeg", quality=QUALITY)
    finally:
        page.close()
        server.stop()


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            take_grid(browser, Path(scratch), folder / "grid.jpg")
            for number, scene in enumerate(SCENES):
                # A server of its own, or the second scene would find what the first one loaded.
                server = Server("--memory-cache", 64, "--disk-cache", 0, data=Path(scratch) / str(number))
                try:
                    take(browser, server.address, folder, *scene)
                finally:
                    server.stop()
        finally:
            browser.close()


if __name__ == "__main__":
    main()
