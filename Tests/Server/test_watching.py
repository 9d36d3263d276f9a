"""Watched folders: what changes in them shows up by itself, whole, soon, and without work while nothing happens."""

import json
import os
import shutil
import signal
import sqlite3
import time
import urllib.parse

import pytest
from pictures import png, write_png
from running import poll

# From the last event of a change until it is on the page; the rest of a second is this machine's.
SOON = 2.0


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    for name in ("a", "b"):
        for number in range(20):
            write_png(root / name / f"{number:02}.png", number, 60, 40)
    return root


@pytest.fixture
def watched(start_server, folder):
    server = start_server(folder, "--watch")
    server.opened()
    return server


def rows(server):
    """All items in order, with the folder that each one's file is in, and its name."""
    body = server.ask("GET", f"/api/v1/collections/{server.collection()}/export?as=jsonl").body
    for line in body.splitlines():
        row = json.loads(line)
        # One that went a moment ago has none.
        if "path" not in row:
            continue
        path = os.path.relpath(row["path"], server.arguments[0])
        yield os.path.dirname(path), os.path.basename(path), row["item"]


def titles(server):
    found = {}
    for folder, name, _ in rows(server):
        found.setdefault(folder, []).append(name)
    return found


def version(server):
    return server.opened()["version"]


def soon(what, message=""):
    return poll(what, 10, message)


def places(server):
    """The items by the folders and the names of their files."""
    return {(place, name): item for place, name, item in rows(server)}


def identifiers(server):
    return {name: item for _, name, item in rows(server)}


def refresh(server):
    collection = server.collection()
    server.ask("POST", f"/api/v1/collections/{collection}/refresh")
    poll(lambda: "refresh" not in server.opened(), 30, "the refresh ends")


def test_a_file_that_comes_goes_and_is_renamed_shows_up_in_time(watched, folder):
    began = time.monotonic()
    write_png(folder / "a" / "05b.png", 3, 60, 40)
    soon(lambda: titles(watched)["a"][6] == "05b.png", "the new file is in its place")
    assert time.monotonic() - began < SOON
    (folder / "b" / "03.png").unlink()
    soon(lambda: "03.png" not in titles(watched)["b"])
    known = identifiers(watched)["05b.png"]
    (folder / "a" / "05b.png").rename(folder / "b" / "zz.png")
    soon(lambda: titles(watched)["b"][-1] == "zz.png")
    assert identifiers(watched)["zz.png"] == known
    # The item is served under its first name.
    picture = watched.ask("GET", f"/api/v1/collections/{watched.collection()}/items/{known}/image?w=160")
    assert picture.status == 200


def test_new_folders_are_watched_and_renamed_ones_keep_their_items(watched, folder):
    (folder / "new" / "deep").mkdir(parents=True)
    write_png(folder / "new" / "deep" / "1.png", 1, 60, 40)
    soon(lambda: titles(watched).get("new/deep") == ["1.png"])
    write_png(folder / "new" / "deep" / "2.png", 2, 60, 40)
    soon(lambda: titles(watched).get("new/deep") == ["1.png", "2.png"])
    known = identifiers(watched)
    (folder / "new").rename(folder / "newer")
    soon(lambda: titles(watched).get("newer/deep") == ["1.png", "2.png"])
    assert identifiers(watched) == known
    write_png(folder / "newer" / "deep" / "3.png", 2, 60, 40)
    soon(lambda: titles(watched).get("newer/deep") == ["1.png", "2.png", "3.png"])
    shutil.rmtree(folder / "newer")
    soon(lambda: "newer/deep" not in titles(watched))


