"""Servers over one PostgreSQL whose clocks are wrong: one is an hour behind the database's, the other an hour ahead."""

import itertools
import signal
from contextlib import contextmanager
from email.utils import parsedate_to_datetime

import pytest
from events import Events
from faults import faketime, under_a_clock
from pictures import write_folder, write_png
from running import poll
from seaweed import Seaweed

pytestmark = pytest.mark.skipif(not faketime(), reason="the library that lies about the time is not installed")

LEASE_SECONDS = 15


@contextmanager
def servers_apart(folder, *arguments):
    """One server whose clock is an hour behind, and one whose is an hour before."""
    clocks = {name: folder / f"clock of {name}" for name in ["one", "two"]}
    clocks["one"].write_text("-1h")
    clocks["two"].write_text("+1h")
    with under_a_clock(clocks["one"]) as Behind, under_a_clock(clocks["two"]) as Before:
        servers = []
        try:
            for kind, name in [(Behind, "one"), (Before, "two")]:
                servers.append(kind(*arguments, data=folder / name))
            yield servers
        finally:
            for server in servers:
                server.stop()


def time_of(server):
    return parsedate_to_datetime(server.ask("GET", "/healthz").headers["Date"])


def version(server):
    return server.snapshot()["version"]


def test_clocks_an_hour_off_change_nothing(address, tmp_path):
    pictures = write_folder(tmp_path / "pictures", {"Left": 12, "Right": 8})
    with servers_apart(tmp_path, pictures, "--store", address) as (one, two):
        path = f"/api/v1/collections/{one.collection()}"
        assert 7100 < (time_of(two) - time_of(one)).total_seconds() < 7300
        assert one.order() == two.order() and version(one) == version(two) == 1
        left = one.sections()[0]
        with Events(one) as early, Events(two) as late:
            for events in [early, late]:
                events.first(1)
            # Moves in turns, each on what the other made, and each seen by the listeners of both.
            for step in range(10):
                here, there = (one, two) if step % 2 else (two, one)
                moved = here.move(left[step], (1, 0))
                assert moved.status == 200, moved.body
                undone = there.ask("POST", f"{path}/undo", {}, {"If-Match": moved.headers["ETag"]})
                assert undone.status == 200, undone.body
            assert [event[:2] for event in early.first(21)[1:]] == [event[:2] for event in late.first(21)[1:]]
        assert one.order() == two.order() and one.sections()[0] == left
        # Marks, a repetition at the other server, and their undo.
        marks, key = {"ranges": [[0, 2]], "version": version(one), "stars": 3}, {"Idempotency-Key": '"marks"'}
        made = one.ask("POST", f"{path}/marks", marks, key)
        assert made.status == 200, made.body
        assert two.ask("POST", f"{path}/marks", marks, key).json["to"] == made.json["to"]
        stars = lambda server: server.ask("GET", f"{path}/items/{left[0]}").json["attributes"].get("stars")
        assert two.ask("POST", f"{path}/undo").status == 200
        poll(lambda: stars(one) is stars(two) is None, 10, "undone")
        # One listing of what is new, whoever made it.
        before = version(one)
        write_png(pictures / "New" / "another.png", 99)
        assert {server.ask("POST", f"{path}/refresh").status for server in [one, two]} == {202}
        poll(lambda: version(one) == version(two) == before + 1, 20, "both have the new folder, by one change")
        assert one.order() == two.order() and len(one.order()) == 3
        # Posted collections are in the order in which they were posted.
        ids = lambda server: [c["id"] for c in server.ask("GET", "/api/v1/collections").json["collections"]][1:]
        posted = []
        for number, server in enumerate([two, one, two, one]):
            posted.append(f"posted-{number}")
            assert server.ask("POST", "/api/v1/collections", {"id": posted[-1]}).status == 201
            poll(lambda: ids(one) == ids(two) == posted, 10, "both have it")
        # Killed and started again, each knows everything.
        order = one.order()
        for server in [one, two]:
            server.restart(signal.SIGKILL)
        assert one.order() == two.order() == order and ids(one) == ids(two) == posted


def test_a_lease_lasts_as_long_as_the_database_says(address, postgres, tmp_path):
    database = address.rpartition("/")[2]

    def write_much(server, id):
        """Enough for a checkpoint, which needs the lease."""
        snapshot = server.snapshot(id)
        snapshot.pop("version")
        snapshot["sections"][0]["items"].reverse()
        answer = server.ask("PUT", f"/api/v1/collections/{id}/snapshot", snapshot)
        assert answer.status == 200, answer.body

    def lease(id):
        """Its holder, and how long it lasts."""
        rows = postgres.sql(
            "SELECT holder, extract(epoch FROM until - now()) FROM lookahead.leases JOIN lookahead.collections ON key = collection "
            f"WHERE id = '{id}'", database)
        return next(((row.split("|")[0], float(row.split("|")[1])) for row in rows), (None, 0))

    with servers_apart(tmp_path, "--items", 5, "--store", address) as (one, two):
        # Each holds the lease of one collection.
        holders = {}
        for id, server in [("ones", one), ("twos", two)]:
            items = [{"id": str(number)} for number in range(1500)]
            body = {"id": id, "sections": [{"id": "all", "title": "All", "items": items}]}
            assert server.ask("POST", "/api/v1/collections", body).status == 201
            write_much(server, id)
            poll(lambda: lease(id)[0], 10, "it has the lease")
            holders[id], seconds = lease(id)
            assert 0 < seconds <= LEASE_SECONDS
        assert holders["ones"] != holders["twos"]
        other = {"ones": two, "twos": one}
        for id, server in other.items():
            poll(lambda: server.ask("GET", f"/api/v1/collections/{id}/snapshot").status == 200, 10, "the other has it")
        # The other gets it when it ends, not an hour before or after.
        for id, server in other.items():
            left = None
            while lease(id)[0] == holders[id]:
                left = lease(id)[1]
                assert left > -60, "nobody has taken it over"
                write_much(server, id)
            assert left < LEASE_SECONDS / 2, f"{left} seconds before its end"
            holder, seconds = lease(id)
            assert holder in holders.values() and 0 < seconds <= LEASE_SECONDS
        assert all(one.order(id) == two.order(id) for id in other)


def test_a_bucket_that_refuses_the_clock_is_named_and_pictures_are_made(tmp_path):
    bucket = Seaweed()
    try:
        keys, clock = tmp_path / "keys", tmp_path / "clock"
        keys.write_text(f"aws_access_key_id = {Seaweed.KEY}\naws_secret_access_key = {Seaweed.SECRET}\n")
        keys.chmod(0o600)
        clock.write_text("+1h")
        pictures = write_folder(tmp_path / "pictures", {"Left": 2})
        with under_a_clock(clock) as Before:
            store = ["--rendition-store", bucket.bucket("clocks"), "--rendition-key-file", keys]
            server = Before(pictures, *store, data=tmp_path / "data")
            try:
                path = f"/api/v1/collections/{server.collection()}/items"
                first, second = server.sections()[0]
                picture = lambda item, width: server.ask("GET", f"{path}/{item}/image?w={width}").status == 200
                assert picture(first, 200)
                poll(lambda: any("clock of this machine" in line for line in server.log), 20, "the log says why")
                clock.write_text("+0")
                widths = itertools.count(100, 50)
                poll(lambda: picture(second, next(widths)) and bucket.objects("clocks/pictures/v4"), 60, "put once the clock is right")
            finally:
                server.stop()
    finally:
        bucket.remove()
