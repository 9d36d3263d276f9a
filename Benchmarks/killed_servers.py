"""A page in Chromium, behind HAProxy over two servers of one database: its server is killed, and how long until the page is live again."""

import shutil
import signal
import time
from statistics import median

from certificates import Certificate
from cluster import balanced
from pictures import write_folder
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
RISE = 3
SEEN = f"""() => [...{GRID}.shadowRoot.querySelectorAll('.cell:not([hidden]):not(.leaving):not(.ghost)')]
  .map((cell) => [cell.getBoundingClientRect(), cell.dataset.item])
  .filter(([box]) => box.bottom > 0 && box.top < innerHeight)
  .sort(([a], [b]) => Math.round(a.y) - Math.round(b.y) || a.x - b.x).map(([, item]) => item)"""


def viewers(server):
    return server.ask("GET", "/api/v1/stats").json["viewers"]


def serving(servers):
    """The server that has the page's viewer, and the other."""
    one, two = servers
    poll(lambda: (viewers(one) > 0) != (viewers(two) > 0), 30, "one of them serves the page")
    return (one, two) if viewers(one) else (two, one)


def kill(page, servers):
    """Kills the page's server, and changes what is seen on the other. Answers the seconds until the page shows it, where it was."""
    mine, other = serving(servers)
    seen, offset = page.evaluate(SEEN), page.evaluate(f"{GRID}.offset")
    flat = [item for items in other.sections() for item in items]
    expected = [seen[1], seen[0], *seen[2:]]
    began = time.monotonic()
    mine.stop(signal.SIGKILL)
    assert other.move(seen[1], (0, flat.index(seen[0]))).status == 200
    poll(lambda: page.evaluate(SEEN) == expected, 30, "what it missed is seen")
    poll(lambda: not page.locator(".banner.shown").count(), 30, "the banner is gone")
    seconds = time.monotonic() - began
    assert page.evaluate(f"{GRID}.offset") == offset, "the page is where it was"
    # And it is live: the next change comes by itself.
    assert other.move(seen[1], (0, flat.index(seen[0]) + 1)).status == 200
    poll(lambda: page.evaluate(SEEN) == seen, 30, "the next change is seen")
    mine.start()
    mine.opened()
    # HAProxy looks every half second, and wants to see it well several times before it counts again.
    time.sleep(RISE)
    return seconds


def measure_killed_servers(postgres, folder, row, times=10):
    from playwright.sync_api import sync_playwright

    pictures, servers = write_folder(folder / "pictures", {"One": 200}), []
    store = postgres.database("killed")
    try:
        for name in ["one", "two"]:
            server = Server(pictures, "--store", store, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1", data=folder / name)
            servers.append(server)
            server.opened()
            # It comes back where HAProxy looks for it.
            server.port = int(server.address.rsplit(":", 1)[1])
        with balanced(*servers, Certificate(folder / "certificate"), folder / "haproxy") as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_context(viewport={"width": 1280, "height": 800}, ignore_https_errors=True).new_page()
            page.goto(address)
            poll(lambda: page.evaluate(f"{GRID}?.isIdle"), 60, "the page is idle")
            page.evaluate(f"{GRID}.offset = 900")
            poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the page is idle")
            seconds = [kill(page, servers) for _ in range(times)]
            browser.close()
    finally:
        for server in servers:
            server.stop()
    row(f"a page in Chromium whose server is killed, behind HAProxy, {times} times: live at the same place, s, median / longest",
        f"{median(seconds):.1f} / {max(seconds):.1f}", goal="≤ 3")
