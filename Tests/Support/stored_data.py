"""What people left in a data folder or a database, and what a program said of it: the fixtures of upgrades.

`LOOKAHEAD_BINARY=… python Tests/Support/stored_data.py NAME` has that program store it, and keeps it in Tests/Server/stored/NAME. Each version that
changes what is stored adds one.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import contextmanager
from pathlib import Path

from postgres import Postgres, programs
from pictures import write_folder
from running import ROOT, Server

FIXTURES = ROOT / "Tests" / "Server" / "stored"
PHOTOS = {"First": 5, "Second": 4}


def fill(server):
    """Orders, an undone change and one to undo, a posted collection; marks, an album and a saved query where the program has them."""
    def ask(method, path, body=None):
        answer = server.ask(method, f"/api/v1/{path}", body)
        assert answer.status in (200, 201), (path, answer.status, answer.body)
        return answer.json

    def can(method, path, body):
        answer = server.ask(method, f"/api/v1/{path}", body)
        assert answer.status in (200, 201, 404, 405), (path, answer.body)
        return answer.status < 300

    photos = next(c["id"] for c in ask("GET", "collections")["collections"] if c["itemCount"] == sum(PHOTOS.values()))
    birds = {"id": "birds", "title": "Birds", "sections": [
        {"id": "small", "title": "Small", "items": [{"id": f"b{n}", "title": f"Bird {n}"} for n in range(6)]},
        {"id": "large", "title": "Large", "items": [{"id": "b9", "title": "Owl", "attributes": {"note": "올빼미"}}]}]}
    ask("POST", "collections", birds)
    for collection in (photos, "birds"):
        items = [item for _, section in server.order(collection) for item in section]
        ask("POST", f"collections/{collection}/moves", {"item": items[0], "to": [0, 3]})
        ask("POST", f"collections/{collection}/moves", {"item": items[4], "to": [1, 0]})
        ask("POST", f"collections/{collection}/moves", {"item": items[1], "to": [0, 2]})
        ask("POST", f"collections/{collection}/undo")
        ask("PATCH", f"collections/{collection}/items/{items[2]}", {"attributes": {"note": "crop"}})
        if can("POST", f"collections/{collection}/marks", {"items": items[:3], "stars": 4, "flag": "pick"}):
            ask("POST", f"collections/{collection}/marks", {"items": items[1:2], "labels": {"add": ["Wall"]}})
        can("PUT", f"collections/{collection}/queries/best", {"query": {"where": {"field": "stars", "from": 4}}})
    if can("POST", "albums", {"title": "Wall"}):
        album = next(c["id"] for c in ask("GET", "collections")["collections"] if c["title"] == "Wall")
        items = [item for _, section in server.order(photos) for item in section]
        ask("POST", f"collections/{album}/additions", {"collection": photos, "items": [items[3], items[0]]})
    # The last change is the one that is undone by whoever opens it.
    for collection in (photos, "birds"):
        last = server.order(collection)[0][1][-1]
        ask("POST", f"collections/{collection}/moves", {"item": last, "to": [0, 0]})


def found(server):
    """All of it, as the interface says it."""
    collections = {}
    for summary in server.ask("GET", "/api/v1/collections").json["collections"]:
        path = f"/api/v1/collections/{summary['id']}"
        said = {"title": summary["title"], "snapshot": server.snapshot(summary["id"])}
        items = [item for section in said["snapshot"]["sections"] for item in section["items"]]
        said["items"] = {item["id"]: server.ask("GET", f"{path}/items/{item['id'].replace('/', '%2F')}").json for item in items}
        queries = server.ask("GET", f"{path}/queries")
        said["queries"] = queries.json if queries.status == 200 else None
        labels = server.ask("GET", f"{path}/labels")
        said["labels"] = labels.json if labels.status == 200 else None
        collections[summary["id"]] = said
    return collections


def photos_and_birds(server):
    identifiers = [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"]]
    return [name for name in identifiers if name.startswith("photos") or name == "birds"]


def undone(server):
    """What is there when the last change of each collection is taken back."""
    for collection in photos_and_birds(server):
        answer = server.ask("POST", f"/api/v1/collections/{collection}/undo")
        assert answer.status == 200, answer.body
    return {collection: [list(part) for part in server.order(collection)] for collection in photos_and_birds(server)}


@contextmanager
def served(data, *options):
    """A running server over photos, with what is stored in a folder. A collection is named after its folder's path: it is the same always."""
    with open("/var/tmp/lookahead-stored.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        photos = Path("/var/tmp/lookahead-stored/photos")
        server = None
        try:
            write_folder(photos, PHOTOS)
            server = Server(photos, *options, data=data)
            server.opened()
            yield server
        finally:
            if server:
                server.stop()
            shutil.rmtree(photos.parent, ignore_errors=True)


def record(data, target, *options):
    with served(data, *options) as server:
        fill(server)
        said = {"undone": undone(server)}
        for collection in said["undone"]:
            assert server.ask("POST", f"/api/v1/collections/{collection}/redo").status == 200
        said["collections"] = found(server)
    target.mkdir(parents=True, exist_ok=True)
    (target / "said.json").write_text(json.dumps(said, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def main(name):
    with tempfile.TemporaryDirectory(prefix="lookahead-stored-") as folder:
        folder = Path(folder)
        record(folder / "sqlite/data", FIXTURES / name)
        with tarfile.open(FIXTURES / name / "data.tar.gz", "w:gz") as archive:
            archive.add(folder / "sqlite/data", ".")
        if "--store" not in subprocess.run([Server.program[0], "serve", "--help"], capture_output=True, text=True).stdout:
            return
        postgres = Postgres()
        try:
            record(folder / "postgres/data", FIXTURES / f"{name}-postgresql", "--store", postgres.database("stored"))
            dump = subprocess.run([programs() / "pg_dump", "--no-owner", "--inserts", postgres.address("stored")],
                                  check=True, capture_output=True, text=True).stdout
            # Newer dumps begin with words of the very psql that they are for.
            dump = "".join(line for line in dump.splitlines(True) if not line.startswith(("\\restrict", "\\unrestrict")))
            (FIXTURES / f"{name}-postgresql/dump.sql").write_text(dump)
        finally:
            postgres.remove()


if __name__ == "__main__":
    main(sys.argv[1])