def test_a_file_that_is_being_written_is_not_shown_before_it_is_whole(watched, folder):
    whole = png(7, 300, 200)
    with open(folder / "a" / "slow.png", "wb") as file:
        file.write(whole[: len(whole) // 2])
        file.flush()
        # Something else in the same folder is read meanwhile.
        write_png(folder / "a" / "quick.png", 1, 60, 40)
        soon(lambda: "quick.png" in titles(watched)["a"])
        assert "slow.png" not in titles(watched)["a"]
        file.write(whole[len(whole) // 2:])
    soon(lambda: "slow.png" in titles(watched)["a"])


def test_a_file_that_is_written_again_is_shown_again(watched, folder):
    item = next(item for place, name, item in rows(watched) if (place, name) == ("a", "04.png"))

    def revision():
        return watched.ask("GET", f"/api/v1/collections/{watched.collection()}/items/{item}").json["revision"]

    before = revision()
    write_png(folder / "a" / "04.png", 9, 70, 50)
    soon(lambda: revision() != before)


def storm(server, folder, name):
    """Moves ten thousand files into a new folder, once that is watched.
    Answers the version before all but the first were there."""
    content = png(1, 40, 30)
    ready = folder.with_name("ready")
    ready.mkdir()
    for number in range(10_000):
        (ready / f"{number:05}.png").write_bytes(content)
    (folder / name).mkdir()
    paths = sorted(ready.iterdir())
    paths[0].rename(folder / name / paths[0].name)
    soon(lambda: name in titles(server))
    before = version(server)
    for path in paths[1:]:
        path.rename(folder / name / path.name)
    poll(lambda: len(titles(server).get(name, [])) == 10_000, 60, "all files are there")
    return before


def test_ten_thousand_files_are_one_change_and_keep_marks_and_order_when_they_are_renamed(watched, folder):
    before = storm(watched, folder, "many")
    assert version(watched) == before + 1
    collection = watched.collection()
    section, items = next((n, s["items"]) for n, s in enumerate(watched.snapshot()["sections"]) if s["title"] == "many")
    assert watched.move(items[9999]["id"], (section, 0)).status == 200
    path = f"/api/v1/collections/{collection}/items/{items[5000]['id']}"
    headers = {"Content-Type": "application/merge-patch+json"}
    assert watched.ask("PATCH", path, {"attributes": {"stars": 4}}, headers).status == 200
    order = watched.order()[section][1]
    before = version(watched)
    (folder / "many").rename(folder / "renamed")
    poll(lambda: version(watched) > before, 60, "the folder has its new name")
    sections = watched.snapshot()["sections"]
    assert sections[section]["title"] == "renamed", "in its place"
    assert [i["id"] for i in sections[section]["items"]] == order
    assert watched.ask("GET", path).json["attributes"]["stars"] == 4
    patches = watched.ask("GET", f"/api/v1/collections/{collection}/patches?from={before}").json["patches"]
    assert len(patches) == 1 and len(patches[0]["moves"]) == 10_000
    assert not patches[0].get("inserts") and not patches[0].get("deletes")


@pytest.mark.parametrize("watching", ["--watch", "--no-watch"])
def test_a_folder_that_goes_and_comes_loses_nothing(start_server, folder, watching):
    server = start_server(folder, watching)
    server.opened()
    first = identifiers(server)["00.png"]
    server.move(server.order()[0][1][5], (1, 0))
    order = server.order()
    away = folder.with_name("away")
    folder.rename(away)
    if watching == "--no-watch":
        refresh(server)
    soon(lambda: "problem" in server.opened(), "the folder is missed")
    assert server.order() == order
    away.rename(folder)
    if watching == "--no-watch":
        refresh(server)
    soon(lambda: "problem" not in server.opened(), "the folder is back")
    assert server.order() == order
    assert server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{first}").status == 200
    if watching == "--watch":
        write_png(folder / "a" / "late.png", 3, 60, 40)
        soon(lambda: "late.png" in titles(server)["a"])


@pytest.fixture(params=["sqlite", "postgres"])
def store(request):
    """The options of a store of the test's own."""
    if request.param == "sqlite":
        return []
    return ["--store", request.getfixturevalue("postgres").database(f"test{abs(hash(request.node.name)) % 10**9}")]


def patch_item(server, item, attributes):
    path = f"/api/v1/collections/{server.collection()}/items/{item}"
    headers = {"Content-Type": "application/merge-patch+json"}
    assert server.ask("PATCH", path, {"attributes": attributes}, headers).status == 200


def attributes(server, item):
    return server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{item}").json["attributes"]


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGKILL])
def test_a_folder_that_is_renamed_while_no_server_runs_keeps_all_that_people_made(start_server, folder, store, ends):
    content = png(1, 40, 30)
    (folder / "many").mkdir()
    for number in range(1000):
        (folder / "many" / f"{number:04}.png").write_bytes(content)
    server = start_server(folder, *store)
    collection = server.collection()
    known = places(server)
    section = next(n for n, s in enumerate(server.snapshot()["sections"]) if s["title"] == "many")
    assert server.move(known["many", "0999.png"], (section, 0)).status == 200
    best, moved = known["many", "0500.png"], known["b", "07.png"]
    album = server.ask("POST", "/api/v1/albums", {"title": "Best"}).json["id"]
    additions = {"collection": collection, "items": [known["many", "0300.png"], best, moved]}
    assert server.ask("POST", f"/api/v1/collections/{album}/additions", additions).status == 200
    patch_item(server, best, {"stars": 4})
    order, shown, before = server.sections(), server.order(album), version(server)
    server.stop(ends)
    (folder / "many").rename(folder / "zz renamed")
    (folder / "b" / "07.png").rename(folder / "a" / "07 moved.png")
    server.start()
    assert version(server) == before + 1
    assert server.snapshot()["sections"][section]["title"] == "zz renamed", "in its place"
    without = [[item for item in items if item != moved] for items in server.sections()]
    assert without == [[item for item in items if item != moved] for items in order]
    assert places(server)["a", "07 moved.png"] == moved
    assert attributes(server, best)["stars"] == 4
    poll(lambda: len(server.opened(1)["id"]) and server.order(album) == shown, 30, "the album shows what it showed")
    for item in shown[0][1]:
        item = urllib.parse.quote(item, safe="")
        assert server.ask("GET", f"/api/v1/collections/{album}/items/{item}/image?w=160").status == 200
    patches = server.ask("GET", f"/api/v1/collections/{collection}/patches?from={before}").json["patches"]
    assert len(patches) == 1 and len(patches[0]["moves"]) == 1001
    assert not patches[0].get("inserts") and not patches[0].get("deletes")
    assert server.ask("POST", f"/api/v1/collections/{collection}/undo").status == 200
    assert "stars" not in attributes(server, best), "the rating was the last that people did"
    if ends == signal.SIGINT:
        server.restart()
        assert version(server) == before + 2, "and nothing else has changed"


def test_copies_and_exchanges_that_are_made_while_no_server_runs(start_server, folder, store):
    # Pictures of a colour have the same size: here also the same time.
    for path in sorted(folder.rglob("*.png")):
        os.utime(path, ns=(0, 1_700_000_000_000_000_000))
    server = start_server(folder, *store)
    server.opened()
    known = places(server)
    patch_item(server, known["a", "00.png"], {"stars": 1})
    patch_item(server, known["a", "01.png"], {"stars": 2})
    server.stop()
    os.rename(folder / "a" / "00.png", folder / "a" / "temporary")
    os.rename(folder / "a" / "01.png", folder / "a" / "00.png")
    os.rename(folder / "a" / "temporary", folder / "a" / "01.png")
    write_png(folder / "a" / "02.png", 3, 90, 60)
    os.rename(folder / "a" / "03.png", folder / "a" / "03 renamed.png")
    for name in ("01", "03 renamed", "05"):
        shutil.copy2(folder / "a" / f"{name}.png", folder / "a" / f"{name} copy.png")
    server.start()
    server.opened()
    now = places(server)
    assert now["a", "02.png"] == known["a", "02.png"], "another content under its name"
    assert now["a", "03 renamed.png"] == known["a", "03.png"]
    assert attributes(server, now["a", "02.png"]).get("stars") is None
    copies = {now["a", f"{name} copy.png"] for name in ("01", "03 renamed", "05")}
    assert len(copies) == 3 and not copies & set(known.values()), "copies are new items"
    assert set(known.values()) <= set(now.values()), "nothing is lost"


def test_files_that_exchange_names_while_no_server_runs_exchange_them_as_items(start_server, folder, store):
    for number, path in enumerate(sorted(folder.rglob("*.png"))):
        os.utime(path, ns=(0, 1_700_000_000_000_000_000 + number * 1_000_003))
    server = start_server(folder, *store)
    server.opened()
    known = places(server)
    order = server.order()
    patch_item(server, known["a", "00.png"], {"stars": 1})
    server.stop()
    os.rename(folder / "a" / "00.png", folder / "a" / "temporary")
    os.rename(folder / "a" / "01.png", folder / "a" / "00.png")
    os.rename(folder / "a" / "temporary", folder / "a" / "01.png")
    server.start()
    server.opened()
    now = places(server)
    assert now["a", "01.png"] == known["a", "00.png"] and now["a", "00.png"] == known["a", "01.png"]
    assert attributes(server, now["a", "01.png"])["stars"] == 1
    assert server.order() == order


def test_a_data_folder_of_an_older_version_learns_its_files(start_server, folder, tmp_path):
    server = start_server(folder, data=tmp_path / "data")
    known = {(place.replace("a", "c"), name): item for (place, name), item in places(server).items()}
    before = version(server)
    server.stop()
    # What version 6 of the tables was.
    database = sqlite3.connect(tmp_path / "data" / "lookahead.sqlite")
    with database:
        database.execute("DROP TABLE files")
        database.execute("DELETE FROM grdb_migrations WHERE identifier LIKE '7:%'")
    # Of a version that kept no sums either: those no longer fit.
    database.execute("PRAGMA application_id = 0")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    for name in ("lookahead.sums", "lookahead.mark"):
        (tmp_path / "data" / name).unlink(missing_ok=True)
    server.start()
    assert version(server) == before
    server.stop()
    (folder / "a").rename(folder / "c")
    server.start()
    server.opened()
    assert places(server) == known


def test_nothing_happens_while_nothing_happens(watched, folder):
    def processor_seconds():
        fields = open(f"/proc/{watched.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    write_png(folder / "a" / "one.png", 3, 60, 40)
    soon(lambda: "one.png" in titles(watched)["a"])
    threads = {name: open(f"/proc/{watched.process.pid}/task/{name}/stat").read() for name in
               os.listdir(f"/proc/{watched.process.pid}/task")}
    assert threads
    before = processor_seconds()
    time.sleep(2)
    assert processor_seconds() - before < 0.1
