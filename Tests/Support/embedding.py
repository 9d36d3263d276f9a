"""A site of another origin, whose pages embed the grid."""

from web_origin import WebOrigin

GRID = """<!doctype html><meta charset="utf-8"><title>Shop</title>
<script type="module" src="{server}/grid/collection-grid.js"></script>
<collection-grid server="{server}" collection="{collection}" actions="select move mark albums export refresh"></collection-grid>"""

# Notes when the first cell is there.
FIRST_CELL = """(() => {
  const look = () => {
    if (document.querySelector('collection-grid')?.shadowRoot?.querySelector('.cell[data-item]')) window.firstCell = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()"""


class Site(WebOrigin):
    """`localhost` is another site than `127.0.0.1`, where the servers of tests are. Ends with its `with`."""

    def __init__(self):
        super().__init__()
        self.pages = {}
        self.address = self.address.replace("127.0.0.1", "localhost")

    def page(self, html, server, collection, headers={}):
        """Serves a page, with the server's address and a collection put in. Answers the page's address."""
        name = f"/{len(self.pages)}"
        text = html.replace("{server}", server).replace("{collection}", collection)
        self.pages[name] = {"Content-Type": "text/html; charset=utf-8", **headers}, text.encode()
        return self.address + name

    def answer(self, path, _):
        found = self.pages.get(path.split("?")[0])
        # No browser shall find the icon missing.
        return (200, *found) if found else (204, {}, b"")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
