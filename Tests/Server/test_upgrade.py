"""What earlier programs stored is all there for this one, and none of them takes what this one has stored."""

import json
import sqlite3
import subprocess
import tarfile

import pytest
from running import Server
from stored_data import FIXTURES, found, served, undone

FOLDERS = sorted(folder.name for folder in FIXTURES.iterdir() if (folder / "data.tar.gz").exists())
DUMPS = sorted(folder.name for folder in FIXTURES.iterdir() if (folder / "dump.sql").exists())


@pytest.fixture
def unpacked(tmp_path):
    def unpacked(name):
        with tarfile.open(FIXTURES / name / "data.tar.gz") as archive:
            archive.extractall(tmp_path / "data", filter="data")
        return tmp_path / "data"
    return unpacked


def kept(said):
    """What people made, without what comes of the files' own time and place."""
    if isinstance(said, list):
        return [kept(part) for part in said]
    if not isinstance(said, dict):
        return said
    return {key: kept(value) for key, value in said.items() if key not in ("revision", "version")}


def contains(now, before, place="all"):
    """Everything that an earlier program said. This one may say more of it."""
    if isinstance(before, dict):
        for key, value in before.items():
            assert key in now, f"{place}: {key} is missing"
            contains(now[key], value, f"{place}.{key}")
    elif isinstance(before, list):
        assert len(now) == len(before), (place, now, before)
        for number, value in enumerate(before):
            contains(now[number], value, f"{place}[{number}]")
    elif before is not None:
        assert now == before, (place, now, before)


def check(name, data, *options):
    before = json.loads((FIXTURES / name / "said.json").read_text())
    with served(data, *options) as server:
        contains(kept(found(server)), kept(before["collections"]))
        # Also once more, out of what it made of it.
        server.restart()
        contains(kept(found(server)), kept(before["collections"]))
        assert undone(server) == before["undone"]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_data_folder_of_an_earlier_program_opens_with_all_that_was_in_it(name, unpacked):
    check(name, unpacked(name))


@pytest.mark.parametrize("name", DUMPS)
def test_a_database_of_an_earlier_program_opens_with_all_that_was_in_it(name, postgres, tmp_path):
    address = postgres.database(f"upgraded_{name.replace('-', '_')}")
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", FIXTURES / name / "dump.sql", address.replace("lookahead@", "postgres@")],
                   check=True, capture_output=True)
    check(name, tmp_path / "data", "--store", postgres.address(f"upgraded_{name.replace('-', '_')}"))


def test_the_fixtures_have_what_people_make():
    """An earlier program's answers that are empty would prove nothing."""
    last = json.loads((FIXTURES / FOLDERS[-1] / "said.json").read_text())["collections"]
    assert {"Wall", "Birds"} <= {c["title"] for c in last.values()}
    items = [item for c in last.values() for item in c["items"].values()]
    assert {"stars", "flag", "labels", "note"} <= {key for item in items for key in item["attributes"]}
    assert all(c["queries"]["queries"] for name, c in last.items() if not name.startswith("album"))


def test_a_data_folder_of_a_newer_program_is_refused_in_words(unpacked):
    data = unpacked(FOLDERS[-1])
    with sqlite3.connect(data / "lookahead.sqlite") as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99: what nobody knows yet')")
    before = (data / "lookahead.sqlite").read_bytes()
    with pytest.raises(AssertionError, match="newer"):
        Server("--items", 5, data=data)
    assert (data / "lookahead.sqlite").read_bytes() == before
