"""`lookahead export` and `lookahead import` on the data of the real server."""

import json
import os
import resource
import signal
import subprocess

from running import BINARY, poll


def run(*arguments, **more):
    return subprocess.run([str(BINARY), *map(str, arguments)], capture_output=True, timeout=120, **more)


def rate(server, collection, item, rating):
    answer = server.ask("PATCH", f"/api/v1/collections/{collection}/items/{item}", {"attributes": {"rating": rating}},
                        {"Content-Type": "application/merge-patch+json"})
    assert answer.status == 200, answer.body


def posted(server):
    body = {"id": "posted", "title": "Posted", "sections": [
        {"id": "a", "title": "A", "items": [{"id": str(n), "title": f"Item {n}", "attributes": {"colour": "#aa5500"}}
                                            for n in range(20)]}, {"id": "b", "title": "B", "items": []}]}
    answer = server.ask("POST", "/api/v1/collections", body)
    assert answer.status == 201, answer.body
    return "posted"


def shown(server, collection):
    """What browsers see: sections, order, and each item whole."""
    path = f"/api/v1/collections/{collection}"
    sections = server.ask("GET", f"{path}/snapshot").json["sections"]
    titles = [(s["id"], s["title"]) for s in sections]
    items = [server.ask("GET", f"{path}/items/{i['id']}").json for s in sections for i in s["items"]]
    return titles, items


def test_what_was_exported_is_what_is_imported(start_server, photos, tmp_path):
    server = start_server(photos)
    collection = server.collection()
    order = server.order(collection)
    item = order[0][1][0]
    assert server.move(item, (1, 0), collection).status == 200
    rate(server, collection, item, "like")
    made = posted(server)
    assert server.move("7", (1, 0), made).status == 200
    before = {c: shown(server, c) for c in (collection, made)}
    # While a server works on the folder nobody else does.
    refused = run("import", os.devnull, "--data", server.data)
    assert refused.returncode == 3 and server.address.encode() in refused.stderr
    server.stop()
    backup = tmp_path / "backup.jsonl"
    assert run("export", backup, "--data", server.data).returncode == 0
    assert run("export", "--data", server.data).stdout == backup.read_bytes()
    for line in backup.read_text().splitlines():
        json.loads(line)
    # The order is lost, the pictures are not.
    server.data = tmp_path / "another"
    done = run("import", backup, "--data", server.data)
    assert done.returncode == 0, done.stderr
    assert run("export", "--data", server.data).stdout == backup.read_bytes()
    server.start()
    server.opened()
    assert {c: shown(server, c) for c in (collection, made)} == before
    # And it can be changed on.
    assert server.move(item, (0, 0), collection).status == 200
    server.stop()
    # Back once more, over the data that went on.
    assert run("import", "-", "--data", server.data, input=backup.read_bytes()).returncode == 0
    server.start()
    server.opened()
    assert [i["id"] for i in shown(server, collection)[1]] == [i["id"] for i in before[collection][1]]


def test_a_backup_of_the_running_server_is_that_of_its_data_with_paths(start_server, photos, tmp_path):
    server = start_server(photos)
    collection = server.collection()
    item = server.order()[0][1][0]
    rate(server, collection, item, "like")
    assert server.move(item, (1, 0)).status == 200
    posted(server)
    rate(server, "posted", "3", "dislike")
    labels = {"add": [{"name": "Print", "colour": "green"}]}
    for of, items in ((collection, server.order()[2][1]), ("posted", ["3", "4"])):
        answer = server.ask("POST", f"/api/v1/collections/{of}/marks", {"items": items, "stars": 4, "flag": "pick", "labels": labels})
        assert answer.status == 200, answer.body
    assert server.ask("POST", "/api/v1/collections/posted/marks", {"items": ["4"], "flag": None}).status == 200
    # Marks of a file that has gone are kept, too.
    gone = server.ask("GET", "/api/v1/collections/" + collection + "/export?as=jsonl").body.splitlines()
    gone = next(json.loads(line) for line in gone if json.loads(line)["item"] == server.order()[2][1][0])
    os.unlink(gone["path"])
    assert server.ask("POST", f"/api/v1/collections/{collection}/refresh").status in (200, 202, 204)
    poll(lambda: gone["item"] not in str(server.order()), 30, "it has left the order")
    body = server.ask("GET", "/api/v1/backup").body
    one = server.ask("GET", "/api/v1/backup?collection=posted").body
    assert server.ask("GET", "/api/v1/backup?collection=none").status == 404
    live = [json.loads(line) for line in body.splitlines()]
    paths = {line.pop("path") for line in live if "path" in line}
    assert paths == {str(path) for path in photos.rglob("*") if path.is_file()}
    marked = [line for line in live if line.get("attributes", {}).get("stars") == 4]
    assert len(marked) == len(server.order()[2][1]) + 3 and any(line.get("section") is None for line in marked)
    server.stop()
    assert live == [json.loads(line) for line in run("export", "--data", server.data).stdout.splitlines()]
    assert one == run("export", "--data", server.data, "--collection", "posted").stdout
    # And it is read as any other.
    done = run("import", "-", "--data", tmp_path / "new", input=body)
    assert done.returncode == 0, done.stderr


def test_a_wrong_line_is_named_and_nothing_is_imported(server, tmp_path):
    server.stop()
    whole = run("export", "--data", server.data).stdout
    lines = whole.splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"section"', b'"sektion"')
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join(lines))
    done = run("import", broken, "--data", server.data)
    assert done.returncode == 1 and b"broken.jsonl, line 4: /sektion is not a member" in done.stderr
    broken.write_bytes(b"".join(lines[:3]))
    done = run("import", broken, "--data", server.data)
    assert done.returncode == 1 and b"cut off" in done.stderr
    assert run("export", "--data", server.data).stdout == whole


