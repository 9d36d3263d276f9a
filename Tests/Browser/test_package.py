"""The npm package: installed in a project outside of the clone, bundled by esbuild, opened on another site than the server's."""

import json
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
import { CollectionGrid, ItemEvent, SelectionChangeEvent, define, registerCell } from 'lookahead-grid';

const grid = document.querySelector('collection-grid') as CollectionGrid;
grid.addEventListener('itemopen', (event) => console.log((event as ItemEvent).item.id));
grid.addEventListener('selectionchange', (event) => console.log((event as SelectionChangeEvent).count + 1));
const shown: Promise<boolean> = grid.showItem('a', true);
const chosen: string[] = grid.values;
grid.density = 120;
define('my-grid');
registerCell('product', { make: (body: HTMLElement) => ({ body }), configure: (parts, cell) => { parts.body.title = cell.id; } });
// @ts-expect-error: a number
grid.density = 'wide';
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


def test_it_has_types_that_hold(npm_project):
    (npm_project / "typed.ts").write_text(TYPED)
    command = ["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node", "typed.ts"]
    checked = subprocess.run(command, cwd=npm_project, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_it_needs_no_other_package_and_has_what_it_names(npm_project):
    package = npm_project / "node_modules" / "lookahead-grid"
    about = json.loads((package / "package.json").read_text())
    assert "dependencies" not in about and re.fullmatch(r"\d+\.\d+\.\d+", about["version"])
    named = [*about["exports"]["."].values(), about["customElements"], *(entry for entry in about["files"])]
    assert [name for name in named if not (package / name).exists()] == []
    assert list((npm_project / "node_modules").glob("[!.]*")) == [package]


def test_its_manifest_says_what_the_document_says(npm_project):
    manifest = json.loads((npm_project / "node_modules/lookahead-grid/custom-elements.json").read_text())
    ((element,),) = [module["declarations"] for module in manifest["modules"]]
    names = lambda member: {entry["name"] for entry in element[member]}
    section = lambda title: DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]
    rows = lambda title: set(re.findall(r"^\| `([\w-]+)`", section(title), re.MULTILINE))
    assert names("events") == rows("Events")
    style = section("Style")
    assert names("cssProperties") == set(re.findall(r"`(--collection-grid-[\w-]+)`", style))
    assert names("cssParts") == set(re.findall(r"`(\w+)`", style.split("Parts:")[1].split(", and those")[0]))
    assert names("slots") == {"toolbar", "empty", "failed"}
    documented = set(re.findall(r"`([a-zA-Z]+)(?:\([^)`]*\))?`", section("Attributes and properties") + section("A picker in a form")))
    assert names("attributes") <= documented
    # Each has words, and the document names each that is not said in the manifest alone.
    assert [member["name"] for member in element["members"] if not member["description"] and member["kind"] == "method"] == []
    assert [name for name in ("showItem", "select", "selectedItems", "find", "refresh", "undo", "values", "itemCount") if name not in names("members")] == []
