"""Several servers over one PostgreSQL: everything is everybody's, and the death of any of them loses nothing."""

import os
import random
import signal
import subprocess
import threading
from pathlib import Path

from events import Events
from queries import Follower
from running import BINARY, poll


def version(server):
    return server.snapshot()["version"]


def test_a_move_on_one_server_is_a_patch_on_the_other(start):
    one, two = start(), start()
    assert one.order() == two.order()
    follower = Follower(two, f"/api/v1/collections/{two.collection()}")
    viewer = two.ask("POST", f"{follower.path}/viewers", {"layout": {"kind": "column"}, "width": 800, "height": 600})
    assert viewer.status in (200, 201), viewer.body
    events = subprocess.Popen(
        ["curl", "-sN", "-H", f"Last-Event-ID: {viewer.json['lastEventID']}",
         f"{two.address}/api/v1/viewers/{viewer.json['viewer']}/events"], stdout=subprocess.PIPE, text=True)
    try:
        assert one.move("7", (0, 30)).status == 200
        watch = threading.Timer(20, events.kill)
        watch.start()
        lines = []
        for line in events.stdout:
            lines.append(line)
            if line.startswith("data:") and '"moves"' in line:
                break
        watch.cancel()
        assert any('"moves"' in line for line in lines), lines
    finally:
        events.kill()
        events.wait(10)
    poll(lambda: version(two) == version(one), 10, "the other has it")
    follower.catch_up()
    # Undone by the other, whose history it is, too.
    assert two.ask("POST", f"{follower.path}/undo").status == 200
    poll(lambda: version(one) == version(two), 10, "the first has it")
    assert one.order() == two.order()
    # A rating, its repetition by key on the other server, and a saved query.
    rating = {"attributes": {"rating": "like"}}
    headers = {"Content-Type": "application/merge-patch+json", "Idempotency-Key": '"once"'}
    first = one.ask("PATCH", f"{follower.path}/items/3", rating, headers)
    assert first.status == 200, first.body
    assert two.ask("PATCH", f"{follower.path}/items/3", rating, headers).json == first.json
    assert two.ask("GET", f"{follower.path}/items/3").json["attributes"]["rating"] == "like"
    assert version(one) == first.json["version"] if "version" in first.json else True
    query = {"title": "Liked", "query": {"search": "1"}}
    assert one.ask("PUT", f"{follower.path}/queries/liked", query).status in (200, 201, 204)
    poll(lambda: two.ask("GET", f"{follower.path}/queries").body.count(b"liked"), 10, "the query is everybody's")


def test_a_version_is_known_on_the_other_server_at_once(start):
    """A client that was answered by one server goes on at the other, faster than a patch can get there."""
    one, two = start(), start()
    path = f"/api/v1/collections/{one.collection()}"
    newest = version(one)
    for step in range(100):
        here, there = (one, two) if step % 2 else (two, one)
        moved = here.ask("POST", f"{path}/moves", {"item": "7", "to": [0, step % 50], "version": newest})
        assert moved.status == 200, moved.body
        assert moved.json["to"] in (newest, newest + 1), "nobody else moves anything"
        newest = moved.json["to"]
        answer = there.ask("GET", f"{path}/patches?from={newest}")
        assert (answer.status, answer.json) == (200, {"patches": []}), answer.body
        stars = there.ask("POST", f"{path}/marks", {"ranges": [[0, 3]], "version": newest, "stars": step % 5})
        assert stars.status == 200, stars.body
        newest = stars.json["to"]
        assert here.ask("POST", f"{path}/undo", {}, {"If-Match": f'"{newest}"'}).status == 200
        newest += 1
    # One that nobody has made is an error, as ever.
    assert two.ask("GET", f"{path}/patches?from={newest + 5}").status == 422
    assert one.order() == two.order()


def test_a_script_goes_on_at_the_other_server_after_its_last_event(start):
    one, two = start(), start()
    path = f"/api/v1/collections/{one.collection()}"
    two.collection()
    with Events(one) as events:
        ((name, last, data),) = events.first(1)
    assert name == "version" and last == f"{data['version']}-{data['stamp']}"
    assert one.ask("GET", path).json["stamp"] == data["stamp"] == two.ask("GET", path).json["stamp"]
    known = []
    for step in range(12):
        here, there = (one, two) if step % 2 else (two, one)
        # What is made while it is nowhere, at both servers; and what is made while it listens.
        made = [server.ask("POST", f"{path}/moves", {"item": "7", "to": [0, 10 + 3 * step + place]})
                for place, server in enumerate([here, there])]
        with Events(there, after=last) as events:
            events.first(2)
            made.append(here.ask("POST", f"{path}/moves", {"item": "7", "to": [0, 12 + 3 * step]}))
            seen = events.first(3)
        assert [answer.status for answer in made] == [200] * 3
        assert [(name, data) for name, _, data in seen] == [("patch", answer.json) for answer in made]
        assert [id for _, id, _ in seen] == [answer.headers["ETag"].strip('"') for answer in made]
        known += [data["to"] for _, _, data in seen]
        last = seen[-1][1]
    assert known == list(range(2, 2 + 36))
    # A server that starts later knows the stamps from the log, that of the first version, too.
    three = start()
    stamp = one.ask("GET", f"{path}/patches?from=1").json["patches"][0]["stamp"]
    with Events(three, after=f"2-{stamp}") as events:
        assert [id for _, id, _ in events.first(35)][-1] == last
    # Without a stamp, as before; with one that the version does not have, it has to begin again.
    with Events(three, after=36) as events:
        assert events.first(1)[0][1] == last
    with Events(three, after="36-0123456789abcdef") as events:
        assert events.first(1)[0][:2] == ("reset", last)