def test_a_folder_that_has_moved_takes_its_order_along(start_server, photos, tmp_path):
    server = start_server(photos)
    item = server.order()[0][1][0]
    assert server.move(item, (1, 0)).status == 200
    order, collection = server.order(), server.collection()
    server.stop()
    backup = run("export", "--data", server.data).stdout
    moved = tmp_path / "moved"
    photos.rename(moved)
    done = run("import", "-", "--collection", collection, "--as", moved, "--data", tmp_path / "new", input=backup)
    assert done.returncode == 0, done.stderr
    server.arguments, server.data = [str(moved)], tmp_path / "new"
    server.start()
    assert server.order() == order
    assert run("import", "-", "--as", "x", "--data", tmp_path / "new", input=backup).returncode == 64


def test_no_data_is_said_and_none_is_made(tmp_path):
    done = run("export", "--data", tmp_path / "nothing")
    assert done.returncode == 1 and b"no data" in done.stderr
    assert not (tmp_path / "nothing").exists()


def test_a_backup_that_is_killed_leaves_no_file(tmp_path):
    source, data, target = tmp_path / "source.jsonl", tmp_path / "data", tmp_path / "target"
    lines = [{"lookahead": "backup", "form": 1}, {"collection": "c", "version": 1}, {"section": "s", "title": "S"},
             *({"item": f"item {number}", "section": "s", "attributes": {"note": "x" * 300}} for number in range(10_000)),
             {"end": True, "collections": 1, "sections": 1, "items": 10_000}]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("import", source, "--data", data).returncode == 0
    target.mkdir()
    older = target / "backup.jsonl"
    older.write_text("an older one")
    size = len(run("export", "--data", data).stdout)

    def limited(limit):
        """The system kills whoever writes a file longer than that."""
        return run("export", older, "--data", data, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))).returncode

    assert limited(size - 1) == -signal.SIGXFSZ
    assert os.listdir(target) == ["backup.jsonl"] and older.read_text() == "an older one"
    assert limited(size) == 0
    assert os.listdir(target) == ["backup.jsonl"] and older.stat().st_size == size and older.stat().st_mode & 0o777 == 0o600


def test_a_large_backup_needs_little_memory(tmp_path):
    """Some 100 bytes an item, whatever its line holds."""

    def peak(*arguments):
        process = os.posix_spawn(str(BINARY), [str(BINARY), *map(str, arguments)], os.environ)
        _, status, used = os.wait4(process, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        return used.ru_maxrss * 1024

    def backup(count):
        file = tmp_path / f"{count}.jsonl"
        with file.open("w") as lines:
            print('{"lookahead":"backup","form":1}\n{"collection":"c","version":1}', file=lines)
            print('{"section":"s","title":"S"}', file=lines)
            note = "x" * 300
            for number in range(count):
                print(json.dumps({"item": f"item {number}", "section": "s", "attributes": {"note": note}}), file=lines)
            print(json.dumps({"end": True, "collections": 1, "sections": 1, "items": count}), file=lines)
        return file

    few, many = tmp_path / "few", tmp_path / "many"
    count = 30_000
    grown = peak("import", backup(count), "--data", many) - peak("import", backup(10), "--data", few)
    assert grown < count * 350
    grown = peak("export", tmp_path / "out", "--data", many) - peak("export", tmp_path / "out", "--data", few)
    assert grown < count * 350


def test_a_backup_is_made_while_the_server_runs_and_is_recovered(start_server, tmp_path):
    server = start_server("--items", 300, "--backups", 2)
    collection = server.collection()
    assert server.move("7", (0, 200), collection).status == 200
    backups = server.data / "backups"
    poll(lambda: list(backups.glob("*.sqlite")), 30, "there is a backup")
    server.stop()
    for name in ("lookahead.sqlite", "lookahead.sqlite-wal", "lookahead.sums", "lookahead.mark"):
        (server.data / name).unlink()
    listed = run("recover", "--data", server.data)
    assert b"Damage: the database is missing" in listed.stdout and b"the backup" in listed.stdout
    new = tmp_path / "recovered"
    assert run("recover", "--data", server.data, "--take", 1, "--to", new).returncode == 0
    server.data = new
    server.start()
    server.opened()
    assert len(server.order(collection)[0][1]) == 300


def test_a_recovery_that_has_too_little_room_says_where_and_leaves_nothing_behind(server, tmp_path):
    """Another disk is full than that of the data folder."""
    server.stop()
    (server.data / "lookahead.mark").unlink()
    disk = tmp_path / "disk"
    disk.mkdir()

    def recover(*arguments, temporary):
        script = (f'mount -t tmpfs -o size=16k none {disk} && export TMPDIR={temporary} && {BINARY} recover --data {server.data} "$@";'
                  f' code=$?; ls -A {disk}/new; exit $code')
        return subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", *map(str, arguments)], capture_output=True,
                              text=True, timeout=120)

    listed = recover(temporary=disk)
    assert listed.returncode == 0 and "Damage: " in listed.stdout
    assert f"too little room in {disk}" in listed.stdout and "TMPDIR" in listed.stdout
    taken = recover("--take", 1, "--to", disk / "new", temporary=tmp_path)
    assert taken.returncode == 1 and f"too little room in {disk}/new" in taken.stderr
    assert "recovered" not in taken.stdout
