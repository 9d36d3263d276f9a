"""Backups of the database that servers share, and what servers that run make of one that is restored: as docs/scaling.md says it."""

import re
import subprocess
from types import SimpleNamespace

import pytest
from queries import Follower
from running import BINARY, ROOT, Server, poll

DEPLOY = ROOT / "deploy" / "backup"


@pytest.fixture
def postgres(own_postgres):
    """It is broken, and put back."""
    return own_postgres


@pytest.fixture
def cluster(postgres, start_server, tmp_path):
    """Two servers, with changes of every kind; and what they had before three more."""
    address = postgres.database("photos")
    one, two = (start_server("--items", 60, "--store", address, data=tmp_path / name) for name in ["one", "two"])
    path = f"/api/v1/collections/{one.collection()}"
    two.collection()
    for item in range(1, 20):
        assert one.move(str(item), (0, 59 - item)).status == 200
    assert two.ask("POST", f"{path}/marks", {"version": 20, "ranges": [[3, 5]], "stars": 4}).status == 200
    query = {"title": "Stars", "query": {"search": "1"}}
    assert one.ask("PUT", f"{path}/queries/stars", query).status in (200, 201, 204)
    birds = {"id": "birds", "title": "Birds", "sections": [{"id": "s", "title": "S", "items": [{"id": "owl", "title": "Owl"}]}]}
    assert one.ask("POST", "/api/v1/collections", birds).status == 201
    made = SimpleNamespace(address=address, servers=[one, two], path=path, folder=tmp_path)
    made.state = same(made)
    return made


def state(server, path):
    """All that people made; `None` while the collection is read again, as at a start."""
    shown = server.ask("GET", f"{path}/snapshot")
    if shown.status == 503:
        return None
    lines = server.ask("GET", "/api/v1/backup").body.decode().splitlines()
    return shown.json, sorted(line for line in lines if re.search('"(collection|query|stars)"', line))


def same(cluster):
    """What both servers have, once they have the same."""
    one, two = cluster.servers
    poll(lambda: None is not state(one, cluster.path) == state(two, cluster.path), 30, "both have the same")
    return state(one, cluster.path)


def change(cluster):
    """What comes after the backup: another order, a collection less and one more. Returns what there is then."""
    one, two = cluster.servers
    for item in range(30, 33):
        assert two.move(str(item), (0, 1)).status == 200
    assert one.ask("DELETE", "/api/v1/collections/birds").status in (200, 204)
    fish = {"id": "fish", "title": "Fish", "sections": [{"id": "s", "title": "S", "items": [{"id": "eel", "title": "Eel"}]}]}
    assert two.ask("POST", "/api/v1/collections", fish).status == 201
    return same(cluster)


def check(cluster, expected=None):
    """Both servers have it, and go on; so has a third that starts with it."""
    one, two = cluster.servers
    expected = expected or cluster.state
    for server in cluster.servers:
        poll(lambda server=server: state(server, cluster.path) == expected, 60, "it has what was restored")
        poll(lambda server=server: server.ask("GET", "/api/v1/collections/birds/items/owl").status == 200, 20, "what was deleted is back")
        poll(lambda server=server: server.ask("GET", "/api/v1/collections/fish").status == 404, 20, "what was posted later is gone")
        poll(lambda server=server: server.ask("GET", "/healthz").json["status"] == "ok", 20, "it is well")
    follower = Follower(two, cluster.path)
    assert one.move("40", (0, 2)).status == 200
    poll(lambda: state(two, cluster.path) == state(one, cluster.path), 20, "a change comes to the other")
    assert len(follower.catch_up()) == 60
    assert two.ask("POST", f"{cluster.path}/undo").status == 200
    third = Server("--items", 60, "--store", cluster.address, data=cluster.folder / "three")
    try:
        third.collection()
        poll(lambda: None is not state(third, cluster.path) == state(one, cluster.path) == state(two, cluster.path), 20, "all three are equal")
    finally:
        assert third.stop() == 0


