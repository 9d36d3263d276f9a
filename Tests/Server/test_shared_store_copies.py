"""A collection goes from a data folder to a database, and back, while both are served: what arrives is one version, whole, or nothing."""

import hashlib
import json
import os
import signal
import subprocess
import threading
from contextlib import contextmanager

from running import BINARY, poll

COUNT = 3_000


def run(*words):
    return subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True, timeout=120)


def sum_of(items):
    return hashlib.sha256("\n".join(items).encode()).hexdigest()


def post(server, id, count):
    items = [{"id": f"{id}-{number}", "title": f"Number {number}"} for number in range(count)]
    body = {"id": id, "title": id.title(), "sections": [{"id": "all", "title": "All", "items": items}]}
    answer = server.ask("POST", "/api/v1/collections", body)
    assert answer.status == 201, answer.body
    return [item["id"] for item in items]


class Turning:
    """A collection whose version says what its order is: each change brings the last item to the front."""

    def __init__(self, id, items, version):
        self.path, self.items, self.first = f"/api/v1/collections/{id}", items, version
        self.id, self.made = id, 0

    def order(self, version):
        turns = (version - self.first) % len(self.items)
        return self.items[-turns:] + self.items[:-turns] if turns else self.items

    def version(self, server):
        return server.ask("GET", self.path).json["version"]

    def turn(self, server, version):
        """Makes one change to a version. Returns the newest one."""
        last = self.items[-1 - (version - self.first) % len(self.items)]
        answer = server.ask("POST", f"{self.path}/moves", {"item": last, "to": [0, 0]}, {"If-Match": f'"{version}"'})
        assert answer.status in (200, 412), answer.body
        self.made += answer.status == 200
        return answer.json["to" if answer.status == 200 else "version"]

    @contextmanager
    def turned(self, *servers):
        """Changes without a pause, by a writer at each server, while the block runs."""
        ended, failed = threading.Event(), []

        def write(server):
            try:
                version = self.version(server)
                while not ended.is_set():
                    version = self.turn(server, version)
            except Exception as error:
                failed.append(error)

        writers = [threading.Thread(target=write, args=(server,)) for server in servers]
        for writer in writers:
            writer.start()
        try:
            poll(lambda: self.made > 20 or failed, 30, "it turns")
            yield
        finally:
            ended.set()
            for writer in writers:
                writer.join(60)
        assert not failed, failed


def exported(file, id):
    """The version of a collection in a backup, and its items in order."""
    version, items, current = None, [], None
    for line in map(json.loads, file.read_text().splitlines()):
        if "collection" in line:
            current = line["collection"]
            version = line["version"] if current == id else version
        elif "item" in line and "section" in line and current == id:
            items.append(line["item"])
    return version, items


def contents(file):
    """The collections of a backup, each with its lines but for paths."""
    found, current = {}, None
    for line in map(json.loads, file.read_text().splitlines()[1:-1]):
        current = line.get("collection", current)
        found.setdefault(current, []).append({name: value for name, value in line.items() if name != "path"})
    return found


def export(server, file):
    done = run("export", file, "--data", server.data)
    assert done.returncode == 0, done.stderr


def download(server, file):
    answer = server.ask("GET", "/api/v1/backup")
    assert answer.status == 200, answer.body
    file.write_bytes(answer.body)


def dump(address, *words):
    """Writes a backup of a database, for which no server is asked."""

    def write(_, file):
        done = run("export", file, "--store", address, *words)
        assert done.returncode == 0, done.stderr

    return write


def back_up_amid_changes(turning, servers, file, write=export):
    """Has the first of the servers write a backup while all of them take changes. Returns the sum of the order in it."""
    with turning.turned(*servers):
        for _ in range(3):
            before = turning.version(servers[0])
            write(servers[0], file)
            poll(lambda: turning.version(servers[0]) > before + 2, 20, "it goes on")
            after = turning.version(servers[0])
            version, items = exported(file, turning.id)
            assert before <= version <= after
            assert sum_of(items) == sum_of(turning.order(version)), f"version {version} between {before} and {after}"
    return sum_of(items)


def order_of(server, id):
    return [item for section in server.sections(id) for item in section]


