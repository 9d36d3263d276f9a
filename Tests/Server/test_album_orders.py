"""Albums outlive restarts, kills and backups, and their orders leave as any collection's do."""

import io
import re
import signal
import subprocess
import zipfile

import pytest
from running import BINARY, Server


def make(server, items, title="Wall"):
    album = server.ask("POST", "/api/v1/albums", {"title": title}).json["id"]
    added = server.ask("POST", f"/api/v1/collections/{album}/additions", {"collection": server.collection(), "items": items})
    assert added.status == 200, added.body
    return album


@pytest.fixture
def items(server):
    return [item for _, section in server.order() for item in section]


def test_an_album_outlives_a_kill_and_exports_in_its_order(server, items):
    album = make(server, [items[3], items[0], items[9]])
    path = f"/api/v1/collections/{album}"
    note = server.ask("PATCH", f"{path}/items/{server.collection()}%2F{items[0]}", {"attributes": {"note": "crop"}})
    assert note.status == 200, note.body
    before, paths = server.snapshot(album), server.ask("GET", f"{path}/export?as=paths").body
    server.restart(signal.SIGKILL)
    assert server.snapshot(album) == before
    assert server.ask("GET", f"{path}/export?as=paths").body == paths
    files = paths.decode().splitlines()
    whole = server.ask("GET", f"/api/v1/collections/{server.collection()}/export?as=paths").body.decode().splitlines()
    assert files == [whole[3], whole[0], whole[9]]
    with zipfile.ZipFile(io.BytesIO(server.ask("GET", f"{path}/export?as=zip&numbered=1").body)) as archive:
        assert [archive.read(name) for name in archive.namelist()] == [open(file, "rb").read() for file in files]
    lines = server.ask("GET", f"{path}/export?as=jsonl").body.decode().splitlines()
    assert len(lines) == 3 and f"{server.collection()}/{items[0]}" in lines[1]
    original = server.ask("GET", f"{path}/items/{server.collection()}%2F{items[3]}/original")
    assert original.body == open(files[0], "rb").read()


def test_a_deleted_album_is_restored_after_a_kill_and_is_in_no_backup_meanwhile(server, items):
    album = make(server, [items[3], items[0]])
    path = f"/api/v1/collections/{album}"
    note = server.ask("PATCH", f"{path}/items/{server.collection()}%2F{items[0]}", {"attributes": {"note": "crop"}})
    assert note.status == 200, note.body
    before, shown = server.snapshot(album), server.ask("GET", f"{path}/items").json
    assert server.ask("DELETE", path).status == 204
    server.restart(signal.SIGKILL)
    assert server.ask("GET", path).status == 404
    assert album not in [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"]]
    assert album.encode() not in server.ask("GET", "/api/v1/backup").body
    backup = subprocess.run([BINARY, "export", "--data", server.data, "-"], check=True, capture_output=True).stdout
    assert album.encode() not in backup and server.collection().encode() in backup
    restored = server.ask("POST", f"/api/v1/albums/{album}/restore")
    assert restored.status == 200 and restored.json["title"] == "Wall", restored.body
    assert server.snapshot(album) == before and server.ask("GET", f"{path}/items").json == shown
    server.restart(signal.SIGKILL)
    assert server.snapshot(album) == before
    undone = server.ask("POST", f"{path}/undo", {})
    assert undone.status == 200, "what was done before the deletion can be undone"


def test_an_album_comes_back_from_a_backup(server, items, tmp_path):
    album = make(server, [items[5], items[2]])
    item = f"/api/v1/collections/{album}/items/{server.collection()}%2F{items[2]}"
    assert server.ask("PATCH", item, {"attributes": {"note": "crop", "stars": 4}}).status == 200
    backup = tmp_path / "backup.jsonl"
    subprocess.run([BINARY, "export", "--data", server.data, str(backup)], check=True, capture_output=True)
    server.stop()
    subprocess.run([BINARY, "import", "--data", tmp_path / "other", str(backup)], check=True, capture_output=True)
    other = Server(*server.arguments, data=tmp_path / "other")
    try:
        other.opened()
        assert other.order(album)[0][1] == [f"{other.collection()}/{items[5]}", f"{other.collection()}/{items[2]}"]
        assert other.ask("GET", item).json["attributes"] == {"stars": 4, "note": "crop"}
        summary = other.ask("GET", f"/api/v1/collections/{album}").json
        assert summary["title"] == "Wall" and summary["album"] and summary["cover"]
    finally:
        other.stop()


def test_a_result_goes_into_an_album_and_pictures_are_made_once(server, items):
    path = f"/api/v1/collections/{server.collection()}"
    assert server.ask("POST", f"{path}/marks", {"items": items[4:7], "stars": 5}).status == 200
    while (result := server.ask("POST", f"{path}/queries", {"where": {"field": "stars", "from": 5}})).status == 503:
        pass
    album = server.ask("POST", "/api/v1/albums", {"title": "Best"}).json["id"]
    added = server.ask("POST", f"/api/v1/collections/{album}/additions", {"collection": result.json["id"]})
    assert added.status == 200 and len(added.json["inserts"]) == 3, added.body
    assert server.ask("GET", f"{path}/items/{items[4]}/image?w=320").status == 200
    reads = lambda: re.search(r"^lookahead_cache_originals\S* (\d+)", server.ask("GET", "/metrics").body.decode(), re.MULTILINE)[1]
    before = reads()
    shown = server.ask("GET", f"/api/v1/collections/{album}/items/{server.collection()}%2F{items[4]}/image?w=320")
    assert shown.status == 200
    assert int(reads()) == int(before) > 0
