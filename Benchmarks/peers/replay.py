"""One grid in Chromium, scrolled along a trace or by real input, and watched frame by frame."""

import time

from running import poll
from threads import Threads

# The view that all grids have: six rows of 168 px.
VIEW = {"width": 1280, "height": 1008}

# How our page is asked what the others' pages answer themselves (grids/common.js).
OURS = """() => {
  const { shadowRoot } = document.querySelector('collection-grid');
  const scroller = shadowRoot.querySelector('.scroller');
  const stage = shadowRoot.querySelector('.cells');
  const tops = [...stage.querySelectorAll('.cell:not([hidden])')].map((cell) => Math.round(cell.getBoundingClientRect().top));
  const sorted = [...new Set(tops)].sort((a, b) => a - b);
  window.contestant = {
    scroller, row: sorted[1] - sorted[0], top: 8,
    // By selectors: looking at every cell from here would take a good part of a frame's work.
    full(first, last) {
      const count = (selector) => {
        let found = 0;
        for (const cell of stage.querySelectorAll(selector)) {
          const item = Number(cell.getAttribute('data-item'));
          if (item > first && item <= last) found++;
        }
        return found;
      };
      const full = count('[data-tier="2"]:not([hidden])');
      return [full, full + count('[data-tier="1"]:not([hidden])')];
    },
  };
  return { row: window.contestant.row, view: scroller.clientHeight };
}"""

# Looks at every frame until `window.watch.stop()`. Cells that are not there yet count as blank.
WATCH = """({ columns, interval }) => {
  const { scroller, row, top, full } = window.contestant;
  const view = scroller.clientHeight;
  const result = { visible: 0, blank: 0, empty: 0, fills: [], frames: 0, late: 0, drawn: 0, watching: 0 };
  // A stop is 0.3 s without motion; what it takes until all in view is there, or the next motion.
  let stopped = 0, lastTop = scroller.scrollTop, filledAt, isFillKnown = true;
  const watchStop = (now, isFull) => {
    if (scroller.scrollTop !== lastTop) {
      if (!isFillKnown && now - stopped >= 0.3) result.fills.push(now - stopped);
      [lastTop, stopped, filledAt, isFillKnown] = [scroller.scrollTop, now, undefined, false];
    }
    if (isFull) filledAt ??= now;
    if (isFillKnown || filledAt === undefined || now - stopped < 0.3) return;
    result.fills.push(filledAt - stopped);
    isFillKnown = true;
  };
  let began, before, isOver = false, move, isCounted = () => true;
  const step = (time) => {
    if (isOver) return;
    // Style and layout that the page still owes are its own: before the clock starts.
    void scroller.scrollTop;
    const started = performance.now();
    began ??= time;
    before ??= time;
    const seconds = (time - before) / 1000;
    before = time;
    const first = Math.floor((scroller.scrollTop - top) / row) * columns;
    const last = Math.ceil((scroller.scrollTop - top + view) / row) * columns;
    const expected = last - Math.max(0, first);
    const [whole, any] = full(first, last);
    const now = (time - began) / 1000;
    result.drawn++;
    if (isCounted(now)) {
      result.visible += seconds * expected;
      result.blank += seconds * Math.max(0, expected - whole);
      result.empty += seconds * Math.max(0, expected - any);
      if (seconds > 0) result.frames++;
      if (seconds * 1000 > 1.5 * interval) result.late++;
      watchStop(now, whole >= expected);
    }
    result.watching += performance.now() - started;
    // Before the page asks for its own: a browser has scrolled when a frame begins.
    requestAnimationFrame(step);
    move?.(now);
  };
  window.watch = {
    start(along, counts = () => true) { [move, isCounted] = [along, counts]; requestAnimationFrame(step); },
    stop() { isOver = true; return result; },
  };
}"""