def test_a_script_notices_that_the_database_was_set_back(start, postgres):
    one, two = start(), start()
    path = f"/api/v1/collections/{one.collection()}"
    two.collection()
    assert one.move("7", (0, 20)).status == 200
    postgres.back_up()
    poll(lambda: one.move("7", (0, 21)).status == 200, 20, "writing comes back")
    with Events(one) as listening:
        listening.first(1)
        lost = one.move("7", (0, 22))
        assert lost.status == 200 and lost.json["to"] == 4
        assert listening.first(2)[1][:2] == ("patch", f"4-{lost.json['stamp']}")
        old = two.ask("GET", f"{path}/snapshot")
        postgres.restore()
        # Both read again what there is; who listens is not led to believe that the collection was deleted.
        poll(lambda: all(server.ask("GET", path).json.get("version") == 2 for server in [one, two]), 20, "they noticed")
        reset = listening.first(3)[2]
        assert reset[0] == "reset" and reset[2]["version"] == 2 and reset[1] == f"2-{reset[2]['stamp']}"
        # The same numbers go to other changes.
        made = [two.move("9", (0, place)) for place in [30, 31]]
        assert [answer.json["to"] for answer in made] == [3, 4]
        assert [event[:2] for event in listening.first(5)[3:]] == [("patch", a.headers["ETag"].strip('"')) for a in made]
    newest = made[1].headers["ETag"]
    for server in [one, two]:
        with Events(server, after=f"4-{lost.json['stamp']}") as events:
            assert events.first(1)[0][:2] == ("reset", newest.strip('"'))
        assert server.ask("GET", f"{path}/patches?from=4-{lost.json['stamp']}").status == 410
        again = server.ask("GET", f"{path}/snapshot", headers={"If-None-Match": old.headers["ETag"]})
        assert again.status == 200 and again.headers["ETag"] == newest
        assert server.ask("GET", f"{path}/snapshot", headers={"If-None-Match": newest}).status == 304
        refused = server.ask("POST", f"{path}/undo", {}, {"If-Match": lost.headers["ETag"]})
        assert refused.status == 412 and refused.headers["ETag"] == newest, refused.body
        assert f'"{refused.json["version"]}-{refused.json["stamp"]}"' == newest
    assert one.ask("POST", f"{path}/undo", {}, {"If-Match": newest}).status == 200
    poll(lambda: one.order() == two.order(), 10, "one order")


def test_posted_collections_appear_and_go_on_all_servers(start):
    one, two = start(), start()
    birds = {"id": "birds", "title": "Birds", "sections": [{"id": "s", "title": "S", "items": [{"id": "owl", "title": "Owl"}]}]}
    headers = {"Idempotency-Key": '"post"'}
    assert one.ask("POST", "/api/v1/collections", birds, headers).status == 201
    poll(lambda: two.ask("GET", "/api/v1/collections/birds/items/owl").status == 200, 10, "it is on the other")
    # The same post at the other: the same collection. Another one of its name: refused.
    assert two.ask("POST", "/api/v1/collections", birds, headers).status in (200, 201)
    assert two.ask("POST", "/api/v1/collections", birds).status == 409
    batch = {"inserts": [{"at": [0, 0], "item": {"id": "wren", "title": "Wren"}}]}
    assert two.ask("POST", "/api/v1/collections/birds/batch", batch).status == 200
    poll(lambda: one.sections("birds") == [["wren", "owl"]], 10, "the insert is on the first")
    assert one.ask("GET", "/api/v1/collections/birds/items/wren").json["title"] == "Wren"
    assert one.ask("DELETE", "/api/v1/collections/birds").status == 204
    poll(lambda: two.ask("GET", "/api/v1/collections/birds").status == 404, 10, "it is gone on the other")


