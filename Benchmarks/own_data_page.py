"""Tiles whose values change fifty times a second, in Chromium: requests, bytes, processor time, what is drawn."""

import random
import time

from own_data import Values
from running import poll

PAGE = """<!doctype html><meta charset="utf-8"><style>body { margin: 0 } collection-grid { height: 100vh }</style>
<script type="module">
  import { registerCell } from '/grid/collection-grid.js';
  window.configured = 0;
  registerCell('tile', {
    make: (body) => body.appendChild(document.createElement('b')),
    configure(value, cell) {
      configured++;
      value.textContent = cell.values?.value ?? '–';
    },
  });
  const grid = document.querySelector('collection-grid');
  grid.layout = { minColumnWidth: 60, cellHeight: 60 };
  grid.collection = 'tiles';
</script><collection-grid></collection-grid>"""
# The same tiles without a grid: as many texts a second, each set when its time has come. What a browser costs anyway.
BARE = """<!doctype html><meta charset="utf-8"><style>
  body { margin: 0 } div { position: absolute; width: 58px; height: 60px; background: #eee }
</style><script>
  function run(count, rate) {
    const texts = Array.from({ length: count }, (_, i) => {
      const tile = document.body.appendChild(document.createElement('div'));
      tile.style.transform = `translate(${i % 20 * 64}px, ${Math.floor(i / 20) * 64}px)`;
      return tile.appendChild(document.createElement('b'));
    });
    let number = 0;
    setInterval(() => texts[Math.floor(Math.random() * count)].textContent = String(number++), 1000 / rate);
  }
</script><body></body>"""
GRID = "document.querySelector('collection-grid')"
SHOWN = f"""[...{GRID}.shadowRoot.querySelectorAll('.cell[data-item]:not([hidden])')]
  .map((e) => [e.dataset.item, e.textContent])"""


def processor_seconds(browser):
    """Of all processes that draw pages."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(process["cpuTime"] for process in processes if process["type"] == "renderer")


def measure_values_page(server, row):
    """`server` has a collection `tiles` of items of the kind `tile`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        measure_in(browser, server, row)
        browser.close()


def measure_in(browser, server, row, seconds=20, rate=50):
    page = browser.new_context(viewport={"width": 1280, "height": 560}).new_page()
    # The page's own stream, in which its bytes are counted.
    page.add_init_script("delete window.SharedWorker")
    page.route("**/board.html", lambda route: route.fulfill(content_type="text/html", body=PAGE))
    page.goto(f"{server.address}/board.html")
    poll(lambda: page.evaluate(f"{GRID}?.isIdle && {GRID}.itemCount > 0"), 60, "the page is idle")
    asked = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(request.url))
    tiles = [item for item, _ in page.evaluate(SHOWN)]
    page.evaluate("configured = 0")
    before = processor_seconds(browser)
    took = show(page, server, tiles, seconds, rate)
    used, count = processor_seconds(browser) - before, seconds * rate
    row(f"{count / took:.0f} live values a second in Chromium, {len(tiles)} tiles in view: processor time of the page, "
        "% of a core", f"{used / took * 100:.0f}", goal="≤ 20")
    row("… other: a bare page that sets as many texts", f"{used / took * 100:.0f}", f"{bare_share(browser, len(tiles), seconds, rate):.0f}")
    drawn = page.evaluate("configured") / count
    row("… requests of the page; cells configured a value", len(asked), f"{drawn:.2f}", goal="0")
    # By themselves: who counts bytes makes the page slower.
    session, sizes = page.context.new_cdp_session(page), []
    session.send("Network.enable")
    session.on("Network.eventSourceMessageReceived", lambda event: sizes.append(
        sum(len(event[part].encode()) for part in ("eventName", "eventId", "data")) + len("id: \nevent: \ndata: \n\n")))
    show(page, server, tiles, 5, rate)
    row("… bytes a value", f"{sum(sizes) / (5 * rate):.0f}", goal="≤ 250")
    page.context.close()


def bare_share(browser, count, seconds, rate):
    """The processor time of a page without a grid, in % of a core. The page with the grid is there meanwhile, and rests."""
    page = browser.new_context(viewport={"width": 1280, "height": 560}).new_page()
    page.set_content(BARE)
    page.evaluate(f"run({count}, {rate})")
    page.wait_for_timeout(1000)
    before, began = processor_seconds(browser), time.monotonic()
    page.wait_for_timeout(seconds * 1000)
    share = (processor_seconds(browser) - before) / (time.monotonic() - began) * 100
    page.context.close()
    return share


def show(page, server, tiles, seconds, rate):
    """Shows values one after another, until the page has the last ones. Returns how long it took."""
    values, last, began = Values(server), {}, time.monotonic()
    for number in range(seconds * rate):
        item = random.choice(tiles)
        last[item] = str(number)
        values.show(item, number)
        time.sleep(max(0, (number + 1) / rate - (time.monotonic() - began)))
    took = time.monotonic() - began
    values.end()
    poll(lambda: last.items() <= dict(page.evaluate(SHOWN)).items(), 10, "the last values are shown")
    return took
