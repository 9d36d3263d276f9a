"""What a grid leaves behind when it is removed and added a thousand times: nothing in the page's heap and documents, and nothing at the server."""

import pytest
from embedding import GRID
from grid_page import GridPage
from pictures import write_folder
from running import poll

TIMES = 1000
SESSION = (".session", ".session.presenter", ".session.presenter.surface")
# Each 50th is shown until all is drawn, as a person would see it; the others are gone before their server has answered.
ADD_AND_REMOVE = """async ([times, isNew]) => {
  let grid = document.querySelector('collection-grid');
  const { parentNode } = grid;
  const idle = async () => { while (!grid.isIdle) await new Promise(requestAnimationFrame); };
  for (let i = 1; i <= times; i++) {
    grid.remove();
    if (isNew) grid = grid.cloneNode(true);
    parentNode.append(grid);
    if (i % 50 === 0) await idle();
    else if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await idle();
}"""


@pytest.fixture(scope="module")
def server(start_shared_server, module_path, site):
    server = start_shared_server(write_folder(module_path / "shop", {"Left": 30}), "--cors-origin", site.address)
    server.opened()
    return server


@pytest.mark.parametrize("is_new", [False, True], ids=["the same element", "another element each time"])
def test_a_thousand_removals_leave_nothing(page, site, server, is_new):
    devtools = page.context.new_cdp_session(page)
    page.goto(site.page(GRID, server.address, server.collection()))
    grid = GridPage(page, server.address).settle().equip()
    viewers = lambda: len(server.ask("GET", "/api/v1/viewers").json["viewers"])
    streams = lambda: server.ask("GET", "/api/v1/stats").json["server"]["sleeping"]

    def held():
        poll(lambda: viewers() == 1 and streams() == 1, 30, "one viewer and one stream")
        # The last ones may still wait for a response.
        poll(lambda: [alive(what) for what in SESSION] == [1, 1, 1], 30, "one session, and what it has")
        counters = devtools.send("Memory.getDOMCounters")
        return {**counters, "bytes": devtools.send("Runtime.getHeapUsage")["usedSize"]}

    def alive(what):
        """How many objects of a kind there are, after a collection of garbage."""
        devtools.send("HeapProfiler.collectGarbage")
        ask = {"expression": f"Object.getPrototypeOf(document.querySelector('collection-grid'){what})", "objectGroup": "asked"}
        kind = devtools.send("Runtime.evaluate", ask)
        found = devtools.send("Runtime.queryObjects", {"prototypeObjectId": kind["result"]["objectId"], "objectGroup": "asked"})["objects"]
        count = devtools.send("Runtime.callFunctionOn", {"objectId": found["objectId"], "functionDeclaration": "function() { return this.length; }"})
        # What the tools hold stays alive.
        devtools.send("Runtime.releaseObjectGroup", {"objectGroup": "asked"})
        return count["result"]["value"]

    # What the browser and the modules make once.
    page.evaluate(ADD_AND_REMOVE, [100, is_new])
    before = held()
    page.evaluate(ADD_AND_REMOVE, [TIMES, is_new])
    after = held()
    more = {name: after[name] - before[name] for name in before}
    assert more["documents"] <= 0 and more["nodes"] < TIMES / 10 and more["jsEventListeners"] < TIMES / 10, (before, after)
    # The browser's tools note each request (0.6 KB of 0.7), and it compiles what runs often. A session is a hundred times as large.
    assert more["bytes"] < 2000 * TIMES, (before, after)
    assert alive("") == 1
    page.evaluate("document.querySelector('collection-grid').remove()")
    poll(lambda: viewers() == 0 and streams() == 0, 30, "nothing is left at the server")
