"""Servers over one PostgreSQL where something is wrong: with the database, with the way to it, with a disk."""

import json
import signal
import socket
import subprocess
import threading
import time

import pytest
from certificates import Certificate
from running import BINARY, poll


def version(server):
    return server.snapshot()["version"]


def ended(store, data):
    """A start that ends by itself: its status, what it said, and how many seconds it took."""
    began = time.monotonic()
    done = subprocess.run(
        [str(BINARY), "serve", "--items", "5", "--port", "0", "--data", str(data), "--store", store],
        capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr, time.monotonic() - began


def test_a_start_without_a_database_ends_after_half_a_minute(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    status, said, seconds = ended(f"postgresql://lookahead@127.0.0.1:{port}/photos", tmp_path / "data")
    assert status == 1 and 29 < seconds < 60, f"{status} after {seconds:.1f} s: {said}"
    assert "The database cannot be reached" in said and str(port) in said, said


def test_a_full_disk_of_the_database_is_said_and_nothing_is_lost(own_postgres, start):
    space = own_postgres.small_disk(24)
    own_postgres.sql(f"CREATE DATABASE full_disk OWNER lookahead TABLESPACE {space}")
    store = own_postgres.address("full_disk")
    one, two = start(store=store), start(store=store)
    assert one.move("1", (0, 9)).status == 200
    own_postgres.sql("CREATE TABLE ballast (bytes text)", "full_disk")
    for kilobytes in [1024, 64, 8]:
        fill = f"INSERT INTO ballast SELECT string_agg(md5(random()::text), '') FROM generate_series(1, {32 * kilobytes})"
        with pytest.raises(subprocess.CalledProcessError):
            while True:
                own_postgres.sql(f"ALTER TABLE ballast ALTER bytes SET STORAGE EXTERNAL; {fill}", "full_disk")
    # What is left of the last pages is used up first.
    made, refused = [], None
    for step in range(20_000):
        answer = one.move("2", (0, 10 + step % 40))
        if answer.status != 200:
            refused = answer
            break
        made.append(answer.json["to"])
    assert refused.status == 507 and refused.json["code"] == "disk-full", refused.body
    before = one.order()
    poll(lambda: two.order() == before, 10, "reading goes on, on both")
    assert two.move("3", (0, 20)).status in (200, 507)
    own_postgres.sql("DROP TABLE ballast", "full_disk")
    poll(lambda: one.move("2", (0, 0)).status == 200, 20, "there is room again, and nobody was started anew")
    poll(lambda: two.order() == one.order() and version(two) == version(one), 20, "both have everything")
    assert made == sorted(set(made)), "no version twice"
    for server in [one, two]:
        server.restart(signal.SIGKILL)
    assert one.order() == two.order() and version(one) > made[-1]
    for server in [one, two]:
        assert server.stop() == 0


def test_a_server_that_loses_its_way_to_the_database_says_so_and_acknowledges_nothing(start, postgres):
    postgres.database("parted")
    is_cut = threading.Event()
    with postgres.delayed(0, is_cut) as port:
        one = start(store=f"postgresql://postgres@127.0.0.1:{port}/parted?connect_timeout=2")
        two = start(store=postgres.address("parted"))
        path = f"/api/v1/collections/{one.collection()}"
        assert two.move("1", (0, 9)).status == 200
        poll(lambda: version(one) == version(two) == 2, 10, "both have it")
        viewer = one.ask("POST", f"{path}/viewers", {"layout": {"kind": "column"}, "width": 800, "height": 600}).json
        events = subprocess.Popen(
            ["curl", "-sN", "-H", f"Last-Event-ID: {viewer['lastEventID']}",
             f"{one.address}/api/v1/viewers/{viewer['viewer']}/events"], stdout=subprocess.PIPE, text=True)
        lines = []
        threading.Thread(target=lambda: lines.extend(iter(events.stdout.readline, "")), daemon=True).start()
        away = lambda: [json.loads(line[6:])["away"] for line in lines if line.startswith("data: ") and '"away"' in line]
        try:
            before = one.order()
            is_cut.set()
            # The other goes on; this one shows what it knows, and its viewers are told why nothing comes.
            assert two.move("2", (0, 20)).status == 200
            poll(lambda: away() == [True], 20, "its viewers are told")
            assert one.order() == before != two.order()
            key = {"Idempotency-Key": '"parted"'}
            refused = one.ask("POST", f"{path}/moves", {"item": "3", "to": [0, 30]}, key)
            assert refused.status == 503 and refused.json["code"] == "store-unreachable", refused.body
            assert one.ask("GET", "/healthz").json["status"] == "degraded"
            assert two.ask("GET", "/healthz").json["status"] == "ok"
            assert (version(one), version(two)) == (2, 3)
            is_cut.clear()
            poll(lambda: version(one) == 3, 30, "it has what it missed")
            poll(lambda: away() == [True, False], 20, "its viewers are told that it is back")
            assert one.order() == two.order()
            # What was refused did not happen. Asked again, it happens once, at either server.
            answers = [server.ask("POST", f"{path}/moves", {"item": "3", "to": [0, 30]}, key) for server in [one, two]]
            assert [(a.status, a.json["to"]) for a in answers] == [(200, 4)] * 2
            poll(lambda: version(one) == version(two) == 4, 10)
        finally:
            events.kill()
            events.wait(10)
        # While the way is there: an end announces itself to the database.
        assert one.stop() == 0


def test_the_database_is_known_by_its_certificate(own_postgres, start, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    right, wrong = Certificate(tmp_path / "right"), Certificate(tmp_path / "wrong")
    own_postgres.secure(right, port)
    address = lambda certificate, host="localhost": (
        f"postgresql://postgres@{host}:{port}/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={certificate.file}")
    server = start(store=address(right))
    assert server.move("1", (0, 9)).status == 200
    sessions = subprocess.run(
        ["psql", "-qAt", address(right), "-c",
         "SELECT DISTINCT ssl FROM pg_stat_ssl s, pg_stat_activity a WHERE s.pid = a.pid AND application_name = 'lookahead'"],
        capture_output=True, text=True, check=True)
    assert sessions.stdout.split() == ["t"]
    assert server.stop() == 0
    for store, reason in [(address(wrong), "certificate verify failed"),
                          (address(right, "another.example"), "does not match host name")]:
        status, said, _ = ended(store, tmp_path / "refused")
        assert status == 1 and reason in said, said
