"""What can be taken away: originals, lists, and archives that other programs unpack."""

import csv
import io
import json
import subprocess
import urllib.request
import zipfile

import pytest
from running import poll


def export(server, query, collection=None):
    answer = server.ask("GET", f"/api/v1/collections/{collection or server.collection()}/export?{query}")
    assert answer.status == 200, answer.body[:1000]
    return answer


def saved(server, query, path):
    """Downloads to a file, as a browser does."""
    address = f"{server.address}/api/v1/collections/{server.collection()}/export?{query}"
    with urllib.request.urlopen(address, timeout=60) as answer, path.open("wb") as file:
        length = int(answer.headers["Content-Length"])
        while part := answer.read(1 << 20):
            file.write(part)
    assert path.stat().st_size == length
    return path


def test_paths_are_files_in_the_order_that_people_gave_them(server, photos):
    items = [item for _, section in server.order() for item in section]
    assert server.move(items[-1], (0, 0)).status == 200
    paths = export(server, "as=paths").body.decode().splitlines()
    assert len(paths) == 24 and sorted(paths) == sorted(str(p) for p in photos.rglob("*") if p.is_file())
    assert export(server, "as=paths0").body.split(b"\0")[:-1] == [path.encode() for path in paths]
    first = server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{items[-1]}/original")
    with open(paths[0], "rb") as file:
        assert first.body == file.read()


def test_lists_say_what_is_known_of_each_item(server, photos):
    collection = server.collection()
    item = server.order()[0][1][0]
    path = f"/api/v1/collections/{collection}"
    assert server.ask("PATCH", f"{path}/items/{item}", {"attributes": {"rating": "like"}}).status == 200
    marks = {"items": [item], "stars": 4, "flag": "pick", "labels": {"add": [{"name": "Print", "colour": "green"}, {"name": "Best"}]}}
    assert server.ask("POST", f"{path}/marks", marks).status == 200
    text = export(server, "as=csv").body.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    lines = [json.loads(line) for line in export(server, "as=jsonl").body.splitlines()]
    assert [row["path"] for row in rows] == [line["path"] for line in lines]
    assert [int(row["position"]) for row in rows] == list(range(1, 25))
    assert rows[0]["item"] == item and rows[0]["rating"] == "like" and rows[0]["path"].endswith("/" + rows[0]["name"])
    assert [rows[0][name] for name in ("stars", "flag", "labels")] == ["4", "pick", "Print; Best"]
    assert (lines[0]["stars"], lines[0]["flag"], lines[0]["labels"]) == (4, "pick", ["Print", "Best"])
    one = {"items": [rows[2]["item"]], "labels": {"add": ["Print"]}}
    assert server.ask("POST", f"{path}/marks", one).status == 200
    assert json.loads(export(server, "as=jsonl").body.splitlines()[2])["labels"] == ["Print"]
    assert rows[1]["flag"] == rows[1]["labels"] == "" and not {"flag", "labels"} & lines[1].keys()
    # What was taken away again is in no list.
    taken = {"items": [item], "stars": 0, "flag": None, "labels": {"remove": ["Print", "Best"]}}
    assert server.ask("POST", f"{path}/marks", taken).status == 200
    first = json.loads(export(server, "as=jsonl").body.splitlines()[0])
    assert first["rating"] == "like" and not {"stars", "flag", "labels"} & first.keys()
    assert int(rows[3]["bytes"]) == (photos / rows[3]["path"]).stat().st_size


@pytest.mark.parametrize("query", ["as=zip", "as=zip&numbered=1"])
def test_an_archive_is_unpacked_by_every_program(server, photos, tmp_path, query):
    path = saved(server, query, tmp_path / "all.zip")
    paths = export(server, "as=paths").body.decode().splitlines()
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        entries = archive.infolist()
        assert len(entries) == 24
        for number, (entry, original) in enumerate(zip(entries, paths), 1):
            with open(original, "rb") as file:
                assert archive.read(entry) == file.read()
            name = entry.filename.split("/")[-1]
            assert name == (f"{number:03} " if "numbered" in query else "") + original.split("/")[-1]
    for command in (["unzip", "-tq", path], ["bsdtar", "-tf", path]):
        subprocess.run(command, check=True, capture_output=True, timeout=60)
    # From a pipe: without the directory at the end.
    folder = tmp_path / "unpacked"
    folder.mkdir()
    with path.open("rb") as file:
        subprocess.run(["bsdtar", "-xf", "-", "-C", folder], stdin=file, check=True, capture_output=True, timeout=60)
    assert sum(1 for p in folder.rglob("*") if p.is_file()) == 24


def test_originals_stay_on_the_server_where_the_owner_says_so(start_server, photos):
    server = start_server(photos, "--no-originals")
    described = server.opened()
    assert described["capabilities"]["originals"] is False
    item = server.order()[0][1][0]
    path = f"/api/v1/collections/{described['id']}"
    assert server.ask("GET", f"{path}/items/{item}/original").status == 403
    assert server.ask("GET", f"{path}/export?as=zip").status == 403


def test_a_selection_of_a_result_is_exported(server):
    collection = server.collection()
    poll(lambda: server.ask("GET", f"/api/v1/collections/{collection}/fields").json["complete"])
    result = server.ask("POST", f"/api/v1/collections/{collection}/queries", {"sort": [{"field": "name", "descending": True}]}).json
    paths = export(server, f"as=paths&ranges=0-1,23-23&version={result['version']}", result["id"]).body.decode().splitlines()
    everything = export(server, "as=paths", result["id"]).body.decode().splitlines()
    assert paths == [everything[0], everything[1], everything[23]]