def run(*words, status=0):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=120)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_a_dump_is_restored_under_servers_that_run(cluster):
    dumps = cluster.folder / "dumps"
    dumps.mkdir()
    (dumps / "notes.dump").write_text("somebody's own")
    made, = run(DEPLOY / "dump-database", cluster.address, dumps, 2)
    dump = dumps / f"{made.removeprefix('made ')}.dump"
    assert dump.stat().st_mode & 0o077 == 0
    later = change(cluster)
    assert later != cluster.state
    # One that was cut short changes nothing.
    cut = cluster.folder / "cut.dump"
    cut.write_bytes(dump.read_bytes()[:-400])
    run(DEPLOY / "restore-database", cut, cluster.address, status=1)
    assert state(cluster.servers[0], cluster.path) == later
    run(DEPLOY / "restore-database", dump, cluster.address)
    check(cluster)


def test_dumps_are_kept_in_number(postgres, tmp_path):
    address = postgres.database("photos")
    postgres.sql("CREATE SCHEMA lookahead", "photos")
    for name in ["2026-01-01T000000Z.dump", "2026-01-02T000000Z.dump", "notes.dump"]:
        (tmp_path / name).touch()
    made, deleted = run(DEPLOY / "dump-database", address, tmp_path, 2)
    assert deleted == "deleted 2026-01-01T000000Z"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2026-01-02T000000Z.dump", f"{made.removeprefix('made ')}.dump", "notes.dump"]


def test_a_database_that_was_lost_is_made_again_from_a_dump(cluster, postgres):
    """On a machine that has nothing but the file."""
    made, = run(DEPLOY / "dump-database", cluster.address, cluster.folder)
    for server in cluster.servers:
        assert server.stop() == 0
    postgres.sql("DROP DATABASE photos")
    postgres.database("photos")
    run(DEPLOY / "restore-database", cluster.folder / f"{made.removeprefix('made ')}.dump", cluster.address)
    for server in cluster.servers:
        server.start()
        server.collection()
    check(cluster)
    found = run(BINARY, "doctor", "--items", 60, "--store", cluster.address, "--port", 0, "--data", cluster.folder / "one")
    assert not any(line.startswith("mend") for line in found), found


def test_a_base_backup_takes_the_place_of_the_database(cluster, postgres):
    postgres.copy_to("base")
    change(cluster)
    postgres.crash()
    postgres.replace_by("base")
    postgres.start()
    check(cluster)


def test_a_base_backup_and_the_log_after_it_have_everything(cluster, postgres):
    """The disk of the database is gone; its log was archived."""
    archive = postgres.folder / "archive"
    archive.mkdir()
    archive.chmod(0o777)
    postgres.sql("ALTER SYSTEM SET archive_mode = on")
    # Whole, or not there.
    postgres.sql(f"ALTER SYSTEM SET archive_command = 'cp %p {archive}/%f.part && mv {archive}/%f.part {archive}/%f'")
    postgres.crash()
    postgres.start()
    one, two = cluster.servers
    poll(lambda: one.move("50", (0, 3)).status == 200, 30, "the database is back")
    postgres.copy_to("base")
    for item in range(30, 40):
        assert two.move(str(item), (0, 1)).status == 200
    expected = same(cluster)
    segment, = postgres.sql("SELECT pg_walfile_name(pg_current_wal_lsn())")
    postgres.sql("SELECT pg_switch_wal()")
    poll(lambda: (archive / segment).exists(), 30, "the log is archived")
    postgres.crash()
    postgres.replace_by("base")
    (postgres.folder / "data" / "postgresql.auto.conf").open("a").write(f"restore_command = 'cp {archive}/%f %p'\n")
    (postgres.folder / "data" / "recovery.signal").touch()
    postgres.start()
    check(cluster, expected)
