"""A page in Chromium behind HAProxy, whose server is killed again and again."""

from browsers import chromium
from cluster import kill_beneath, two_servers
from grid_page import GridPage
from playwright.sync_api import sync_playwright
from postgres import Postgres
from report import row
from running import Server

KILLS = 10


def kill_under_page(folder):
    folder.mkdir(parents=True, exist_ok=True)
    postgres = Postgres()
    try:
        with two_servers(Server, postgres.database("page"), folder) as (servers, address), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
            grid = GridPage(browser.new_context(ignore_https_errors=True).new_page(), address).open()
            grid.scroll_to(900)
            seconds = sorted(kill_beneath(grid, servers, address) for _ in range(KILLS))
            browser.close()
        row(f"{KILLS} kills of the server that a page is at, behind HAProxy: until the page is live at the other, with what it missed; shortest, median, longest",
            ", ".join(f"{s:.1f} s" for s in [seconds[0], seconds[len(seconds) // 2], seconds[-1]]), "≤ 3 s")
        assert seconds[-1] <= 3, seconds
    finally:
        postgres.remove()
