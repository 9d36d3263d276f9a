"""Two versions of the element in one page, each with its own name, words, styles and event stream; also under a strict policy."""

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll

POLICY = ("default-src 'none'; script-src {older} {newer} 'nonce-page'; style-src {older} {newer}; connect-src {older} {newer}; img-src {older} {newer} data:; "
          "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
# The older one has the usual name.
TWO = """<!doctype html><meta charset="utf-8"><title>Two</title>
<collection-grid collection="{collection}"></collection-grid><collection-grid-next collection="{collection}"></collection-grid-next>
<script type="module" nonce="page">
  const [older, newer] = [await import('{older}/grid/collection-grid.js'), await import('{newer}/grid/collection-grid.js')];
  newer.define('collection-grid-next');
  // Again, and by another name: one class has one name.
  newer.define('collection-grid-next');
  newer.define('collection-grid-third');
  for (const [module, words] of [[older, 'older'], [newer, 'newer']]) {
    module.registerCell('product', {
      make: (body) => body.appendChild(document.createElement('b')),
      configure: (parts, cell) => (parts.textContent = `${words} ${cell.item.title}`),
    });
  }
  window.classes = [older, newer].map((module) => module.CollectionGrid);
  const places = [['collection-grid', '{older}'], ['collection-grid-next', '{newer}']];
  for (const [tag, server] of places) document.querySelector(tag).server = server;
</script>"""


@pytest.fixture(scope="module")
def servers(start_shared_server, module_path, site):
    """Two servers, each with its own copy of the modules, as two versions have."""
    pictures = write_folder(module_path / "shop", {"Left": 12})
    servers = [start_shared_server(pictures, "--cors-origin", site.address, data=module_path / name) for name in ("older", "newer")]
    items = [{"id": f"i{n}", "title": f"Item {n}", "kind": "product"} for n in range(20)]
    for server in servers:
        server.opened()
        posted = {"id": "products", "title": "Products", "sections": [{"id": "s", "title": "S", "items": items}]}
        assert server.ask("POST", "/api/v1/collections", posted).status == 201
    return servers


@pytest.mark.parametrize("is_strict", [False, True], ids=["without a policy", "with a strict one"])
def test_two_versions_live_in_one_page(page, site, servers, is_strict):
    """What a policy refuses is an error in the console, and fails the test."""
    older, newer = servers
    named = lambda text: text.replace("{older}", older.address).replace("{newer}", newer.address)
    headers = {"Content-Security-Policy": named(POLICY)} if is_strict else {}
    page.goto(site.page(named(TWO), "", "products", headers))
    grids = "[...document.querySelectorAll('collection-grid, collection-grid-next')]"
    poll(lambda: page.evaluate(f"window.classes && {grids}.every((grid) => grid.isIdle)"), 30, "both show their items")
    texts = page.evaluate(f"{grids}.map((grid) => [...grid.shadowRoot.querySelectorAll('.cell b')].map((b) => b.textContent).sort())")
    assert all(len(cells) >= 6 for cells in texts)
    assert [{cell.split()[0] for cell in cells} for cells in texts] == [{"older"}, {"newer"}], texts
    assert page.evaluate(f"{grids}.map((grid, i) => grid instanceof classes[i] && !(grid instanceof classes[1 - i]))") == [True, True]
    assert page.evaluate("customElements.get('collection-grid-third').prototype instanceof classes[1]")
    # Each hears of its own server alone.
    for server, other, tag in [(older, newer, "collection-grid"), (newer, older, "collection-grid-next")]:
        orders = lambda: page.evaluate(f"{grids}.map((grid) => [...grid.shadowRoot.querySelectorAll('.cell[data-item]')]"
                                       ".sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y"
                                       " || a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((cell) => cell.dataset.item).slice(0, 2))")
        index = 0 if tag == "collection-grid" else 1
        before = orders()
        assert before[index] == ["i0", "i1"]
        with server.keeping_order("products"):
            server.move("i0", [0, 1], "products")
            poll(lambda: orders()[index] == ["i1", "i0"], 20, f"a change reaches {tag}")
            assert orders()[1 - index] == before[1 - index]
        poll(lambda: orders()[index] == ["i0", "i1"], 20, "and back")
        assert len(other.ask("GET", "/api/v1/viewers").json["viewers"]) == 1
    page.evaluate("document.querySelector('collection-grid').remove()")
    poll(lambda: older.ask("GET", "/api/v1/viewers").json["viewers"] == [], 20, "one leaves")
    assert page.evaluate("document.querySelector('collection-grid-next').isIdle") and len(newer.ask("GET", "/api/v1/viewers").json["viewers"]) == 1
