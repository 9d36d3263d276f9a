"""The real page in Chromium: scrolls it along a trace and watches, frame by frame, what its cells show."""

ROWS_IN_VIEW = 6

# Height of a row with its gap, and of the view, in px.
GEOMETRY = """(() => {
  const { shadowRoot } = document.querySelector('collection-grid');
  const tops = [...shadowRoot.querySelectorAll('.cell:not([hidden])')].map((e) => Math.round(e.getBoundingClientRect().top));
  const sorted = [...new Set(tops)].sort((a, b) => a - b);
  return { row: sorted[1] - sorted[0], columns: tops.filter((top) => top === sorted[0]).length, view: shadowRoot.querySelector('.scroller').clientHeight };
})()"""

# Runs in the page. Cells that are not there yet count as empty.
REPLAY = """async ({ frames, columns, row }) => {
  const grid = document.querySelector('collection-grid');
  const scroller = grid.shadowRoot.querySelector('.scroller');
  const stage = grid.shadowRoot.querySelector('.cells');
  const total = grid.itemCount;
  const view = scroller.clientHeight;
  const scale = row / 168;
  let index = 0, before = 0, shown = frames[0][1];
  const result = { visible: 0, blank: 0, empty: 0, fills: [], frames: 0, late: 0 };
  // A stop is 0.3 s without motion; what it takes until all in view is there, or the next motion.
  let stopped = 0, lastTop = NaN, filledAt, isCounted = true;
  const watchStop = (now, isFull) => {
    const top = scroller.scrollTop;
    if (top !== lastTop) {
      if (!isCounted && now - stopped >= 0.3) result.fills.push(now - stopped);
      [lastTop, stopped, filledAt, isCounted] = [top, now, undefined, false];
    }
    if (isFull) filledAt ??= now;
    if (isCounted || filledAt === undefined || now - stopped < 0.3) return;
    result.fills.push(filledAt - stopped);
    isCounted = true;
  };
  const look = (seconds) => {
    const first = Math.floor((scroller.scrollTop - 8) / row), last = Math.ceil((scroller.scrollTop - 8 + view) / row);
    const expected = Math.max(0, Math.min(total, last * columns) - Math.max(0, first) * columns);
    let full = 0, any = 0;
    for (const cell of stage.querySelectorAll('.cell[data-tier="1"]:not([hidden]), .cell[data-tier="2"]:not([hidden])')) {
      // By its number: asking for its position would force a layout in every frame.
      const at = Math.floor((Number(cell.dataset.item) - 1) / columns);
      if (at < first || at >= last) continue;
      any++;
      if (cell.dataset.tier === '2') full++;
    }
    if (frames[index][3] === false) return full >= expected;
    result.visible += seconds * expected;
    result.blank += seconds * Math.max(0, expected - full);
    result.empty += seconds * Math.max(0, expected - any);
    return full >= expected;
  };
  // User input, as the events that a browser sends; the offsets are the trace's.
  const LATE_SECONDS = 0.025;
  const tell = (event) => scroller.dispatchEvent(event);
  const touch = () => new Touch({ identifier: 1, target: scroller, clientX: 9, clientY: 9 });
  let hand = 'settled';
  const act = (phase, isMoving) => {
    if (hand === 'dragging' && phase !== 'dragging') tell(new TouchEvent('touchend', { changedTouches: [touch()] }));
    if (phase === 'dragging' && hand !== 'dragging') tell(new TouchEvent('touchstart', { touches: [touch()] }));
    hand = phase;
    if (!isMoving) return;
    if (phase === 'wheel') tell(new WheelEvent('wheel', { deltaY: 1 }));
    if (phase === 'keys') tell(new KeyboardEvent('keydown', { key: 'PageDown' }));
    if (phase === 'scrubbing') tell(new PointerEvent('pointerdown', { clientX: innerWidth + 20, clientY: 9 }));
  };
  // As a browser moves it: to where the hand is at the frame's own time, however late the frame comes. Keys go in steps.
  const handAt = (now) => {
    const [time, offset, phase] = frames[index], [nextTime, next, nextPhase] = frames[index + 1];
    const isStep = nextPhase === 'keys' || nextPhase === 'jump' || nextTime - time > 0.05;
    if (isStep || now <= time || next === offset) return [offset, phase];
    return [offset + (now - time) / (nextTime - time) * (next - offset), nextPhase];
  };
  let began;
  await new Promise((done) => {
    const step = (frameTime) => {
      began ??= frameTime;
      const now = (frameTime - began) / 1000;
      watchStop(now, look(now - before));
      result.frames++;
      if (now - before > LATE_SECONDS) result.late++;
      before = now;
      while (index + 1 < frames.length && frames[index + 1][0] <= now) index++;
      if (index + 1 >= frames.length) return done();
      // Before the page asks for its own: a browser has scrolled when a frame begins.
      requestAnimationFrame(step);
      const [offset, phase] = handAt(now);
      act(phase, offset !== shown);
      shown = offset;
      scroller.scrollTop = Math.round(offset * scale);
    };
    requestAnimationFrame(step);
  });
  return result;
}"""


def replay(address, traces, columns=8, prepare=None):
    """For each trace: cells in view, without their full picture, without any pixels (in cell seconds), and times to fill in s.

    `prepare` is called with the browser's context of each."""
    from playwright.sync_api import sync_playwright

    results = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for trace in traces:
            context = browser.new_context(viewport={"width": 1280, "height": 1056}, ignore_https_errors=True)
            if prepare:
                prepare(context)
            page = context.new_page()
            page.goto(address)
            # The page's policy lets no string be run in a frame: asked from outside.
            while not page.evaluate("document.querySelector('collection-grid').itemCount"):
                page.wait_for_timeout(50)
            page.evaluate("document.querySelector('collection-grid').setAttribute('density', '144')")
            # Over a slow line the answer takes a while. Cells that travel to their places stand between rows.
            while page.evaluate(GEOMETRY)["columns"] != columns:
                page.wait_for_timeout(100)
            page.wait_for_timeout(1500)
            # As many rows in view as where the traces were made.
            shown = page.evaluate(GEOMETRY)
            page.set_viewport_size({"width": 1280, "height": round(1056 - shown["view"] + ROWS_IN_VIEW * shown["row"])})
            page.wait_for_timeout(1000)
            frames = [[frame["t"], frame["y"], frame["phase"], frame.get("counts", True)] for frame in trace["frames"]]
            results.append(page.evaluate(REPLAY, {"frames": frames, "columns": columns, "row": shown["row"]}))
            context.close()
        browser.close()
    return results
