"""The wall in Chromium: from a click on "all" to the last texel in view, and gliding beside a plain grid of sprites."""

import shutil
from statistics import median

from figures import percentile
from running import poll

GRID = "document.querySelector('collection-grid')"
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WINDOW = {"width": 1312, "height": 1008}

# Milliseconds until the wall of a size is there, whole: every texel in view known and drawn.
SHOWS = """async (size) => {
  const grid = document.querySelector('collection-grid'), began = performance.now();
  grid.density = size;
  const { presenter } = grid.session;
  const isWhole = () => {
    const { wall, surface, store } = presenter;
    if (!store.wall || !grid.isIdle || store.wall.metrics.minColumnWidth !== size) return false;
    const [low, high] = store.wall.span(surface.offset, surface.offset + surface.height);
    const { runs } = wall.texels;
    return runs.gaps(low, high).length === 0 && runs.in(low, high).every(({ sheet }) => sheet.unknown.length === 0);
  };
  while (!isWhole()) {
    if (performance.now() - began > 60_000) throw new Error('the wall is not whole');
    presenter.surface.requestFrame();
    await new Promise(requestAnimationFrame);
  }
  return [performance.now() - began, grid.itemCount];
}"""

# Scrolls as a glide does, a step in each frame; returns the time between frames, and of scripting of its own.
GLIDE = """async ({ frames, step }) => {
  const scroller = document.querySelector('collection-grid')?.shadowRoot.querySelector('.scroller') ?? document.querySelector('.plain');
  const times = [];
  let before = await new Promise(requestAnimationFrame);
  for (let i = 0; i < frames; i++) {
    scroller.scrollTop += step;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  return times;
}"""

# A plain grid of sprites: a node for each cell in view, with a part of one large picture behind it; rows are made again as they leave.
PLAIN = """async ({ items, size }) => {
  document.body.innerHTML = '<div class="plain" style="position:fixed;inset:0;overflow-y:scroll"><div style="position:relative"></div></div>';
  const scroller = document.body.firstChild, sizer = scroller.firstChild, pitch = size + 1, columns = Math.floor((scroller.clientWidth - 1) / pitch);
  sizer.style.height = Math.ceil(items / columns) * pitch + 'px';
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = size * 32;
  const context = sprite.getContext('2d');
  for (let i = 0; i < 1024; i++) {
    context.fillStyle = `hsl(${i * 47} 60% 60%)`;
    context.fillRect((i % 32) * size, (i >> 5) * size, size, size);
  }
  const url = sprite.toDataURL();
  const rows = new Map();
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / pitch) - 8), last = Math.ceil((scroller.scrollTop + innerHeight) / pitch) + 8;
    const free = [];
    for (const [row, node] of rows) if (row < first || row > last) {
      rows.delete(row);
      free.push(node);
    }
    for (let row = first; row <= last; row++) {
      if (rows.has(row)) continue;
      const node = free.pop() ?? sizer.appendChild(document.createElement('div'));
      node.style.cssText = `position:absolute;left:1px;top:0;translate:0 ${row * pitch}px;height:${size}px;display:flex;gap:1px`;
      for (let column = 0; column < columns; column++) {
        const cell = node.children[column] ?? node.appendChild(document.createElement('div')), at = (row * columns + column) % 1024;
        cell.style.cssText = `width:${size}px;height:${size}px;background:url(${url}) -${(at % 32) * size}px -${(at >> 5) * size}px`;
      }
      rows.set(row, node);
    }
  };
  scroller.addEventListener('scroll', () => requestAnimationFrame(draw));
  draw();
  await new Promise((done) => setTimeout(done, 500));
}"""


def late(times):
    """Share of frames later than 25 ms, in per cent."""
    return 100 * sum(time > 25 for time in times) / len(times)


def measure_wall_page(server, row, name, sizes=(8, 5), rounds=3, frames=600):
    """On a server whose texels are there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for size in sizes:
            first, again = [], []
            for _ in range(rounds):
                page = browser.new_context(viewport=WINDOW).new_page()
                page.goto(server.address)
                poll(lambda: page.evaluate(f"{GRID}.isIdle && {GRID}.session.features.loaded !== undefined"), 60, "the page is idle")
                first.append(page.evaluate(SHOWS, size)[0])
                page.evaluate(f"{GRID}.density = 160")
                poll(lambda: page.evaluate(f"{GRID}.isIdle"), 60, "the page is idle")
                again.append(page.evaluate(SHOWS, size)[0])
                page.context.close()
            goal = {8: "≤ 1.0 s, again ≤ 0.4 s", 5: "≤ 1.5 s"}.get(size, "")
            row(f"{name}, cells of {size} px: from another size to the last texel in view; again", f"{median(first) / 1e3:.2f} s, {median(again) / 1e3:.2f} s", goal=goal)
        page = browser.new_context(viewport=WINDOW).new_page()
        page.goto(server.address)
        poll(lambda: page.evaluate(f"{GRID}.isIdle && {GRID}.session.features.loaded !== undefined"), 60, "the page is idle")
        items = page.evaluate(SHOWS, 16)[1]
        times = page.evaluate(GLIDE, {"frames": frames, "step": 30})
        page.goto("about:blank")
        page.evaluate(PLAIN, {"items": items, "size": 16})
        plain = page.evaluate(GLIDE, {"frames": frames, "step": 30})
        row(f"{name}, glide at 16 px: frames later than 25 ms, p95; plain sprites", f"{late(times):.1f} %, {percentile(times, .95):.0f} ms; {late(plain):.1f} %, {percentile(plain, .95):.0f} ms",
            goal="plain + 1 point")
        browser.close()
