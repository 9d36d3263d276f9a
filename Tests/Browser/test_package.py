"""The npm package: installed in a project outside of the clone, bundled by esbuild, opened on another site than the server's."""

import json
import os
import re
import subprocess

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import ROOT, poll

MAIN = """
import { registerCell } from 'lookahead-grid';

registerCell('product', {
  make: (body) => ({ name: body.appendChild(document.createElement('b')) }),
  configure(parts, cell) { parts.name.textContent = cell.item?.title ?? ''; },
});
const grid = document.createElement('collection-grid');
Object.assign(grid, { server: SERVER, collection: COLLECTION, density: 120 });
grid.addEventListener('itemclick', (event) => (document.title = event.item.title));
document.body.append(grid);
"""

# What a program in TypeScript may rely on. The last line must not compile.
TYPED = """
import { CollectionGrid, Item, Patch, Registration, define, registerCell } from 'lookahead-grid';

const grid = document.createElement('collection-grid');
const found: CollectionGrid | null = document.querySelector('collection-grid');
grid.addEventListener('itemopen', (event) => console.log(event.item.title?.length, event.indexPath[1] + event.index));
grid.addEventListener('itemmoved', ({ patch, toAfter }) => console.log(patch?.to, toAfter?.[0]));
grid.addEventListener('error', (event) => console.log(event.code?.length, event.values.collection));
grid.addEventListener('click', (event) => console.log(event.clientX));
grid.addEventListener('of-another', (event) => console.log(event.type));
const shown: Promise<boolean> = grid.showItem('a', true);
const chosen: string[] = found?.values ?? [];
grid.density = 120;
grid.readOnly = true;
define('my-grid');
registerCell('product', {
  make: (body: HTMLElement) => ({ body, image: document.createElement('img') }),
  configure(parts, cell) { parts.body.title = cell.item?.title ?? cell.id; },
  picture: (parts) => parts.image,
  remove: (parts) => parts.body.remove(),
});
const counted: Registration<number> = { make: () => 1, configure: (parts) => parts + 1 };
// Attributes are what was posted: of any type, or of those that the program names.
grid.addEventListener('itemclick', ({ item }) => { const price: unknown = item.attributes?.price; });
registerCell<{ body: HTMLElement }, { price: number, tags: string[] }>('priced', {
  make: (body) => ({ body }),
  configure({ body }, { item }) { body.title = `${item?.attributes?.price.toFixed(2)} ${item?.attributes?.tags.join()}`; },
});
const product: Item<{ price: number }> = { id: 'a', attributes: { price: 3 } };
grid.addEventListener('itemschange', ({ patches, itemCount }) => { const changes: Patch[] = patches.slice(0, itemCount); });
grid.addEventListener('statechange', ({ state }) => { const known: 'loading' | 'ready' | 'empty' | 'failed' = state; });
grid.layout = 'justified';
// @ts-expect-error: a posted price may be of any type
grid.addEventListener('itemclick', ({ item }) => item.attributes?.price.toFixed(2));
// @ts-expect-error: no such state
grid.addEventListener('statechange', ({ state }) => state === 'gone');
// @ts-expect-error: for the grid's own modules
console.log(grid.session);
// @ts-expect-error: for the server's own page
grid.nudge(100);
// @ts-expect-error: a number
grid.density = 'wide';
// @ts-expect-error: it has a count
grid.addEventListener('selectionchange', (event) => event.indexPath);
"""

DOCUMENT = (ROOT / "docs" / "embedding.md").read_text()


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    return server