# Sets the offset as a browser moves it: to where the hand is at the frame's own time, however late the frame comes. Nothing
# is told of the hand. Null when the browser draws no frames any more: with its graphics by software, it
# sometimes never reports that a tile is drawn.
ALONG = """(frames) => new Promise((done) => {
  setTimeout(() => done(null), (frames.at(-1)[0] + 30) * 1000);
  const { scroller, row } = window.contestant;
  const scale = row / 168;
  let index = 0;
  window.watch.start((now) => {
    while (index + 1 < frames.length && frames[index + 1][0] <= now) index++;
    if (index + 1 >= frames.length) return done(window.watch.stop());
    const [time, offset] = frames[index], [nextTime, next] = frames[index + 1];
    const part = nextTime - time > 0.05 ? 0 : Math.max(0, (now - time) / (nextTime - time));
    scroller.scrollTop = Math.round((offset + part * (next - offset)) * scale);
  }, () => frames[index][2]);
})"""


# Chromium without a screen draws 60 frames a second, or as many as it can. For 120, it draws as many as it can, of those
# that a timer lets the page ask for.
PACED = """(() => {
  const ask = window.requestAnimationFrame.bind(window);
  const interval = INTERVAL;
  let queue = new Map(), number = 0, due = 0, isAsked = false;
  const flush = () => {
    const now = performance.now(), calls = queue;
    queue = new Map();
    isAsked = false;
    for (const call of calls.values()) call(now);
  };
  window.requestAnimationFrame = (call) => {
    queue.set(++number, call);
    if (!isAsked) {
      isAsked = true;
      const now = performance.now();
      due = due + interval < now ? now : due + interval;
      setTimeout(() => ask(flush), due - now);
    }
    return number;
  };
  window.cancelAnimationFrame = (number) => queue.delete(number);
})()"""


def touch(session, seconds):
    """Flings of a finger, some of them chained."""
    end = time.monotonic() + seconds
    for speed, distance, pause in [(2500, 700, .8), (4000, 800, .1), (4000, 800, 1.2), (1500, 500, .5), (3000, -700, .8)] * 9:
        if time.monotonic() >= end:
            return
        session.send("Input.synthesizeScrollGesture", {
            "x": 600, "y": 850 if distance > 0 else 150, "yDistance": -distance, "speed": speed, "gestureSourceType": "touch",
            "preventFling": False})
        time.sleep(pause)


def wheel(session, seconds):
    """Bursts of notches, 0.1 s apart, and pauses."""
    end = time.monotonic() + seconds
    for notches, pause in [(2, .9), (5, .6), (1, .8), (9, 1.2), (3, .5)] * 9:
        for _ in range(notches):
            if time.monotonic() >= end:
                return
            session.send("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 600, "y": 500, "deltaX": 0, "deltaY": 100})
            time.sleep(.1)
        time.sleep(pause)


HANDS = {"touch": touch, "mouse": wheel}


class NoFrames(Exception):
    """The browser stopped drawing."""


def prepare_ours(page, address):
    """As many rows in view as everywhere."""
    page.goto(address)
    # The page's policy lets no string be run in a frame: asked from outside.
    poll(lambda: page.evaluate("document.querySelector('collection-grid')?.itemCount > 0"), 60, "the page shows its collection")
    page.evaluate("document.querySelector('collection-grid').setAttribute('density', '144')")
    # Cells that travel to their places stand between rows.
    page.wait_for_timeout(1000)
    shown = page.evaluate(OURS)
    page.set_viewport_size({"width": 1280, "height": round(VIEW["height"] - shown["view"] + 6 * shown["row"])})
    page.wait_for_timeout(500)
    page.evaluate(OURS)


def run(browser, prepare, hand, columns=8, interval=1000 / 60, slowdown=1, seconds=15):
    """What one grid shows. `prepare` opens it in a page; `hand` is a trace, or a name out of HANDS."""
    context = browser.new_context(viewport=VIEW)
    try:
        page = context.new_page()
        if interval < 16:
            page.add_init_script(PACED.replace("INTERVAL", str(interval)))
        prepare(page)
        session = context.new_cdp_session(page)
        if slowdown > 1:
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.evaluate(WATCH, {"columns": columns, "interval": interval})
        threads = Threads(browser)
        threads.begin()
        if isinstance(hand, str):
            page.evaluate("window.watch.start()")
            HANDS[hand](session, seconds)
            result = page.evaluate("window.watch.stop()")
        else:
            result = page.evaluate(ALONG, [[frame["t"], frame["y"], frame.get("counts", True)] for frame in hand["frames"]])
            if result is None:
                raise NoFrames
        result["threads"] = threads.end()
        return result
    finally:
        context.close()
