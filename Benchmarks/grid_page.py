"""The page in Chromium, by a trace: what a fling costs, whether anything grows, and whether ten million items are reached."""

import json
import os
import random
import shutil
import statistics
import time

from figures import percentile
from running import Server, poll

GRID = "document.querySelector('collection-grid')"
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
SCRIPTING = {"FireAnimationFrame", "FunctionCall", "EventDispatch", "TimerFire", "RunMicrotasks", "HandlePostMessage",
             "EvaluateScript", "v8.callFunction"}

# Notes, for each answer to a range event, how long after it the first cell was put in its place. The page makes its requests itself then.
WATCH_ANSWERS = """
delete window.SharedWorker;
window.answers = [];
const ask = window.fetch;
window.fetch = async (...request) => {
  const response = await ask(...request);
  if (!String(request[0]).endsWith('/range')) return response;
  const read = response.text.bind(response);
  response.text = async () => {
    const text = await read();
    window.answers.push({ at: performance.now() });
    return text;
  };
  return response;
};
addEventListener('load', () => new MutationObserver(() => {
  const last = window.answers.at(-1);
  if (last && last.drawn === undefined) last.drawn = performance.now() - last.at;
}).observe(document.querySelector('collection-grid').shadowRoot, { subtree: true, attributes: true, childList: true,
  attributeFilter: ['data-item'] }));
"""


def open_page(browser, address, collection, script=None, **options):
    page = browser.new_context(**options).new_page()
    if script:
        page.add_init_script(script)
    page.goto(f"{address}/?collection={collection}")
    poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the page is idle")
    return page


def settle(page):
    poll(lambda: page.evaluate(f"{GRID}.isIdle"), 30, "the page is idle")


def heap(session):
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]


def fling(page, seconds, step=1400):
    """Wheels on, about once a frame; up again at the end of the content."""
    page.mouse.move(600, 400)
    end, way, nodes = time.monotonic() + seconds, 1, []
    while time.monotonic() < end:
        for _ in range(30):
            page.mouse.wheel(0, way * step)
        nodes.append(page.evaluate(f"{GRID}.shadowRoot.querySelectorAll('*').length"))
        if page.evaluate(f"{GRID}.offset + {GRID}.clientHeight >= {GRID}.contentHeight - 1"):
            way = -1
    return nodes


def scripting(trace):
    """Milliseconds of scripting between the begins of two frames, and of whole tasks, on the page's main thread."""
    events = [e for e in json.loads(trace)["traceEvents"] if "ts" in e]
    begins = [e for e in events if e["name"] == "FireAnimationFrame"]
    if not begins:
        return [], []
    thread = statistics.mode((e["pid"], e["tid"]) for e in begins)
    own = sorted((e for e in events if (e["pid"], e["tid"]) == thread and "dur" in e), key=lambda e: e["ts"])
    frames = sorted(e["ts"] for e in begins if (e["pid"], e["tid"]) == thread)
    costs, frame, busy_until = [0.0] * len(frames), 0, 0
    # The thread's own time: others use the machine too.
    spent = lambda event: event.get("tdur", event["dur"]) / 1000
    for event in own:
        # What lies within another is counted with it.
        if event["name"] not in SCRIPTING or event["ts"] < busy_until:
            continue
        while frame + 1 < len(frames) and frames[frame + 1] <= event["ts"]:
            frame += 1
        costs[frame] += spent(event)
        busy_until = event["ts"] + event["dur"]
    tasks = [spent(e) for e in own if e["name"] == "RunTask"]
    return costs, tasks


def measure_fling(browser, address, row):
    page = open_page(browser, address, "items", WATCH_ANSWERS, viewport={"width": 1280, "height": 800})
    session = page.context.new_cdp_session(page)
    fling(page, 2)
    before = heap(session)
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"])
    nodes = fling(page, 10)
    costs, tasks = scripting(browser.stop_tracing())
    after = heap(session)
    row("scripting per frame, fling through 1M items (p95)",
        f"{percentile(costs, .5):.2f} ms ({percentile(costs, .95):.2f})", goal="≤ 2 ms (≤ 6)")
    row("longest task in that fling", f"{max(tasks, default=0):.0f} ms", goal="≤ 50 ms")
    row("nodes in the grid, least to most", f"{min(nodes)} to {max(nodes)}", goal="≤ 400")
    row("page heap before and after", f"{before / 1e6:.1f}, {after / 1e6:.1f} MB", goal="≤ 8 MB")
    page.evaluate("window.answers = []")
    height = page.evaluate(f"{GRID}.contentHeight")
    for number in range(30):
        page.evaluate(f"{GRID}.offset = {height * ((number * 7) % 30) / 30 + 1000}")
        settle(page)
    drawn = [a["drawn"] for a in page.evaluate("window.answers") if "drawn" in a and a["drawn"] < 1000]
    row("from an answer to its cells in place (p95)", f"{percentile(drawn, .5):.1f} ms ({percentile(drawn, .95):.1f})",
        goal="≤ 16.7 ms")
    page.context.close()