def test_a_project_that_installs_it_shows_the_grid(page, npm_project, site, server):
    (npm_project / "main.js").write_text(MAIN.replace("SERVER", repr(server.address)).replace("COLLECTION", repr(server.collection())))
    subprocess.run(["esbuild", "main.js", "--bundle", "--splitting", "--format=esm", "--outdir=out", "--log-level=warning"], cwd=npm_project, check=True)
    for path in (npm_project / "out").glob("*.js"):
        site.pages[f"/{path.name}"] = {"Content-Type": "text/javascript"}, path.read_bytes()
    # Style sheets in modules need nothing of a strict policy but the server itself.
    policy = f"default-src 'none'; script-src 'self'; connect-src {server.address}; img-src {server.address} data:"
    page.goto(site.page("<!doctype html><title>Shop</title><body><script type=module src=main.js></script>", server.address, "",
                        {"Content-Security-Policy": policy}))
    grid = GridPage(page, server.address).settle()
    assert len(grid.seen()) > 5 and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())
    first, second = server.sections()[0][:2]
    with server.keeping_order():
        server.move(first, [0, 1])
        poll(lambda: grid.order()[:2] == [second, first], 10, "a change arrives")
    page.mouse.click(*grid.centre(first))
    poll(lambda: grid.part(".lightbox .large.shown", "e.naturalWidth > 0"), 20, "the large picture, a file of its own")
    assert page.title() != "Shop", "the event has come"


# `bundler` came with TypeScript 5.0, and Debian's is older: LOOKAHEAD_TSC names another, with which it is tried as well. What bundlers
# themselves resolve, the next test sees.
TSC = os.environ.get("LOOKAHEAD_TSC")
RESOLUTIONS = [("es2022", "node"), ("node16", "node16"), ("nodenext", "nodenext"), *([("esnext", "bundler")] if TSC else [])]


IMPORTED = """
import { CollectionGrid, define, registerCell } from 'lookahead-grid';
registerCell('product', { make: (body) => body, configure() {} });
console.log(typeof CollectionGrid, typeof define);
"""
RENDERED = """
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { CollectionGrid } from 'lookahead-grid/react';
console.log(renderToString(createElement(CollectionGrid, { collection: 'shop', token: 'a secret', className: 'shop', onItemOpen() {} },
  createElement('h2', { slot: 'toolbar' }, 'Our shop'))));
"""


