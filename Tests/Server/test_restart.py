"""What was acknowledged is there after the end, however the end came."""

import os
import random
import signal
import sqlite3
import subprocess
import threading

import pytest
from running import BINARY, poll


def shuffle(server, moves, seed):
    """Random moves over all sections; answers the order that was acknowledged last."""
    chance = random.Random(seed)
    collection = server.collection()
    for _ in range(moves):
        order = server.order(collection)
        item = chance.choice([i for _, items in order for i in items])
        section = chance.randrange(len(order))
        others = [i for i in order[section][1] if i != item]
        answer = server.move(item, (section, chance.randint(0, len(others))), collection)
        assert answer.status == 200, answer.body
    return server.order(collection)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda n: n.name)
def test_the_order_is_as_it_was_left(server, number):
    version = server.snapshot()["version"]
    order = shuffle(server, 25, seed=3)
    newest = server.snapshot()["version"]
    assert newest > version
    server.restart(number)
    assert server.order() == order
    assert server.snapshot()["version"] == newest
    # And once more, now from what the second start wrote.
    order = shuffle(server, 5, seed=4)
    server.restart(number)
    assert server.order() == order


def test_the_log_reaches_over_a_restart(server):
    first = server.snapshot()
    shuffle(server, 6, seed=5)
    server.restart()
    server.opened()
    patches = server.ask("GET", f"/api/v1/collections/{first['collection']}/patches?from={first['version']}")
    assert patches.status == 200
    steps = [(p["from"], p["to"]) for p in patches.json["patches"]]
    assert steps[0][0] == first["version"] and steps[-1][1] == server.snapshot()["version"]
    assert all(a[1] == b[0] for a, b in zip(steps, steps[1:]))


def test_a_rating_is_there_after_a_kill(server):
    collection = server.collection()
    item = server.order()[0][1][0]
    path = f"/api/v1/collections/{collection}/items/{item}"
    headers = {"Content-Type": "application/merge-patch+json"}
    answer = server.ask("PATCH", path, {"attributes": {"rating": "like"}}, headers)
    assert answer.status == 200, answer.body
    server.restart(signal.SIGKILL)
    server.opened()
    assert server.ask("GET", path).json["attributes"]["rating"] == "like"


@pytest.mark.parametrize("round", range(5))
def test_a_kill_in_the_middle_of_moves_loses_none_that_was_answered(start_server, tmp_path, round):
    server = start_server("--items", 500)
    collection = server.collection()
    answered, threads = [], []

    def work(number):
        """Moves its own item to and fro between the ends, and notes what was answered."""
        item, steps = str(number), 0
        try:
            while True:
                steps += 1
                answer = server.move(item, (0, 0 if steps % 2 else 499), collection)
                if answer.status != 200:
                    return
                answered.append(answer.json["to"])
                if len(answered) == 40 + 30 * round:
                    os.kill(server.process.pid, signal.SIGKILL)
        except OSError:
            return

    for number in range(1, 9):
        threads.append(threading.Thread(target=work, args=(number * 50,)))
        threads[-1].start()
    for thread in threads:
        thread.join(60)
    assert len(answered) >= 40 + 30 * round
    assert server.process.wait(10) == -signal.SIGKILL
    server.start()
    server.opened()
    patches = server.ask("GET", f"/api/v1/collections/{collection}/patches?from=1").json["patches"]
    assert set(answered) <= {p["to"] for p in patches}
    # The order is the one that the patches lead to from the source's own.
    order = [str(n) for n in range(1, 501)]
    for patch in patches:
        for move in patch["moves"]:
            order.remove(move["item"])
            order.insert(move["to"][1], move["item"])
    assert server.order(collection) == [(server.order(collection)[0][0], order)]


def pages_of(log):
    """The page in each frame of a write-ahead log (sqlite.org/fileformat2.html), for pages of 4 KiB."""
    return [int.from_bytes(log[start:start + 4], "big") for start in range(32, len(log), 24 + 4096)]


def kill_with_a_full_log(server):
    """Kills a server whose order is in its log. What rests for two seconds is folded into the database.
    Returns the order, and the log's file."""
    log = server.data / "lookahead.sqlite-wal"
    for seed in range(9, 29):
        shuffle(server, 12, seed=seed)
        order = server.order()
        server.process.send_signal(signal.SIGSTOP)
        if log.stat().st_size > 20_000:
            server.stop(signal.SIGKILL)
            return order, log
        server.process.send_signal(signal.SIGCONT)
    raise AssertionError("every log was folded before the kill")


@pytest.mark.parametrize("damage", ["head", "middle", "cut", "empty", "deleted"])
def test_a_damaged_log_is_refused_and_what_it_held_is_recovered(server, damage):
    """Before there was a mark, each of these started at an older version without a word."""
    order, log = kill_with_a_full_log(server)
    content = bytearray(log.read_bytes())
    if damage == "head":
        content[20] ^= 1
    elif damage == "middle":
        # In a frame that a later one replaces: nothing is lost.
        pages = pages_of(content)
        frame = next(index for index, page in enumerate(pages) if index > 2 and page in pages[index + 1:])
        content[32 + frame * (24 + 4096) + 24 + 1000] ^= 1
    elif damage == "cut":
        del content[len(content) // 2:]
    elif damage == "empty":
        content.clear()
    log.write_bytes(content)
    if damage == "deleted":
        log.unlink()
    before = {file.name: file.read_bytes() for file in server.data.iterdir() if file.suffix != ".lock" and file.is_file()}
    run = [str(BINARY), "serve", *server.arguments, "--port", "0", "--data", str(server.data)]
    refused = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and "log" in refused.stderr and "lookahead recover" in refused.stderr
    assert {name: (server.data / name).read_bytes() for name in before} == before
    listed = subprocess.run([str(BINARY), "recover", "--data", str(server.data)], capture_output=True, text=True, timeout=60)
    assert listed.returncode == 0 and listed.stdout.startswith("Damage: ")
    taken = subprocess.run([str(BINARY), "recover", "--data", str(server.data), "--take", "1", "--in-place"],
                           capture_output=True, text=True, timeout=60)
    assert taken.returncode == 0, taken.stderr
    assert list((server.data / "aside").rglob("lookahead.sqlite"))
    server.start()
    server.opened()
    is_whole = damage in ("head", "middle")
    assert ("nothing is missing" in listed.stdout) == is_whole, listed.stdout
    assert (server.order() == order) == is_whole


def test_a_collection_that_cannot_be_read_is_said_and_the_others_are_served(server):
    posted = {"id": "harmed", "title": "Harmed", "sections": [
        {"id": "all", "title": "", "items": [{"id": "one", "title": "One"}, {"id": "two", "title": "Two"}]}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    server.stop()
    # By hand, so without the checksums: as a version without them left it.
    database = server.data / "lookahead.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM sections WHERE collection = (SELECT key FROM collections WHERE id = 'harmed')")
        connection.execute("PRAGMA application_id = 0")
    connection.close()
    for name in ("lookahead.sums", "lookahead.mark"):
        (server.data / name).unlink()
    server.start()
    server.opened()
    poll(lambda: [line for line in server.log if "error" in line and "harmed cannot be served" in line], 20, "the log says so")
    health = server.ask("GET", "/healthz").json
    assert health["status"] == "degraded" and list(health["problems"]) == ["harmed"]
    assert server.ask("GET", "/api/v1/collections/harmed/items").status == 503
    shuffle(server, 3, seed=4)
