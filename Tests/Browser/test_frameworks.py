"""The npm package's components for React and Vue: with the frameworks themselves, bundled by esbuild, opened on another site than the server's."""

import importlib.resources
import json
import os
import re
import subprocess

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import ROOT, poll

NODEJS = "/usr/share/nodejs"

REACT = """
import { StrictMode, createElement, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CollectionGrid } from 'lookahead-grid/react';

function Shop() {
  const [density, setDensity] = useState(120);
  const [opened, setOpened] = useState('');
  const [isShown, setShown] = useState(true);
  const grid = useRef(null);
  const [values, setValues] = useState([]);
  Object.assign(window, { setDensity, setShown, setValues, select: (ids) => grid.current.select(ids) });
  const common = { server: SERVER, collection: COLLECTION };
  return createElement(StrictMode, null, isShown && createElement(CollectionGrid, {
    ...common, density, query: { search: '' }, className: 'shop', 'data-test': 'a', ref: grid,
    onItemOpen: (event) => { event.preventDefault(); setOpened(`${density} ${event.id}`); },
    onSelectionChange: (event) => (document.title = `${event.count} selected`),
  }, createElement('h2', { slot: 'toolbar' }, 'Our shop')), createElement(CollectionGrid, {
    ...common, name: 'pick', multiple: true, values, onChange: (event) => setValues(event.target.values), id: 'pick',
  }), createElement('output', null, opened), createElement('p', { id: 'chosen' }, values.join()));
}
createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(Shop));
"""

VUE = """
import { createApp, h, ref } from 'vue';
import { CollectionGrid } from 'lookahead-grid/vue';

const [density, opened, isShown, values, grid] = [ref(120), ref(''), ref(true), ref([]), ref(null)];
Object.assign(window, {
  setDensity: (value) => (density.value = value), setShown: (value) => (isShown.value = value), setValues: (value) => (values.value = value),
  select: (ids) => grid.value.select(ids),
});
createApp({
  components: { CollectionGrid },
  setup: () => ({
    density, opened, isShown, values, grid, server: SERVER, collection: COLLECTION,
    open(event) { event.preventDefault(); opened.value = `${density.value} ${event.id}`; },
    selected(event) { document.title = `${event.count} selected`; },
  }),
  template: `
    <CollectionGrid v-if="isShown" ref="grid" class="shop" data-test="a" :server="server" :collection="collection" :density="density" :query="{ search: '' }"
      @itemopen="open" @selectionchange="selected"><template #toolbar><h2>Our shop</h2></template></CollectionGrid>
    <CollectionGrid id="pick" :server="server" :collection="collection" name="pick" multiple v-model="values"></CollectionGrid>
    <output>{{ opened }}</output><p id="chosen">{{ values.join() }}</p>`,
}).mount(document.body.appendChild(document.createElement('main')));
"""

# The cell of docs/embedding.md stands in the place of CELL.
REACT_CELLS = """
import { useEffect } from 'react';
import { createRoot as create } from 'react-dom/client';
import { registerCell } from 'lookahead-grid';

Object.assign(window, { made: 0, roots: 0, mounted: 0 });
function createRoot(body) {
  made++;
  roots++;
  const root = create(body);
  return { render: (element) => root.render(element), unmount: () => { roots--; root.unmount(); } };
}
function Product({ item }) {
  useEffect(() => { mounted++; return () => { mounted--; }; }, []);
  return <b>{item.title}</b>;
}
CELL
const grid = document.createElement('collection-grid');
Object.assign(grid, { server: SERVER, collection: 'products' });
document.body.append(grid);
"""

# What a program in TypeScript may rely on. The line below each directive must not compile.
TYPED = """
import { createRef } from 'react';
import { CollectionGrid, type CollectionGridElement, type ItemEvent } from 'lookahead-grid/react';
import { CollectionGrid as VueGrid } from 'lookahead-grid/vue';

const ref = createRef<CollectionGridElement>();
export const grid = <CollectionGrid ref={ref} collection="shop" density={120} className="shop" onItemOpen={(event: ItemEvent) => event.preventDefault()}
  onSelectionChange={(event) => console.log(event.count + 1)} onItemMove={({ toAfter }) => toAfter}><p slot="empty">Nothing</p></CollectionGrid>;
export const shown: Promise<boolean> | undefined = ref.current?.showItem('a');
// @ts-expect-error: a number
export const wide = <CollectionGrid density="wide" />;
// @ts-expect-error: no such layout
export const round = <CollectionGrid layout="round" />;

const props: InstanceType<typeof VueGrid>['$props'] = { collection: 'shop', density: 120, onItemopen: (event) => event.preventDefault() };
export const exposed = (made: InstanceType<typeof VueGrid>): Promise<boolean> => made.showItem(props.collection ?? '', true);
// @ts-expect-error: a number
props.density = 'wide';
"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 12}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.fixture(scope="module")
def vue_module(module_path):
    """Vue as trame's package has it, as a module that a bundler finds. What it compiles of templates looks for it in the window."""
    text = importlib.resources.files("trame_client").joinpath("module/vue3-www/vue.global.js").read_text()
    path = module_path / "vue.js"
    path.write_text(f"{text}\nmodule.exports = globalThis.Vue = Vue;\n")
    return path