def test_a_collection_goes_to_a_database_that_is_served_and_back(start, address, tmp_path):
    alone = start("--items", 10, store=None)
    turning = Turning("birds", post(alone, "birds", COUNT), 1)
    assert turning.version(alone) == 1
    marked = alone.ask("POST", f"{turning.path}/marks", {"version": 1, "ranges": [[0, 2]], "stars": 4})
    assert marked.status == 200, marked.body
    turning.first = turning.version(alone)
    there = back_up_amid_changes(turning, [alone], tmp_path / "there.jsonl")

    # Two servers of the database that have other collections, one of which changes meanwhile.
    one, two = start("--items", 10), start("--items", 10)
    other = Turning("fish", post(one, "fish", 50), 1)
    poll(lambda: two.ask("GET", other.path).json.get("open"), 10, "it is open on both")
    seen, ended = set(), threading.Event()

    def look(server):
        while not ended.is_set():
            answer = server.ask("GET", f"{turning.path}/snapshot")
            seen.add(sum_of([i["id"] for s in answer.json["sections"] for i in s["items"]]) if answer.status == 200 else answer.status)

    lookers = [threading.Thread(target=look, args=(server,)) for server in [one, two]]
    for looker in lookers:
        looker.start()
    with other.turned(one, two):
        done = run("import", tmp_path / "there.jsonl", "--store", address, "--collection", "birds")
        assert done.returncode == 0, done.stderr
        for server in [one, two]:
            poll(lambda: server.ask("GET", f"{turning.path}/snapshot").status == 200, 20, "it is there")
        poll(lambda: there in seen, 20, "it is seen")
    ended.set()
    for looker in lookers:
        looker.join(30)
    # Never a part of it.
    assert seen <= {404, 503, there}, seen
    for server in [one, two]:
        assert sum_of(order_of(server, "birds")) == there
        assert server.ask("GET", f"{turning.path}/items/birds-1").json["attributes"]["stars"] == 4
    assert order_of(one, "fish") == other.order(other.version(one))

    # A database that has one of them takes none of them, and keeps what it has.
    post(alone, "cats", 5)
    assert run("export", tmp_path / "more.jsonl", "--data", alone.data).returncode == 0
    refused = run("import", tmp_path / "more.jsonl", "--store", address)
    assert refused.returncode == 1 and "already" in refused.stderr and "Nothing was imported" in refused.stderr, refused.stderr
    assert one.ask("GET", "/api/v1/collections/cats").status == 404
    assert sum_of(order_of(two, "birds")) == there

    # The way back, amid changes at both servers.
    back = Turning("birds", order_of(one, "birds"), two.ask("GET", turning.path).json["version"])
    back_up_amid_changes(back, [two, one], tmp_path / "dump.jsonl", dump(address, "--collection", "birds"))
    here = back_up_amid_changes(back, [two, one], tmp_path / "back.jsonl", download)
    # Nobody writes any more: the database and a server of it tell the same, but for paths, which only a server knows.
    dump(address)(None, tmp_path / "dump.jsonl")
    download(one, tmp_path / "still.jsonl")
    assert contents(tmp_path / "dump.jsonl") == contents(tmp_path / "still.jsonl")
    refused = run("export", tmp_path / "none.jsonl", "--store", address, "--collection", "dogs")
    assert refused.returncode == 1 and "no collection dogs" in refused.stderr, refused.stderr
    assert not (tmp_path / "none.jsonl").exists()
    refused = run("import", tmp_path / "back.jsonl", "--data", alone.data)
    assert refused.returncode == 3, refused.stderr
    assert alone.stop() == 0
    assert run("import", tmp_path / "back.jsonl", "--data", alone.data, "--collection", "birds").returncode == 0
    alone.start()
    poll(lambda: alone.ask("GET", f"{turning.path}/snapshot").status == 200, 20, "it is open")
    assert sum_of(order_of(alone, "birds")) == here
    assert alone.ask("GET", f"{turning.path}/items/birds-1").json["attributes"]["stars"] == 4
    # The same file into an empty folder.
    assert run("import", tmp_path / "back.jsonl", "--data", tmp_path / "new").returncode == 0
    assert run("export", tmp_path / "new.jsonl", "--data", tmp_path / "new").returncode == 0
    assert sum_of(exported(tmp_path / "new.jsonl", "birds")[1]) == here