def test_servers_that_die_lose_nothing_and_double_nothing(start):
    """Two servers, four writers, kills: every move that was acknowledged is there, once."""
    servers = [start("--items", 200), start("--items", 200)]
    collection = servers[0].collection()
    servers[1].collection()
    path = f"/api/v1/collections/{collection}/moves"
    acknowledged, isOver = [], threading.Event()

    def write(number):
        chance, step = random.Random(number), 0
        while not isOver.is_set():
            step += 1
            body = {"item": str(chance.randrange(1, 200)), "to": [0, chance.randrange(200)]}
            key = {"Idempotency-Key": f'"{number}-{step}"'}
            # Repeated until somebody answers: elsewhere when a server is dead.
            while True:
                try:
                    answer = chance.choice(servers).ask("POST", path, body, key)
                except OSError:
                    continue
                if answer.status == 200:
                    acknowledged.append((f"{number}-{step}", answer.json["to"], answer.json["from"]))
                    break
                assert answer.status == 503, answer.body
    writers = [threading.Thread(target=write, args=[n]) for n in range(4)]
    for writer in writers:
        writer.start()
    for round in range(4):
        count = len(acknowledged)
        poll(lambda: len(acknowledged) > count + 40, 30, "writing goes on")
        servers[round % 2].restart(signal.SIGKILL)
    isOver.set()
    for writer in writers:
        writer.join(60)
    one, two = servers
    poll(lambda: version(one) == version(two), 20, "both have everything")
    assert one.order() == two.order()
    made = [(to, key) for key, to, since in acknowledged if to != since]
    # Each acknowledged change has a version of its own, none beyond the newest.
    assert len({to for to, _ in made}) == len(made) and max(to for to, _ in made) <= version(one)
    third = start("--items", 200)
    assert third.collection() == collection
    assert third.order(collection) == one.order() and version(third) == version(one)


def test_reading_goes_on_without_the_database_and_writing_comes_back(start, postgres):
    one, two = start(), start()
    assert one.move("1", (0, 9)).status == 200
    poll(lambda: version(two) == version(one), 10, "the other has it")
    before = one.order()
    postgres.crash()
    try:
        assert one.order() == before
        refused = one.move("2", (0, 9))
        assert refused.status == 503 and refused.headers["Retry-After"], refused.body
        assert refused.json["code"] == "store-unreachable"
        health = one.ask("GET", "/healthz").json
        assert health["status"] == "degraded" and "cannot be reached" in health["store"]
        assert one.order() == before == two.order()
    finally:
        postgres.start()
    poll(lambda: one.move("2", (0, 9)).status == 200, 20, "writing comes back")
    poll(lambda: two.order() == one.order() != before, 20, "and so does following")
    poll(lambda: one.ask("GET", "/healthz").json["status"] == "ok", 20, "it is well again")


def test_a_crash_of_the_database_under_writers_loses_nothing(start, postgres):
    one, two = start(), start()
    collection = one.collection()
    two.collection()
    path, results, isOver = f"/api/v1/collections/{collection}/moves", [], threading.Event()

    def write(server, number):
        chance, step = random.Random(number), 0
        while not isOver.is_set():
            step += 1
            body = {"item": str(chance.randrange(1, 60)), "to": [0, chance.randrange(60)]}
            while True:
                answer = server.ask("POST", path, body, {"Idempotency-Key": f'"{number}-{step}"'})
                if answer.status == 200:
                    results.append((answer.json["from"], answer.json["to"]))
                    break
                assert answer.status == 503, answer.body
    writers = [threading.Thread(target=write, args=[server, n]) for n, server in enumerate([one, two, one, two])]
    for writer in writers:
        writer.start()
    for _ in range(3):
        count = len(results)
        poll(lambda: len(results) > count + 30, 30, "writing goes on")
        postgres.crash()
        postgres.start()
    isOver.set()
    for writer in writers:
        writer.join(60)
    poll(lambda: version(one) == version(two), 20, "both have everything")
    assert one.order() == two.order()
    made = [to for since, to in results if to != since]
    assert len(set(made)) == len(made) and max(made) <= version(one)