def open_bundled(page, npm_project, vue_module, site, server, main):
    """A page of the site with a program for a bundler."""
    source = npm_project / "framework.jsx"
    source.write_text(main.replace("SERVER", repr(server.address)).replace("COLLECTION", repr(server.collection())))
    subprocess.run(
        ["esbuild", source.name, "--bundle", "--format=esm", "--outfile=out/framework.js", "--log-level=warning", f"--alias:vue={vue_module}",
         "--jsx=automatic", '--define:process.env.NODE_ENV="production"'],
        cwd=npm_project, check=True, env=os.environ | {"NODE_PATH": NODEJS})
    site.pages["/framework.js"] = {"Content-Type": "text/javascript"}, (npm_project / "out/framework.js").read_bytes()
    page.goto(site.page("<!doctype html><title>Shop</title><style>collection-grid { height: 300px }</style><body><script type=module src=framework.js></script>",
                        server.address, ""))
    return GridPage(page, server.address).settle()


@pytest.mark.parametrize("main", [REACT, VUE], ids=["React", "Vue"])
def test_a_component_shows_a_grid_and_follows_the_state(page, npm_project, vue_module, site, server, main):
    grid = open_bundled(page, npm_project, vue_module, site, server, main)
    items = server.sections()[0]
    assert page.evaluate("document.querySelector('collection-grid').matches('.shop[data-test=a]')")
    assert page.locator("collection-grid h2").is_visible() and grid.get("density") == 120
    width = grid.box(f".cell[data-item='{items[0]}']")["width"]
    page.evaluate("setDensity(240)")
    poll(lambda: grid.box(f".cell[data-item='{items[0]}']")["width"] > 1.5 * width, 10, "larger cells")
    grid.settle()
    page.mouse.click(*grid.centre(items[1]))
    poll(lambda: page.locator("output").text_content() == f"240 {items[1]}", 10, "the newest listener has heard it")
    assert grid.get("openItem") is None, "and has cancelled it"
    page.evaluate("(ids) => select(ids)", items[:3])
    poll(lambda: page.title() == "3 selected", 10)
    # A control of a form, whose value is the program's.
    pick = page.locator("#pick")
    for item in (items[2], items[0]):
        pick.locator(f".cell[data-item='{item}']").click()
    poll(lambda: page.locator("#chosen").text_content() == f"{items[0]},{items[2]}", 10)
    page.evaluate("(ids) => setValues(ids)", [items[1]])
    poll(lambda: pick.evaluate("grid => grid.values") == [items[1]] and pick.locator(".cell.selected").count() == 1, 10)
    page.evaluate("setShown(false)")
    poll(lambda: len(server.ask("GET", "/api/v1/viewers").json["viewers"]) == 1, 10, "its viewer has left")


def test_components_in_cells_are_unmounted_when_their_cells_are_gone(page, npm_project, vue_module, site, server):
    items = [{"id": f"p{n}", "title": f"Lamp {n}", "kind": "product"} for n in range(400)]
    posted = {"id": "products", "title": "Products", "sections": [{"id": "s", "title": "S", "items": items}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    text = (ROOT / "docs" / "embedding.md").read_text()
    (cell,) = re.findall(r"^```jsx\n(registerCell.*?)^```", text, re.MULTILINE | re.DOTALL)
    grid = open_bundled(page, npm_project, vue_module, site, server, REACT_CELLS.replace("CELL", cell, 1))
    poll(lambda: grid.parts(".cell b", "e.textContent").count("Lamp 0") == 1, 10, "React has rendered")
    for part in (0.5, 1, 0):
        grid.scroll_to(part * grid.get("contentHeight"))
    shown = lambda: {cell["id"].replace("p", "Lamp ") for cell in grid.seen()} <= set(grid.parts(".cell b", "e.textContent"))
    poll(shown, 10, "each cell shows its own item")
    assert 0 < page.evaluate("roots") <= page.evaluate("made") < 200
    page.evaluate("document.querySelector('collection-grid').remove()")
    poll(lambda: page.evaluate("[roots, mounted]") == [0, 0], 10, "nothing is left")


def test_the_components_have_types_that_hold(npm_project):
    folder = npm_project / "typed"
    folder.mkdir()
    (folder / "typed.tsx").write_text(TYPED)
    # Debian has React's own types, without those of style sheets that they name.
    options = {
        "noEmit": True, "strict": True, "skipLibCheck": True, "jsx": "react-jsx", "target": "es2022", "module": "es2022", "moduleResolution": "node",
        "baseUrl": ".", "paths": {name: [f"{NODEJS}/@types/{name}"] for name in ("react", "react/jsx-runtime")},
    }
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["typed.tsx"]}))
    checked = subprocess.run(["tsc", "-p", folder], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