class Waiting:
    """An import that has been stopped in the midst by a lock that another session holds."""

    def __init__(self, postgres, database, lock, file, scratch):
        self.postgres, self.database = postgres, database
        self.session = subprocess.Popen(
            ["psql", "-qAt", postgres.address(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.session.stdin.write(f"BEGIN; {lock}; SELECT 'held';\n")
        self.session.stdin.flush()
        assert self.session.stdout.readline() == "held\n"
        self.process = subprocess.Popen(
            [str(BINARY), "import", str(file), "--store", postgres.address(database)], stderr=subprocess.PIPE, text=True,
            env={**os.environ, "TMPDIR": str(scratch)})
        poll(lambda: self.process.poll() is not None or self.sessions("wait_event_type = 'Lock'"), 60, "it waits")
        assert self.process.poll() is None, self.process.stderr.read()

    def sessions(self, what):
        """Those of the import, by their processes."""
        text = f"SELECT pid FROM pg_stat_activity WHERE datname = '{self.database}' AND query LIKE 'INSERT INTO lookahead.%' AND {what}"
        return self.postgres.sql(text)

    def release(self):
        self.session.communicate("ROLLBACK;\n", 20)

    def end(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.communicate(timeout=20)
        self.release()
        poll(lambda: not self.sessions("state <> 'idle'"), 20, "the database has noticed")


def test_a_backup_of_the_wrong_database_replaces_no_good_one(address, tmp_path):
    older = tmp_path / "backup.jsonl"
    older.write_text("a good one")
    done = run("export", older, "--store", address)
    assert done.returncode == 1 and "no data of Lookahead in it" in done.stderr, done.stderr
    assert older.read_text() == "a good one" and os.listdir(tmp_path) == ["backup.jsonl"]


def test_an_import_that_is_killed_leaves_nothing_of_any_collection(start, postgres, address, tmp_path):
    alone = start("--items", 10, store=None)
    names = ["birds", "fish", "frogs"]
    sums = {id: sum_of(post(alone, id, 300)) for id in names}
    marks = {"version": 1, "ranges": [[0, 2]], "stars": 4}
    assert alone.ask("POST", "/api/v1/collections/frogs/marks", marks).status == 200
    file, database = tmp_path / "all.jsonl", address.rpartition("/")[2]
    words = [word for id in names for word in ("--collection", id)]
    assert run("export", file, "--data", alone.data, *words).returncode == 0
    one = start("--items", 10)
    tables = ["collections", "checkpoints", "items", "sections", "marks", "queries"]
    stored = lambda: {table: postgres.sql(f"SELECT count(*) FROM lookahead.{table}", database) for table in tables}
    one.opened()
    nothing = stored()

    # Before it writes, at each table of the first collection, and with all of that one and a part of the last one written.
    locks = [f"LOCK TABLE lookahead.{table} IN SHARE MODE" for table in tables]
    columns = "key, id, version, stamp, checkpoint, queries, created"
    for id in ["fish", "frogs"]:
        key = int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big") >> 1
        locks.append(f"INSERT INTO lookahead.collections ({columns}) VALUES ({key}, '{id}', 1, 1, 1, 0, now())")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    for lock in locks:
        Waiting(postgres, database, lock, file, scratch).end()
        assert stored() == nothing, lock
    # Ctrl+C leaves nothing on the disk either.
    left = set(scratch.iterdir())
    waiting = Waiting(postgres, database, locks[-1], file, scratch)
    assert len(set(scratch.iterdir())) == len(left) + 1
    waiting.end(signal.SIGINT)
    assert waiting.process.returncode == 130 and set(scratch.iterdir()) == left and stored() == nothing
    assert all(one.ask("GET", f"/api/v1/collections/{id}").status == 404 for id in names)

    # One whose connection ends begins again, and gives the whole.
    waiting = Waiting(postgres, database, locks[-1], file, scratch)
    for number in waiting.sessions("true"):
        postgres.sql(f"SELECT pg_terminate_backend({number})")
    waiting.release()
    assert "Imported" in waiting.process.communicate(timeout=60)[1] and waiting.process.returncode == 0
    for id in names:
        poll(lambda: one.ask("GET", f"/api/v1/collections/{id}/snapshot").status == 200, 20, f"{id} is there")
        assert sum_of([item for section in one.sections(id) for item in section]) == sums[id]
    assert one.ask("GET", "/api/v1/collections/frogs/items/frogs-1").json["attributes"]["stars"] == 4
    assert [c["id"] for c in one.ask("GET", "/api/v1/collections").json["collections"]][1:] == names
    # Again: refused, and nothing is changed.
    again = stored()
    refused = run("import", file, "--store", address)
    assert refused.returncode == 1 and "Nothing was imported" in refused.stderr, refused.stderr
    assert stored() == again
