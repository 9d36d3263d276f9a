"""Kills, cut lines, crowds and full disks, in the short form; Scripts/soak has the long one."""

import asyncio
import os
import random
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from faults import (Line, cut_moves, faketime, fill, inside, jump_clock, kill_round, lose_peers, may_cut_networks, may_mount,
                    on_a_small_disk, open_streams, under_a_clock, viewers)
from pictures import write_folder
from running import BINARY, Server, poll

ROUNDS = 30


def test_kills_under_four_writers_lose_nothing_and_double_nothing(start_server):
    server = start_server("--items", 2000)
    collection = server.collection()
    answered = sum(kill_round(server, collection, 2000, seed)[0] for seed in range(ROUNDS))
    assert answered >= ROUNDS * 20


def test_a_retry_by_its_key_is_made_once_whatever_cuts_the_line(start_server):
    server = start_server("--items", 500)
    collection = server.collection()
    cut_moves(server, collection, 60, seed=7)


@pytest.mark.skipif(not faketime(), reason="the library that lies about the time is not installed")
def test_a_clock_that_jumps_years_loses_nothing_and_forgets_nobody(tmp_path):
    clock = tmp_path / "clock"
    clock.write_text("+0")
    with under_a_clock(clock) as Jumping:
        server = Jumping("--items", 100, data=tmp_path / "data")
        try:
            clock.write_text("+26h")
            poll(lambda: any("The clock was set forward by 26 hours" in line for line in server.log), 20, "the log says so")
            jump_clock(server, clock, ["+3650d", "-3650d", "+1d"])
        finally:
            server.stop()


def test_it_ends_within_five_seconds_with_a_thousand_streams_open(start_server):
    server = start_server("--items", 100)
    names = viewers(server, server.collection(), 10)

    async def crowd():
        streams = await open_streams(server, names, 1000)
        began = time.monotonic()
        status = await asyncio.to_thread(server.stop, signal.SIGTERM)
        seconds = time.monotonic() - began
        rests = await asyncio.gather(*(asyncio.wait_for(reader.read(), 10) for reader, _ in streams),
                                     return_exceptions=True)
        for _, writer in streams:
            writer.close()
        return status, seconds, rests

    status, seconds, rests = asyncio.run(crowd())
    assert status == 0
    # Not a measure: the promise of the time is what is tested.
    assert seconds < 5
    assert all(isinstance(rest, bytes) or isinstance(rest, ConnectionError) for rest in rests)


@pytest.mark.skipif(not may_cut_networks(), reason="no leave to have a network of one's own here")
def test_peers_that_vanish_without_a_word_are_found_within_thirty_seconds_and_only_they():
    # The promise of the time is what is tested; a busy machine may be a little late.
    assert lose_peers(40) < 32


@pytest.mark.skipif(not may_mount(), reason="no leave to mount a disk of one's own here")
def test_a_full_disk_answers_507_and_recovers_by_itself(tmp_path):
    server = on_a_small_disk(tmp_path, "--items", 100)
    try:
        collection = server.collection()
        assert server.move("1", (0, 50), collection).status == 200
        filler = inside(server) / "filler"
        fill(filler)
        statuses = set()
        poll(lambda: statuses.add(server.move("2", (0, random.randint(1, 98)), collection).status) or 507 in statuses,
             30, "the disk is full")
        assert statuses <= {200, 507}
        order = server.order(collection)
        answer = server.move("3", (0, 0), collection)
        assert answer.status == 507 and "full" in answer.json["detail"]
        # Reading goes on, and nothing has changed.
        assert server.order(collection) == order
        health = server.ask("GET", "/healthz")
        assert health.status == 200 and health.json["status"] == "degraded" and "full" in health.json["store"]
        poll(lambda: [line for line in server.log if "error" in line and "the disk is full" in line], 20, "the log says so")
        filler.unlink()
        poll(lambda: server.move("3", (0, 0), collection).status == 200, 30, "it recovers")
        poll(lambda: server.ask("GET", "/healthz").json["status"] == "ok", 30, "it is well again")
        poll(lambda: [line for line in server.log if "Nothing is wrong with the data folder" in line], 20, "the log says so")
        # Each trouble once, not with each refusal.
        said = [line.partition("error")[2] for line in server.log if "the disk is full" in line]
        assert len(said) == len(set(said))
        after = server.order(collection)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        assert after[0][1][0] == "3"
    finally:
        if server.process.poll() is None:
            server.stop()


