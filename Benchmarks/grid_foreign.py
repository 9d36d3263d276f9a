"""The grid in a page of another site: what its first cell takes, beside the server's own page in the same run, and four grids at once, in Chromium."""

import gzip
import os
import re
import statistics
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
    """Pairs of the two pages, each with the same trace, one right after the other; in every second pair the other page comes first, since the
    machine changes while it is measured. What counts is the median of the pairs: one that something else disturbed does not move it."""
    rounds = int(os.environ.get("GRID_BENCH_ROUNDS", 2))
    traces = find_traces(folder / "foreign-traces")[: int(os.environ.get("GRID_BENCH_TRACES", 100))]
    pairs = []
    with Site() as site:
        for number in range(rounds):
            # A server for each, and new ones for each round, because a server keeps in memory what it has loaded.
            servers = [serve(folder, f"foreign-{name}-{number}", True, "--cors-origin", site.address) for name in ("own", "site")]
            try:
                pages = [f"{servers[0].address}/?collection={servers[0].collection()}",
                         site.page(FILLS_THE_WINDOW + GRID, servers[1].address, servers[1].collection())]
                for trace in traces:
                    order = [0, 1] if len(pairs) % 2 == 0 else [1, 0]
                    found = {which: replay(pages[which], [trace])[0] for which in order}
                    pairs.append((found[0], found[1]))
            finally:
                for server in servers:
                    server.stop()
    blanks = [[share([result], "blank") for result in pair] for pair in pairs]
    frames = [[result["frames"] for result in pair] for pair in pairs]
    late = [[100 * result["late"] / max(1, result["frames"]) for result in pair] for pair in pairs]
    own, foreign = ([statistics.mean(pair[which] for pair in values) for values in (blanks, frames, late)] for which in (0, 1))
    row(f"in a page of another site, {len(pairs)} pairs of {SECONDS:g} s: blank of full pictures; other: the server's own page, same run",
        f"{foreign[0]:.1f} %", f"{own[0]:.1f} %", ratio_of(blanks), goal="0.95 to 1.05")
    row("… frames drawn, of a trace", f"{foreign[1]:,.0f}", f"{own[1]:,.0f}", ratio_of(frames), goal="0.95 to 1.05")
    row("… of them later than 25 ms", f"{foreign[2]:.1f} %", f"{own[2]:.1f} %")


def ratio_of(pairs):
    """Foreign to own: the median difference of the pairs, of the mean of all own (a trace of its own may leave next to nothing blank), and where
    that median lies with 95 % certainty, by order (the binomial's normal approximation)."""
    own = statistics.mean(pair[0] for pair in pairs) or float("nan")
    ratios = sorted(1 + (foreign - mine) / own for mine, foreign in pairs)
    rank = max(0, int(len(ratios) / 2 - 0.98 * len(ratios) ** 0.5))
    return f"{statistics.median(ratios):.2f} ({ratios[rank]:.2f} to {ratios[-1 - rank]:.2f})"


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
