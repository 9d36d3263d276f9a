"""The npm package's components for React and Vue: with the frameworks themselves, bundled by esbuild, opened on another site than the server's."""

import importlib.resources
import json
import os
import subprocess

import pytest
from grid_page import GridPage
from pictures import write_folder
from running import poll

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


@pytest.mark.parametrize("main", [REACT, VUE], ids=["React", "Vue"])
def test_a_component_shows_a_grid_and_follows_the_state(page, npm_project, vue_module, site, server, main):
    source = npm_project / "framework.js"
    source.write_text(main.replace("SERVER", repr(server.address)).replace("COLLECTION", repr(server.collection())))
    subprocess.run(
        ["esbuild", source.name, "--bundle", "--format=esm", "--outfile=out/framework.js", "--log-level=warning", f"--alias:vue={vue_module}",
         '--define:process.env.NODE_ENV="production"'],
        cwd=npm_project, check=True, env=os.environ | {"NODE_PATH": NODEJS})
    site.pages["/framework.js"] = {"Content-Type": "text/javascript"}, (npm_project / "out/framework.js").read_bytes()
    page.goto(site.page("<!doctype html><title>Shop</title><style>collection-grid { height: 300px }</style><body><script type=module src=framework.js></script>",
                        server.address, ""))
    grid, items = GridPage(page, server.address).settle(), server.sections()[0]
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
