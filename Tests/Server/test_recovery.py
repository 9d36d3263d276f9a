"""A database that is broken in ten ways, and what lookahead recover makes of each: as docs/backups.md says it."""

import contextlib
import shutil
import sqlite3
import subprocess
from types import SimpleNamespace

import pytest
from running import BINARY, Server, poll

PAGE = 4096


def recover(data, *arguments):
    return subprocess.run(
        [str(BINARY), "recover", "--data", str(data), *map(str, arguments)], capture_output=True, text=True, timeout=60)


def newest_version(backups):
    """Of the changes in the newest backup; `None` where there is none."""
    made = sorted(backups.glob("*.sqlite"))
    if not made:
        return None
    with contextlib.closing(sqlite3.connect(f"file:{made[-1]}?mode=ro&immutable=1", uri=True)) as database:
        return database.execute("SELECT MAX(version) FROM changes").fetchone()[0]


@pytest.fixture(scope="module")
def healthy(module_path):
    """A data folder with a backup of all changes, one of an hour ago, and what it holds."""
    server = Server("--items", 400, "--backups", 5, "--backup-interval", 1, data=module_path / "healthy")
    collection, backups = server.collection(), server.data / "backups"
    orders = []
    for number in range(2):
        for item in range(1, 30):
            assert server.move(str(item), (0, 399 - item * (number + 1)), collection).status == 200
        orders.append(server.order(collection))
        version = server.snapshot()["version"]
        poll(lambda version=version: newest_version(backups) == version, 30, "a backup has all of them")
    assert server.stop() == 0
    return SimpleNamespace(server=server, collection=collection, orders=orders)


def flip(file, place):
    content = bytearray(file.read_bytes())
    content[place] ^= 0x40
    file.write_bytes(content)


def old_backup(data):
    return sorted((data / "backups").glob("*.sqlite"))[0]


def cut(file, count):
    file.write_bytes(file.read_bytes()[:count])


# Each takes the data folder and the database in it.
WAYS = {
    "its header has a wrong bit": lambda data, file: flip(file, 20),
    "its first page is zero": lambda data, file: file.write_bytes(bytes(PAGE) + file.read_bytes()[PAGE:]),
    "a page in the middle has a wrong bit": lambda data, file: flip(file, file.stat().st_size // PAGE // 2 * PAGE + 100),
    "its last page is missing": lambda data, file: cut(file, file.stat().st_size - PAGE),
    "it is cut in half": lambda data, file: cut(file, file.stat().st_size // 2),
    "it is empty": lambda data, file: file.write_bytes(b""),
    "it is deleted": lambda data, file: file.unlink(),
    "it is another file": lambda data, file: file.write_bytes(b"no database\n" * 5000),
    "it is an older one": lambda data, file: shutil.copy(old_backup(data), file),
    "it and its checksums are deleted": lambda data, file: (file.unlink(), (data / "lookahead.sums").unlink()),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_broken_database_is_refused_and_recovered(healthy, tmp_path, way):
    data = tmp_path / "data"
    shutil.copytree(healthy.server.data, data)
    WAYS[way](data, data / "lookahead.sqlite")
    before = {file: file.read_bytes() for file in data.rglob("*") if file.is_file() and file.suffix != ".lock"}
    refused = subprocess.run([str(BINARY), "serve", "--items", "400", "--port", "0", "--data", str(data)],
                             capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and "lookahead recover" in refused.stderr, refused
    listed = recover(data)
    assert listed.returncode == 0 and listed.stdout.startswith("Damage: "), listed
    assert {file: file.read_bytes() for file in before} == before, "something was changed"
    taken = recover(data, "--take", 1, "--in-place")
    assert taken.returncode == 0 and list((data / "aside").rglob("*")), taken
    server = Server("--items", 400, data=data)
    try:
        server.opened()
        # The newest backup has all that was acknowledged.
        assert server.order(healthy.collection) == healthy.orders[-1], listed.stdout
    finally:
        assert server.stop() == 0


def test_without_any_backup_what_is_lost_is_said(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy.server.data, data)
    shutil.rmtree(data / "backups")
    (data / "lookahead.sqlite").write_bytes(b"")
    listed = recover(data)
    assert listed.returncode == 0 and "Nothing can be recovered." in listed.stdout, listed