def measure_reach(browser, address, ratio, row):
    """Ten million items: the last, a notch of the wheel at ten places, and no jump when the bar is re-centred."""
    page = open_page(browser, address, "items", no_viewport=True)
    assert page.evaluate("devicePixelRatio") == ratio
    height, view = page.evaluate(f"[{GRID}.contentHeight, {GRID}.clientHeight]")
    page.mouse.move(600, 400)
    wrong = 0
    places = [0, 19_950, 20_050, *(int(height * share / 7) for share in range(1, 7)), int(height) - 25_000]
    for offset in places:
        page.evaluate(f"{GRID}.offset = {offset}")
        settle(page)
        page.mouse.wheel(0, 100)
        try:
            poll(lambda: page.evaluate(f"{GRID}.offset") == offset + 100, 3)
            settle(page)
            assert page.evaluate(f"{GRID}.offset") == offset + 100
        except AssertionError:
            wrong += 1
    count = page.evaluate(f"{GRID}.itemCount")
    chance = random.Random(ratio)
    missed, chosen = 0, [0, count - 1, *(chance.randrange(count) for _ in range(40))]
    for index in chosen:
        page.evaluate(f"{GRID}.scrollToItem({index})")
        settle(page)
        missed += not is_whole(page, index + 1)
    page.evaluate(f"{GRID}.offset = {height}")
    settle(page)
    last = is_whole(page, count)
    row(f"{count:,} items, pixel ratio {ratio}: last one whole at the end; chosen ones not reached; notches of the wheel not 100 px",
        f"{'yes' if last else 'NO'}; {missed} of {len(chosen)}; {wrong} of {len(places)}", goal="yes; 0; 0")
    page.context.close()


def is_whole(page, number):
    """Whether the cell of a numbered item is whole in view."""
    return page.evaluate(f"""(number) => {{ const view = {GRID}.getBoundingClientRect();
      const cell = [...{GRID}.shadowRoot.querySelectorAll('.cell:not([hidden])')].find((c) => c.getAttribute('aria-label') === number);
      const box = cell?.getBoundingClientRect();
      return box !== undefined && box.top >= view.top - 1 && box.bottom <= view.bottom + 1; }}""", str(number))


def measure_heap(browser, address, minutes, row):
    """Scrolls on and on through ten million items: nothing may grow. What is measured keeps no notes of its own."""
    page = open_page(browser, address, "items", viewport={"width": 1280, "height": 800})
    session = page.context.new_cdp_session(page)
    fling(page, 5)
    samples = max(6, round(minutes))
    heaps, nodes = [heap(session)], []
    for _ in range(samples):
        nodes += fling(page, 60 * minutes / samples)
        heaps.append(heap(session))
        assert page.evaluate(f"{GRID}.itemCount") > 0, "the page is still there"
    middle = statistics.mean(heaps)
    row(f"page heap over {minutes:g} minutes of scrolling {page.evaluate(f'{GRID}.itemCount'):,} items",
        f"{min(heaps) / 1e6:.2f} to {max(heaps) / 1e6:.2f} MB (± {50 * (max(heaps) - min(heaps)) / middle:.0f} %)", goal="≤ 8 MB, ± 10 %")
    row("… nodes in the grid, least to most", f"{min(nodes)} to {max(nodes)}", goal="≤ 400")
    page.context.close()


def measure_grid(folder, row, parts):
    """`parts`: fling, reach, heap, blanks, scrubs, foreign; all of them where none is named."""
    from playwright.sync_api import sync_playwright

    is_wanted = lambda part: not parts or part in parts
    chromium = shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as tools:
        launch = lambda *more: tools.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *more])
        if is_wanted("fling"):
            million = Server("--items", 1_000_000, data=folder / "million")
            million.opened()
            browser = launch()
            measure_fling(browser, million.address, row)
            browser.close()
            million.stop()
        if is_wanted("reach") or is_wanted("heap"):
            huge = Server("--items", int(os.environ.get("GRID_BENCH_ITEMS", 10_000_000)), data=folder / "huge")
            poll(lambda: huge.ask("GET", "/api/v1/collections").json["collections"][0].get("open", True), 300)
            for ratio in (1, 2) if is_wanted("reach") else ():
                browser = launch(f"--force-device-scale-factor={ratio}", "--window-size=1300,900")
                measure_reach(browser, huge.address, ratio, row)
                browser.close()
            if is_wanted("heap"):
                browser = launch()
                measure_heap(browser, huge.address, float(os.environ.get("GRID_BENCH_MINUTES", 2)), row)
                browser.close()
            huge.stop()
    if is_wanted("blanks"):
        from grid_blanks import measure_blanks
        measure_blanks(folder, row)
    if is_wanted("scrubs"):
        from grid_blanks import measure_scrubs
        measure_scrubs(folder, row)
    if is_wanted("foreign"):
        from grid_foreign import measure_first_cell, measure_foreign, measure_four
        measure_first_cell(folder, row)
        measure_foreign(folder, row)
        measure_four(folder, row)