def run_in_node(npm_project, name, source, *bundling):
    (npm_project / name).write_text(source)
    if bundling:
        subprocess.run(["esbuild", name, "--bundle", "--platform=node", "--format=cjs", f"--outfile={name}.cjs", "--log-level=error", *bundling],
                       cwd=npm_project, check=True, env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
        name += ".cjs"
    ran = subprocess.run(["node", name], cwd=npm_project, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_it_is_imported_where_a_server_renders_pages(npm_project):
    assert run_in_node(npm_project, "imported.mjs", IMPORTED) == "function function"
    html = run_in_node(npm_project, "rendered.js", RENDERED, "--conditions=node")
    # The bare tag: a token has no place in a document. React 18.1, Debian's, leaves out what is in an element that is not HTML's own.
    assert re.fullmatch(r'<collection-grid class="shop">(<h2 slot="toolbar">Our shop</h2>)?</collection-grid>', html), html


@pytest.mark.parametrize("module,resolution", RESOLUTIONS)
def test_it_has_types_that_hold(npm_project, module, resolution):
    (npm_project / "typed.ts").write_text(TYPED)
    command = [TSC or "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", module, "--moduleResolution", resolution, "typed.ts"]
    checked = subprocess.run(command, cwd=npm_project, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("conditions", ["", "import", "browser", "import,browser", "module,production"])
def test_bundlers_find_every_entry_under_the_conditions_that_they_set(npm_project, conditions):
    entries = {"lookahead-grid": "modules/collection-grid.js", "lookahead-grid/react": "react.js", "lookahead-grid/vue": "vue.js",
               "lookahead-grid/styles/grid.css": "styles/grid.css"}
    (npm_project / "entries.js").write_text("".join(f"import '{name}';\n" for name in entries))
    command = ["esbuild", "entries.js", "--bundle", "--format=esm", "--outdir=out-entries", "--metafile=entries.json", "--external:react", "--external:vue",
               f"--conditions={conditions}", "--log-level=warning"]
    subprocess.run(command, cwd=npm_project, check=True)
    found = json.loads((npm_project / "entries.json").read_text())["inputs"]["entries.js"]["imports"]
    package = "node_modules/lookahead-grid/"
    assert [entry["path"] for entry in found] == [package + path for path in entries.values()]


def test_it_needs_no_other_package_and_has_what_it_names(npm_project):
    package = npm_project / "node_modules" / "lookahead-grid"
    about = json.loads((package / "package.json").read_text())
    assert "dependencies" not in about and re.fullmatch(r"\d+\.\d+\.\d+", about["version"])
    named = [*about["exports"]["."].values(), about["customElements"], *(entry for entry in about["files"])]
    assert [name for name in named if not (package / name).exists()] == []
    assert list((npm_project / "node_modules").glob("[!.]*")) == [package]


@pytest.fixture(scope="module")
def manifest(npm_project):
    ((module),) = json.loads((npm_project / "node_modules/lookahead-grid/custom-elements.json").read_text())["modules"]
    return module


def section(title):
    return DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(text, column=1):
    """Names in a column of tables, without what methods are given."""
    cells = [line.split("|")[column] for line in text.splitlines() if line.startswith("|") and line.count("|") > column + 1]
    return {name for cell in cells for name in re.findall(r"`([\w-]+)(?:\([^)`]*\))?`", cell)}


def test_its_manifest_says_what_the_document_says(manifest):
    element = manifest["declarations"][0]
    names = lambda member: {entry["name"] for entry in element[member]}
    style = section("Style")
    assert names("events") == rows(section("Events"))
    assert names("cssProperties") == set(re.findall(r"`(--collection-grid-[\w-]+)`", style))
    assert names("cssParts") == set(re.findall(r"`([\w-]+)`", style.split("Parts:")[1].split(", and those")[0]))
    assert names("slots") == {"toolbar", "empty", "failed"}
    documented, control = section("Attributes and properties"), section("A picker in a form")
    attributes = re.search(r"^\| attribute.*?\n\n", documented, re.MULTILINE | re.DOTALL)[0] + control
    # In the first column: attributes, where a table has them; in the second: properties that are named otherwise.
    assert names("attributes") == rows(attributes)
    told = re.search(r"and has (`form`.*?) as controls have them", control, re.DOTALL)[1]
    members = {name for name in rows(documented) | rows(documented, 2) | rows(control) | rows(control, 2) if name not in NOT_MEMBERS}
    assert names("members") == members | set(re.findall(r"`(\w+)(?:\(\))?`", told))
    assert [member["name"] for member in element["members"] if not member["description"]] == []


# An attribute whose property is named otherwise; values of others; members of what a property or an argument has.
NOT_MEMBERS = {"readonly", "noboxes", "count", "ranges", "version"}


def test_its_manifest_has_what_the_module_exports(manifest, npm_project):
    others = {entry["name"]: entry for entry in manifest["declarations"][1:]}
    documented = section("In a project with a bundler")
    assert {"registerCell", "registerOverlay", "define"} == {name for name, entry in others.items() if entry["kind"] == "function"}
    classes = {name: entry for name, entry in others.items() if entry["kind"] == "class"}
    # Every event that the element has is of a class that can be imported.
    assert {event["type"]["text"] for event in manifest["declarations"][0]["events"]} == set(classes)
    assert {entry["name"] for entry in manifest["exports"]} == {"CollectionGrid", "collection-grid", *others}
    assert all(f"`{name}`" in documented for name in ("CollectionGrid", "registerCell", "registerOverlay", "define"))
    # What the document's table says that an event has.
    table = {row.split("|")[1].strip(" `"): row.split("|")[2] for row in section("Events").splitlines() if row.startswith("| `")}
    for event in manifest["declarations"][0]["events"]:
        has = {member["name"] for member in classes[event["type"]["text"]]["members"]}
        assert set(re.findall(r"`(\w+)`", table[event["name"]])) & {"id", "index", "indexPath", "item", "count", "ids", "patch", "code", "first", "last"} <= has
