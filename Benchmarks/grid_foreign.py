"""The grid in a page of another site: what its first cell takes, beside the server's own page in the same run, and four grids at once, in Chromium."""

import gzip
import re
import urllib.request

from chromium_client import replay
from embedding import FIRST_CELL, GRID, Site
from figures import percentile
from grid_blanks import find_traces
from grid_page import ARGUMENTS, fling, scripting
from live_traces import SECONDS, share
from prefetch_live import serve
from running import Server, poll

FILLS_THE_WINDOW = "<style>html, body { margin: 0; height: 100%; } collection-grid { height: 100%; }</style>"
FOUR = """<!doctype html><meta charset="utf-8"><title>Four</title>
<style>body { margin: 0; display: grid; grid-template: 50vh 50vh / 1fr 1fr; } collection-grid { height: 100%; }</style>
<script type="module" src="{server}/grid/collection-grid.js"></script>
""" + 4 * '<collection-grid server="{server}" collection="{collection}"></collection-grid>'


def measure_first_cell(folder, row):
    """What a page of another site asks the server for before the first cell; its code compressed as a proxy compresses it."""
    from playwright.sync_api import sync_playwright

    with Site() as site, sync_playwright() as tools:
        server = Server("--items", 500, "--cors-origin", site.address, data=folder / "first cell")
        server.opened()
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for language, locale in [("English", "en-GB"), ("Korean", "ko-KR")]:
            page = browser.new_page(locale=locale)
            page.add_init_script(FIRST_CELL)
            page.goto(site.page(GRID, server.address, server.collection()))
            page.wait_for_function("window.firstCell !== undefined")
            asked = page.evaluate("performance.getEntriesByType('resource').filter((entry) => entry.startTime < window.firstCell).map(({ name }) => name)")
            asked = [url for url in dict.fromkeys(asked) if url.startswith(server.address) and not re.search("/image|/sections|/events", url)]
            bytes_ = sum(len(gzip.compress(urllib.request.urlopen(url).read(), 6)) for url in asked if "/api/" not in url)
            row(f"in a page of another site, in {language}, before its first cell: the element, compressed", f"{bytes_ / 1000:.1f} KB", goal="≤ 60 KB")
            row("… requests", len(asked), goal="≤ 8")
            page.close()
        browser.close()
        server.stop()


def measure_foreign(folder, row):
    traces = find_traces(folder / "foreign-traces")
    own, foreign = [], []
    with Site() as site:
        # A server for each, because a server keeps in memory what it has loaded; trace by trace, because the machine changes.
        servers = [serve(folder, f"foreign-{name}", True, "--cors-origin", site.address) for name in ("own", "site")]
        try:
            pages = [f"{servers[0].address}/?collection={servers[0].collection()}",
                     site.page(FILLS_THE_WINDOW + GRID, servers[1].address, servers[1].collection())]
            for trace in traces:
                for results, page in zip([own, foreign], pages):
                    results += replay(page, [trace])
        finally:
            for server in servers:
                server.stop()
    blanks = [share(results, "blank") for results in (foreign, own)]
    frames = [sum(result["frames"] for result in results) for results in (foreign, own)]
    late = [100 * sum(result["late"] for result in results) / max(1, sum(result["frames"] for result in results)) for results in (foreign, own)]
    row(f"in a page of another site, {len(traces)} traces of {SECONDS:g} s: blank of full pictures; other: the server's own page, same run",
        f"{blanks[0]:.1f} %", f"{blanks[1]:.1f} %", f"{blanks[0] / blanks[1]:.2f}", goal="0.95 to 1.05")
    row("… frames drawn", f"{frames[0]:,}", f"{frames[1]:,}", f"{frames[0] / frames[1]:.2f}", goal="0.95 to 1.05")
    row("… of them later than 25 ms", f"{late[0]:.1f} %", f"{late[1]:.1f} %")


def measure_four(folder, row):
    """Four grids in a page; one of them is flung."""
    from playwright.sync_api import sync_playwright

    with Site() as site, sync_playwright() as tools:
        server = Server("--items", 1_000_000, "--cors-origin", site.address, data=folder / "four")
        server.opened()
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        streams = []
        page.on("request", lambda request: "/events?" in request.url and streams.append(request.url))
        page.goto(site.page(FOUR, server.address, server.collection()))
        grids = "[...document.querySelectorAll('collection-grid')]"
        poll(lambda: page.evaluate(f"{grids}.every((grid) => grid.isIdle)"), 60, "all four are idle")
        fling(page, 2)
        browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"])
        fling(page, 10)
        costs, tasks = scripting(browser.stop_tracing())
        nodes = page.evaluate(f"{grids}.map((grid) => grid.shadowRoot.querySelectorAll('*').length)")
        # While viewers come, a stream is opened again with all of them; then it stays.
        named = max((url.count("viewer=") for url in streams), default=0)
        row("four grids in a page of another site, one of them flung: viewers of the one stream", named, goal="4")
        row("… nodes of all four", sum(nodes), goal="≤ 1,600")
        row("… longest task", f"{max(tasks, default=0):.0f} ms", goal="≤ 50 ms")
        row("… scripting per frame (p95)", f"{percentile(costs, .5):.2f} ms ({percentile(costs, .95):.2f})")
        browser.close()
        server.stop()
