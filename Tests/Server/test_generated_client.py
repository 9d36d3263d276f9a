"""A client that openapi-python-client generates from the description, without a warning, and what it does with a real server."""

import importlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pictures import png
from running import ROOT, poll


@pytest.fixture(scope="module")
def server(start_shared_server):
    server = start_shared_server("--items", 20)
    server.opened()
    return server


@pytest.fixture(scope="module")
def generated(server, module_path):
    """Imports a module of the client: `generated("models")`."""
    description = module_path / "openapi.json"
    description.write_bytes(server.ask("GET", "/api/v1/openapi.json").body)
    tools = Path(sys.executable).parent
    done = subprocess.run(
        [tools / "openapi-python-client", "generate", "--path", description, "--output-path", module_path / "lookahead_client",
         "--meta", "none", "--config", ROOT / "docs" / "examples" / "client.yaml", "--fail-on-warning"],
        capture_output=True, text=True, timeout=120, env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"})
    output = done.stdout + done.stderr
    assert done.returncode == 0 and "warning" not in output.lower() and "unable" not in output.lower(), output[-4000:]
    sys.path.insert(0, str(module_path))
    yield lambda name: importlib.import_module(f"lookahead_client.{name}")
    sys.path.remove(str(module_path))


def test_every_operation_has_a_function_in_the_module_of_its_group(server, generated, module_path):
    document = server.ask("GET", "/api/v1/openapi.json").json
    operations = [(o["tags"][0].lower(), o["operationId"]) for path in document["paths"].values() for o in path.values()]
    files = {p.relative_to(module_path / "lookahead_client/api").with_suffix("").as_posix().replace("_", "")
             for p in (module_path / "lookahead_client/api").rglob("*.py")}
    assert len(operations) > 55
    assert [o for o in operations if f"{o[0]}/{o[1].lower()}" not in files] == []


def test_the_client_posts_changes_finds_and_follows(server, generated):
    models, types = generated("models"), generated("types")
    client = generated("client").Client(base_url=server.address, raise_on_unexpected_status=True)

    def call(module, *arguments, **more):
        return generated(f"api.{module}").sync(*arguments, client=client, **more)

    items = [models.GivenItem(id="a", title="Harbour"), models.GivenItem(id="b")]
    made = call("changing.create_collection", body=models.NewCollection(
        id="trip", title="Trip", sections=[models.GivenSection(id="day-1", items=items)]))
    assert isinstance(made, models.Collection) and made.item_count == 2 and made.capabilities.move
    move = models.Move(item="a", to=[0, 1])
    patch = call("changing.move_items", "trip", body=move, idempotency_key="first", if_match='"1"')
    assert (patch.from_, patch.to) == (1, 2) and patch.moves[0].item == "a"
    # The same answer again, by its key; another condition is a problem.
    assert call("changing.move_items", "trip", body=move, idempotency_key="first").to == 2
    problem = call("changing.patch_collection", "trip", body=models.TitlePatch(title="Busan"), if_match='"1"')
    assert isinstance(problem, models.Problem) and problem.code == "version-changed"
    titled = call("changing.patch_section", "trip", "day-1", body=models.TitlePatch(title="Day 1"))
    assert titled.reconfigure_sections[0].title == "Day 1"
    picture = types.File(payload=io.BytesIO(png(1, 120, 80)))
    assert call("changing.put_picture", "trip", "a", body=picture).reloads == ["a"]
    # What is bytes or text is handed on as it is.
    made = poll(lambda: [file for file in [call("reading.get_image", "trip", "a", w=64)] if isinstance(file, types.File)], 30, "the picture is made")
    assert made[0].payload.read(3) == b"\xff\xd8\xff"
    assert json.loads(call("reading.get_export", "trip", as_=models.GetExportAs.JSONL).payload.readline())["item"] == "b"
    assert json.loads(call("operating.get_backup").payload.readline())["lookahead"] == "backup"
    assert "\nlookahead_viewers " in call("operating.get_metrics")
    problem = call("reading.get_image", "trip", "b")
    assert problem.type_ == "/problems/item-without-picture" and problem.code == "item-without-picture"
    # What is asked for is what the client's own class says.
    where = models.Filter(field="title", contains="harb")
    found = poll(lambda: call_ready(call, models, where), 30, "the fields are filled")
    assert found.item_count == 1
    assert [item.id for item in call("reading.list_items", found.id).items] == ["a"]
    assert [s.id for s in call("reading.get_snapshot", "trip").sections] == ["day-1"]
    lines = "\n".join(map(json.dumps, [{"title": "Tour"}, {"section": "s"}, {"id": "x"}, {"id": "y"}]))
    tour = call("changing.import_collection", "tour", body=types.File(payload=lines.encode()))
    assert tour.item_count == 2 and tour.title == "Tour"
    assert {c.id for c in call("reading.list_collections").collections} >= {"trip", "tour"}
    assert generated("api.changing.remove_collection").sync_detailed("tour", client=client).status_code == 204


def call_ready(call, models, where):
    found = call("finding.open_result", "trip", body=models.Query(where=where))
    return found if isinstance(found, models.Result) else None
