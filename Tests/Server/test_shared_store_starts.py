"""What a server makes of the database that it is started on: none there, an older or newer one, a pooler, another list of folders."""

import subprocess
import tempfile
import threading
from pathlib import Path

import pytest
from pictures import write_folder
from running import BINARY, poll


def test_a_database_of_a_newer_version_is_refused(start, postgres, address):
    start("--items", 5).stop()
    name = address.rsplit("/", 1)[1]
    postgres.sql("UPDATE lookahead.version SET version = 99", name)
    with pytest.raises(AssertionError, match="newer"):
        start("--items", 5)


def test_a_database_of_an_older_version_gets_its_new_tables(start, postgres, address, photos):
    server = start(photos)
    order = server.order()
    server.stop()
    name = address.rsplit("/", 1)[1]
    postgres.sql("DROP TABLE lookahead.files, lookahead.deleted, lookahead.notes; UPDATE lookahead.version SET version = 1", name)
    server.start()
    assert server.order() == order and server.snapshot()["version"] == 1
    server.stop()
    picture = next(photos.rglob("*.jpg"))
    picture.rename(picture.with_name("renamed.jpg"))
    server.start()
    assert server.order() == order, "its files are known"


def test_a_start_without_a_database_ends_or_waits(start, postgres, tmp_path):
    start().stop()
    waiting = tmp_path / "waiting"
    postgres.crash()
    log = waiting.with_suffix(".log").open("w+")
    process = subprocess.Popen(
        [str(BINARY), "serve", "--items", "60", "--port", "0", "--data", str(waiting), "--wait-for-store", "--store", start.address],
        stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        said = lambda: Path(log.name).read_text()
        poll(lambda: "Waiting for the database" in said(), 20, "it says that it waits")
        assert process.poll() is None
        postgres.start()
        watch = threading.Timer(20, process.kill)
        watch.start()
        assert process.stdout.readline().startswith("Serving at "), said()
        watch.cancel()
    finally:
        process.terminate()
        assert process.wait(20) == 0
        process.stdout.close()
    # A signal ends the wait.
    postgres.crash()
    try:
        process = subprocess.Popen([*process.args], stdout=subprocess.DEVNULL, stderr=log)
        poll(lambda: said().count("Waiting for the database") == 2, 20, "it waits again")
        process.terminate()
        assert process.wait(10) == 1
    finally:
        postgres.start()


def test_a_server_with_another_list_of_folders_is_refused_with_both(start):
    # The log shows so much of a text.
    with tempfile.TemporaryDirectory() as short:
        first, second, third = (write_folder(Path(short) / name, {name: 3}) for name in "abc")
        one = start(first, second)
        one.collection()
        two = start(first, third)
        poll(lambda: any("Another server reads" in line for line in two.log), 20, "it is refused")
        reason = next(line for line in two.log if "Another server reads" in line)
        assert f"from {first}, {second}" in reason and f"from {first}, {third}" in reason
        assert two.ask("GET", f"/api/v1/collections/{one.collection()}/snapshot").status == 503
        assert len(one.order()) == 2
        # Once the other has ended, the same folders are in order.
        assert one.stop() == 0 and two.stop() == 0
        two.start()
        assert len(two.order(two.collection())) == 2


def test_a_pooler_that_gives_each_transaction_another_session_is_refused(start, postgres, address):
    name = address.rsplit("/", 1)[1]
    with postgres.pooler("session", name) as store:
        server = start(store=store)
        assert server.move("1", (0, 9)).status == 200
        assert server.stop() == 0
    with postgres.pooler("transaction", name) as store, pytest.raises(AssertionError, match="pool_mode = session"):
        start(store=store)