def test_the_password_is_in_no_log_and_no_list_of_processes(start, postgres, address, monkeypatch, tmp_path):
    name = address.rsplit("/", 1)[1]
    secret = postgres.PASSWORD.replace(" ", "%20")
    with_password = postgres.address(name, f"lookahead:{secret}")
    # Refused as an argument, without repeating it.
    command = [str(BINARY), "serve", "--items", "5", "--port", "0", "--data", str(tmp_path / "d")]
    done = subprocess.run([*command, "--store", with_password], capture_output=True, text=True, timeout=30)
    assert done.returncode == 64 and "LOOKAHEAD_STORE" in done.stderr
    assert secret not in done.stderr + done.stdout and postgres.PASSWORD not in done.stderr + done.stdout
    # A wrong one ends the start at once, and says why.
    monkeypatch.setenv("PGPASSWORD", "another")
    done = subprocess.run([*command, "--store", postgres.address(name, "lookahead")], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and "password" in done.stderr and "another" not in done.stderr
    monkeypatch.delenv("PGPASSWORD")
    # By file, and by the environment.
    passwords = tmp_path / "passwords"
    passwords.write_text(f"*:*:*:lookahead:{postgres.PASSWORD}\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    one = start("--items", 5, store=postgres.address(name, "lookahead"))
    assert one.move("1", (0, 3)).status == 200
    monkeypatch.delenv("PGPASSFILE")
    monkeypatch.setenv("LOOKAHEAD_STORE", with_password)
    two = start("--items", 5, store=None)
    postgres.crash()
    postgres.start()
    poll(lambda: one.move("2", (0, 3)).status == 200, 20, "it connects again")
    for server in [one, two]:
        arguments = Path(f"/proc/{server.process.pid}/cmdline").read_bytes().decode()
        assert server.stop() == 0
        for text in [arguments, "".join(server.log)]:
            assert secret not in text and postgres.PASSWORD not in text


def test_a_folder_on_two_servers_is_listed_once(start, photos):
    one, two = start(photos), start(photos)
    assert one.order() == two.order() and version(one) == 1
    new = photos / "new"
    new.mkdir()
    os.link(next(photos.rglob("*.jpg")), new / "another.jpg")
    path = f"/api/v1/collections/{one.collection()}/refresh"
    assert {s.ask("POST", path).status for s in [one, two]} == {202}
    poll(lambda: version(one) == version(two) == 2 and len(one.order()) == 7, 20, "both have the new folder")
    assert one.order() == two.order()
    # Each has the picture, whoever committed the listing.
    item = [items for section, items in one.order() if len(items) == 1][-1][0]
    for server in [one, two]:
        poll(lambda: server.ask("GET", f"{path.removesuffix('/refresh')}/items/{item}/image?w=200").status == 200, 20)


def test_marks_are_everybodys(start):
    one, two = start(), start()
    path = f"/api/v1/collections/{one.collection()}"
    two.collection()
    marks = {"version": 1, "ranges": [[3, 5]], "stars": 4, "flag": "pick"}
    made = one.ask("POST", f"{path}/marks", marks, {"Idempotency-Key": '"marks"'})
    assert made.status == 200, made.body
    attributes = lambda server, item: server.ask("GET", f"{path}/items/{item}").json["attributes"]
    item = one.sections()[0][4]
    poll(lambda: attributes(two, item).get("stars") == 4, 10, "the other has them")
    assert attributes(two, item)["flag"] == "pick"
    # Repeated and undone by the other; the restarted one reads them from the log.
    assert two.ask("POST", f"{path}/marks", marks, {"Idempotency-Key": '"marks"'}).json["to"] == made.json["to"]
    one.restart(signal.SIGKILL)
    assert attributes(one, item)["stars"] == 4
    assert two.ask("POST", f"{path}/undo").status == 200
    poll(lambda: "stars" not in attributes(one, item), 10, "undone")


def test_what_one_server_had_moves_to_the_database(start, start_server, tmp_path, photos, address):
    alone = start_server(photos, data=tmp_path / "alone")
    collection = alone.collection()
    path = f"/api/v1/collections/{collection}"
    last = alone.sections()[0][-1]
    assert alone.move(last, (0, 0)).status == 200
    marked = alone.ask("POST", f"{path}/marks", {"version": 2, "ranges": [[0, 0]], "stars": 5})
    assert marked.status == 200, marked.body
    birds = {"id": "birds", "title": "Birds", "sections": [{"id": "s", "title": "S", "items": [{"id": "owl", "title": "Owl"}]}]}
    assert alone.ask("POST", "/api/v1/collections", birds).status == 201
    assert alone.ask("PUT", f"{path}/queries/best", {"title": "Best", "query": {"search": "1"}}).status in (200, 201, 204)
    order = alone.order(collection)
    assert alone.stop() == 0
    run = lambda *words: subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True, timeout=60)
    assert run("export", tmp_path / "backup.jsonl", "--data", alone.data).returncode == 0
    moved = run("import", tmp_path / "backup.jsonl", "--store", address)
    assert moved.returncode == 0 and "of 2 collections" in moved.stderr, moved.stderr
    for server in [start(photos), start(photos)]:
        assert server.collection() == collection and server.order(collection) == order
        assert server.ask("GET", f"{path}/items/{last}").json["attributes"]["stars"] == 5
        poll(lambda: server.ask("GET", "/api/v1/collections/birds/items/owl").status == 200, 10, "what was posted is there")
        assert b"best" in server.ask("GET", f"{path}/queries").body
    again = run("import", tmp_path / "backup.jsonl", "--store", address)
    assert again.returncode == 1 and "already" in again.stderr