def test_range_events_of_a_swarm_are_answered_beside_a_flood_of_changes(start_server):
    """A client that never reads costs the others nothing."""
    server = start_server("--items", 1000)
    collection = server.collection()
    names = viewers(server, collection, 2)

    async def flood():
        # Two lines that nobody reads.
        lines = await open_streams(server, names, 2)
        for _, writer in lines:
            writer.transport.pause_reading()

        def change():
            line = Line(server)
            for number in range(600):
                status, _ = line.ask("POST", f"/api/v1/collections/{collection}/moves",
                                     {"item": str(number + 1), "to": [0, 999 - number % 500]})
                assert status == 200

        await asyncio.to_thread(change)
        for _, writer in lines:
            writer.close()

    asyncio.run(flood())
    assert server.ask("GET", "/healthz").status == 200


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_start_on_a_full_disk_shows_what_is_stored(tmp_path, end):
    disk = tmp_path / "disk"
    disk.mkdir()
    # A disk of its own, which outlives the server.
    holder = subprocess.Popen(
        ["unshare", "-rm", "sh", "-c", f"mount -t tmpfs -o size=3m none {disk} && echo ready && exec sleep 3600"],
        stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "ready\n"

    class OnASmallDisk(Server):
        program = ["nsenter", "-t", str(holder.pid), "-U", "-m", "--preserve-credentials", str(BINARY)]

    server = OnASmallDisk("--items", 100, data=disk / "data", cache=tmp_path / "cache")
    try:
        collection = server.collection()
        assert server.move("1", (0, 50), collection).status == 200
        filler = Path(f"/proc/{holder.pid}/root{disk}/filler")
        fill(filler)
        poll(lambda: server.move("2", (0, random.randint(1, 98)), collection).status == 507, 30, "the disk is full")
        order = server.order(collection)
        server.stop(end)
        fill(filler.with_name("more"))
        server.start()
        poll(lambda: server.ask("GET", "/healthz/ready").status == 200, 30, "it has read its collections")
        assert server.order(collection) == order
        poll(lambda: server.move("2", (0, random.randint(1, 98)), collection).status == 507, 30, "it is still full")
        health = server.ask("GET", "/healthz").json
        assert health["status"] == "degraded" and "full" in health["store"], health
        filler.unlink()
        poll(lambda: server.move("3", (0, 0), collection).status == 200, 30, "there is room")
        poll(lambda: server.ask("GET", "/healthz").json["status"] == "ok", 90, "it is well again")
        order = server.order(collection)
        server.restart(signal.SIGKILL)
        assert server.order(collection) == order and order[0][1][0] == "3"
    finally:
        server.stop()
        holder.kill()
        holder.wait(10)


def test_few_descriptors_hold_nobody_up_and_leave_no_picture_broken(tmp_path):
    class WithFew(Server):
        program = ["prlimit", "--nofile=64:64", str(BINARY)]

    server = WithFew(write_folder(tmp_path / "photos", {"": 40}), data=tmp_path / "data")

    def status(item):
        try:
            return server.ask("GET", f"/api/v1/collections/{collection}/items/{item}/image?w=320").status
        except OSError:
            # The connection was one too many.
            return None

    try:
        collection = server.collection()
        items = server.order()[0][1]
        with ThreadPoolExecutor(len(items)) as all_at_once:
            began = time.monotonic()
            assert set(all_at_once.map(status, items)) <= {200, 503, None}
            assert time.monotonic() - began < 20, "nobody waits for the source"
        poll(lambda: {status(item) for item in items} == {200}, 30, "all of them load")
    finally:
        server.stop()
