"""What a grid without prefetching leaves blank: rows in view and one beyond, an `<img>` in each cell, as windowing libraries
have it. The peer of the same run; its pictures come from the same server."""

# As the page's replay, and with its figures.
PLAIN_GRID = """async ({ frames, columns, items, collection, clears }) => {
  const row = 168, height = 1008;
  document.body.innerHTML = '<div style="position:fixed;inset:0;overflow-y:scroll;height:1008px"><div style="position:relative"></div></div>';
  const scroller = document.body.firstChild, sizer = scroller.firstChild;
  sizer.style.height = Math.ceil(items / columns) * row + 'px';
  const cells = new Map();
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / row) - 1) * columns;
    const last = Math.min(items, (Math.ceil((scroller.scrollTop + height) / row) + 1) * columns);
    for (const [index, image] of cells) {
      if (index >= first && index < last) continue;
      if (clears) image.removeAttribute('src');
      image.remove();
      cells.delete(index);
    }
    for (let index = first; index < last; index++) {
      if (cells.has(index)) continue;
      const image = new Image(152, 160);
      image.style.cssText = `position:absolute;object-fit:cover;left:${(index % columns) * 158}px;top:${Math.floor(index / columns) * row}px`;
      image.src = `/api/v1/collections/${collection}/items/${index + 1}/image?w=160&rev=1`;
      sizer.append(image);
      cells.set(index, image);
    }
  };
  scroller.addEventListener('scroll', draw);
  const result = { visible: 0, blank: 0 };
  const began = performance.now();
  let index = 0, before = 0;
  await new Promise((done) => {
    const step = () => {
      const now = (performance.now() - began) / 1000;
      const first = Math.floor(scroller.scrollTop / row) * columns, last = Math.ceil((scroller.scrollTop + height) / row) * columns;
      let full = 0;
      for (const [index, image] of cells) full += index >= first && index < last && image.complete && image.naturalWidth > 0;
      if (frames[index][2]) {
        result.visible += (now - before) * (last - first);
        result.blank += (now - before) * (last - first - full);
      }
      before = now;
      while (index + 1 < frames.length && frames[index + 1][0] <= now) index++;
      if (index + 1 >= frames.length) return done();
      scroller.scrollTop = Math.round(frames[index][1]);
      requestAnimationFrame(step);
    };
    draw();
    requestAnimationFrame(step);
  });
  for (const image of cells.values()) image.removeAttribute('src');
  return result;
}"""


def replay_plain(address, collection, traces, items, columns=8, clears=True):
    """For each trace: cells in view, and those without their picture, in cell seconds.

    `clears`: a picture that left is called off; the libraries only take it out of the page, and Chromium loads on.
    """
    from playwright.sync_api import sync_playwright

    results = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for trace in traces:
            page = browser.new_page(viewport={"width": 1280, "height": 1056})
            # Of the server's own origin, without its content security policy.
            page.route("**/plain", lambda route: route.fulfill(body="<!doctype html><body></body>", content_type="text/html"))
            page.goto(f"{address}/plain")
            frames = [[frame["t"], frame["y"], frame.get("counts", True)] for frame in trace["frames"]]
            results.append(page.evaluate(PLAIN_GRID, {
                "frames": frames, "columns": columns, "items": items, "collection": collection, "clears": clears}))
            page.close()
        browser.close()
    return results
