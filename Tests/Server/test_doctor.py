"""`lookahead doctor`: what it finds on this machine, and what somebody should do. Each of its findings once wrong and once right."""

import os
import shutil
import socket
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from certificates import Certificate
from faults import faketime, may_mount
from postgres import Postgres
from running import BINARY, Server, poll

TOKEN = "of-sixteen-characters-and-more"


@pytest.fixture
def doctor(tmp_path):
    def doctor(*options, around=(), **environment):
        """What it says of these options. `around` are programs that start it, `environment` what they add to that."""
        folders = ["--data", tmp_path / "data", "--cache", tmp_path / "cache", "--port", 0]
        given = [folders[index:index + 2] for index in range(0, 6, 2) if folders[index] not in options]
        answer = subprocess.run(
            [*map(str, around), str(BINARY), "doctor", *map(str, sum(given, [])), *map(str, options)],
            capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
        # It looks, and changes nothing.
        assert not (tmp_path / "data").exists() and answer.stderr == "", answer.stderr
        # The status and the last line are those of the others.
        errors, warnings = (sum(line.startswith(sign) for line in answer.stdout.splitlines()) for sign in ("mend  ", "know  "))
        assert answer.returncode == (1 if errors else 0)
        said = f"{errors} to mend, {warnings} to know. The lines above say how." if errors + warnings else "Everything is right."
        assert answer.stdout.splitlines()[-1] == said
        return answer

    return doctor


def found(answer, level, what):
    """What to do about a finding of this level."""
    lines = answer.stdout.splitlines()
    places = [index for index, line in enumerate(lines) if line.startswith(f"{level}   ") and what in line]
    assert len(places) == 1, f"{level}: {what}\n{answer.stdout}"
    advice = lines[places[0] + 1].strip()
    assert level == "ok" or lines[places[0] + 1].startswith("       ") and len(advice) > 8, answer.stdout
    return advice


def namespace(*commands):
    """What runs a program behind these commands of a shell, in mounts of its own."""
    return ["unshare", "-rm", "sh", "-c", "\n".join(["set -e", *map(str, commands), 'exec "$@"']), "sh"]


def without(*capabilities):
    """What runs a program without these rights of root, which others do not have anyway."""
    return ["setpriv", "--bounding-set", ",".join(f"-{name}" for name in capabilities)] if os.getuid() == 0 else []


mounting = pytest.mark.skipif(not may_mount(), reason="no leave to mount a disk of one's own here")


def test_a_machine_that_is_fit_has_nothing_to_mend(doctor, photos):
    answer = doctor(photos)
    for what in ["Lookahead 0.", "The page is in", "Orders and ratings are in", "Open files: up to", "Memory: ", "The clock says",
                 f"The folder {photos} can be read", "127.0.0.1 port", "Only this machine can reach the server"]:
        found(answer, "ok", what)
    assert answer.returncode == 0


def test_what_keeps_a_server_from_working_is_named_with_what_to_do(doctor, tmp_path):
    (tmp_path / "empty").mkdir()
    own, other = Certificate(tmp_path / "own"), Certificate(tmp_path / "other")
    settings = tmp_path / "lookahead.yaml"
    settings.write_text(f"tls-certificate: {own.file}\ntls-key: {other.key}\nhost: 0.0.0.0\n")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        answer = doctor(tmp_path / "empty", "--config", settings, "--port", port)
    found(answer, "mend", f"Port {port} is in use")
    found(answer, "mend", "does not belong to the certificate")
    assert "--token-file" in found(answer, "mend", "there is no token")
    assert found(answer, "know", f"{tmp_path / 'empty'} is empty") == "Is its disk mounted?"


def test_a_server_that_runs_has_its_own_port(doctor, photos, tmp_path):
    running = Server(photos, data=tmp_path / "running")
    try:
        port = running.address.rsplit(":", 1)[1]
        answer, another = doctor(photos, "--data", running.data, "--port", port), doctor(photos, "--port", port)
    finally:
        running.stop()
    found(answer, "ok", f"The server runs, on port {port}")
    found(another, "mend", f"Port {port} is in use")
    found(doctor(photos, "--port", port), "ok", f"port {port} is free")


@pytest.mark.skipif(int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) < 1024, reason="here every port is everybody's")
def test_a_port_that_takes_a_right(doctor):
    port = next(port for port in range(1023, 1, -1) if is_free(port))
    answer = doctor("--port", port, around=without("net_bind_service"))
    assert "CAP_NET_BIND_SERVICE" in found(answer, "mend", f"127.0.0.1:{port}: Permission denied")


def is_free(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def test_a_page_that_is_missing(doctor):
    assert "LOOKAHEAD_PUBLIC" in found(doctor(LOOKAHEAD_PUBLIC="/nowhere"), "mend", "The files of the page are missing")


def test_few_open_files(doctor):
    assert "LimitNOFILE" in found(doctor(around=["prlimit", "--nofile=1024:1024"]), "know", "Open files: at most 1024")


def test_decoders_that_cannot_start_or_are_not_fully_confined(doctor):
    found(doctor("--decoder", "/bin/false"), "mend", "No decoder of pictures could be started")
    if may_mount():
        # User namespaces are what limits a decoder's threads.
        around = namespace("echo 0 >/proc/sys/user/max_user_namespaces")
        assert "user namespaces" in found(doctor(around=around), "know", "Decoders of pictures are not fully confined; missing: ")


def test_less_memory_than_the_cache_may_take(doctor):
    assert "--memory-cache" in found(doctor("--memory-cache", 1_000_000), "know", "--memory-cache alone may take 1000000 MB")


@pytest.mark.skipif(not faketime(), reason="the library that lies about the time is not installed")
def test_a_clock_that_is_years_behind(doctor):
    assert "timedatectl" in found(doctor(around=["faketime", "2020-01-01"]), "mend", "The clock is wrong")


@mounting
def test_folders_that_cannot_be_written(doctor, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    answer = doctor("--items", 5, "--data", disk / "data", "--cache", disk / "cache", around=namespace(f"mount -t tmpfs -o ro none {disk}"))
    assert "chown" in found(answer, "mend", f"The data folder {disk / 'data'} cannot be written by this user")
    assert "--cache" in found(answer, "know", f"The cache {disk / 'cache'} cannot be written")


@mounting
@pytest.mark.parametrize("megabytes, level, says", [(3, "mend", "is full: 3 MB are free"), (200, "know", "has 200 MB free")])
def test_disks_that_are_full_or_nearly(doctor, tmp_path, megabytes, level, says):
    disk = tmp_path / "disk"
    disk.mkdir()
    answer = doctor("--data", disk / "data", "--cache", disk / "cache", around=namespace(f"mount -t tmpfs -o size={megabytes}m none {disk}"))
    for name in ("data folder", "cache"):
        found(answer, level, f"The disk of the {name} {says}")
    assert "GB free" in doctor().stdout


@mounting
def test_network_disks(doctor, tmp_path, photos):
    """A disk of the kernel's own that says it is one: there is no server of such disks here."""
    disk = tmp_path / "disk"
    (disk / "pictures").mkdir(parents=True)
    around = namespace(f"mount -t tmpfs none {disk}", f"cp -r {photos} {disk}/pictures",
                       f"sed 's/- tmpfs none/- nfs4 none/' /proc/self/mountinfo >{tmp_path}/mounts", f"mount --bind {tmp_path}/mounts /proc/$$/mountinfo")
    answer = doctor(disk / "pictures", "--data", disk / "data", around=around)
    assert "--data" in found(answer, "mend", "The data folder lies on a network file system (NFS)")
    found(answer, "know", f"The folder {disk / 'pictures'} lies on a network file system (NFS)")
    refused = subprocess.run([*around, BINARY, "serve", "--port", "0", "--data", disk / "data"], capture_output=True, text=True, timeout=60)
    assert refused.returncode != 0 and "NFS" in refused.stderr, refused


def test_a_data_folder_that_others_can_look_into(doctor, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    folder.chmod(0o755)
    assert "chmod 700" in found(doctor("--data", folder), "know", "Others can look into the data folder")
    folder.chmod(0o700)
    found(doctor("--data", folder), "ok", f"Orders and ratings are in {folder}")


def test_a_data_folder_that_is_named_from_here_and_not_made_yet(doctor, tmp_path):
    for folder in ("new", "new/folder", "./new"):
        found(doctor("--data", folder, around=["env", "-C", tmp_path]), "ok", f"Orders and ratings are in {folder}")


@pytest.fixture(scope="module")
def postgres():
    server = Postgres(flushes=True)
    yield server
    server.remove()


def test_a_shared_database(doctor, postgres):
    answer = doctor("--store", postgres.database("doctor"))
    for what in ["Orders and ratings are in postgres", "The database is the primary", "PostgreSQL ", "Each change is on the database's disk",
                 "all rights that it needs", "free connections", "The database answers in"]:
        found(answer, "ok", what)


def test_a_database_that_is_away(doctor, tmp_path):
    address = f"postgresql://lookahead@/doctor?host={tmp_path}"
    answer = doctor("--store", address)
    assert "--store" in found(answer, "mend", "database") and "PostgreSQL " not in answer.stdout


def test_a_database_that_may_forget(doctor, own_postgres):
    address = own_postgres.database("doctor")
    assert "fsync" in found(doctor("--store", address), "know", "does not flush")


def test_changes_of_others_that_are_not_flushed(doctor, postgres):
    address = postgres.database("lax")
    postgres.sql("ALTER DATABASE lax SET synchronous_commit = off")
    assert "ALTER SYSTEM" in found(doctor("--store", address), "know", "synchronous_commit is off")


def test_a_standby_and_its_primary(doctor, postgres):
    address = postgres.database("doubled")
    with postgres.standby() as standby:
        assert "target_session_attrs" in found(doctor("--store", standby.address("doubled")), "mend", "is a standby")
        assert "synchronous_standby_names" in found(doctor("--store", address), "know", "One standby is connected, and no change waits for it")
        postgres.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try:
            postgres.sql("SELECT pg_reload_conf()")
            poll(lambda: postgres.sql("SHOW synchronous_standby_names") == ["*"], 20)
            found(doctor("--store", address), "ok", "changes wait for one")
        finally:
            postgres.sql("ALTER SYSTEM RESET synchronous_standby_names")
            postgres.sql("SELECT pg_reload_conf()")


def test_a_database_that_is_read_only(doctor, postgres):
    address = postgres.database("closed")
    postgres.sql("ALTER DATABASE closed SET default_transaction_read_only = on")
    assert "RESET" in found(doctor("--store", address), "mend", "takes no changes")


def test_rights_of_the_role(doctor, postgres, tmp_path):
    """A role that is a guest in a database, with a password in a file that libpq reads."""
    postgres.database("rights")
    postgres.sql("CREATE ROLE guest LOGIN")
    address = postgres.address("rights", user="guest")
    assert "GRANT CREATE" in found(doctor("--store", address), "mend", "may not make the tables")
    postgres.sql("GRANT CREATE ON DATABASE rights TO guest")
    found(doctor("--store", address), "ok", "all rights that it needs")
    server = Server("--items", 2, "--store", postgres.address("rights"), data=tmp_path / "another")
    server.stop()
    postgres.sql("GRANT USAGE, CREATE ON SCHEMA lookahead TO guest", "rights")
    assert "GRANT SELECT" in found(doctor("--store", address), "mend", "no rights to")
    postgres.sql("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA lookahead TO guest", "rights")
    found(doctor("--store", address), "ok", "all rights that it needs")
    postgres.sql("REVOKE CREATE ON SCHEMA lookahead FROM guest", "rights")
    assert "GRANT CREATE" in found(doctor("--store", address), "know", "may not make tables")


def test_connections_that_are_left(doctor, postgres):
    postgres.database("narrow")
    postgres.sql("CREATE ROLE few LOGIN CONNECTION LIMIT 3")
    postgres.sql("GRANT CREATE ON DATABASE narrow TO few")
    assert "max_connections" in found(doctor("--store", postgres.address("narrow", user="few")), "mend", "2 free connections")
    postgres.sql("ALTER ROLE few CONNECTION LIMIT 9")
    found(doctor("--store", postgres.address("narrow", user="few")), "know", "8 free connections")


def test_a_database_that_is_far_away(doctor, postgres):
    address = postgres.database("distant")
    with postgres.delayed(0.04) as port:
        where = address.split("@")[1].split("/")[1]
        answer = doctor("--store", f"postgresql://postgres@127.0.0.1:{port}/{where}")
    assert "nearer" in found(answer, "know", "The database answers in")


def test_folders_of_pictures_that_are_missing_or_cannot_be_read(doctor, tmp_path, photos):
    closed, missing, half = tmp_path / "closed", tmp_path / "missing", tmp_path / "half"
    closed.mkdir(mode=0)
    half.mkdir()
    for name in ("read.jpg", "unread.jpg"):
        (half / name).touch()
    (half / "unread.jpg").chmod(0)
    try:
        answer = doctor(photos, closed, missing, half, half / "read.jpg", around=without("dac_override", "dac_read_search"))
    finally:
        closed.chmod(0o700)
    found(answer, "ok", f"The folder {photos} can be read")
    assert "setfacl" in found(answer, "mend", f"The folder {closed} cannot be read by this user")
    assert found(answer, "mend", f"There is no folder {missing}") == "Is its disk mounted?"
    found(answer, "mend", f"{half / 'read.jpg'} is no folder")
    assert "left out" in found(answer, "know", f"1 of 2 entries of {half} cannot be read")
    assert answer.stdout.count("mend  ") == 3


def test_lists_of_addresses(doctor, tmp_path):
    file = tmp_path / "pictures.txt"
    found(doctor("--urls", file), "mend", f"There is no file {file}")
    file.write_text("https://pictures.example/1.jpg\n")
    found(doctor("--urls", file), "ok", f"The list {file} can be read")


@mounting
def test_more_folders_than_can_be_watched(doctor, tmp_path):
    tree = tmp_path / "tree"
    for number in range(8):
        (tree / str(number)).mkdir(parents=True)
    (tmp_path / "limit").write_text("12\n")
    around = namespace(f"mount --bind {tmp_path}/limit /proc/sys/fs/inotify/max_user_watches")
    assert "max_user_watches=36" in found(doctor(tree, around=around), "know", "At most 12 folders can be watched")
    shutil.rmtree(tree / "7"), shutil.rmtree(tree / "6"), shutil.rmtree(tree / "5"), shutil.rmtree(tree / "4")
    found(doctor(tree, around=around), "ok", "Changes in folders are noticed at once")


def test_tokens(doctor):
    network = ["--host", "0.0.0.0", "--token", TOKEN]
    found(doctor(*network), "ok", "There is a token")
    found(doctor(*network, "--read-only-token", TOKEN[::-1]), "ok", "There is a token, and one that is read-only")
    for wrong in (["--host", "0.0.0.0", "--token", "short"], [*network, "--read-only-token", TOKEN]):
        assert "--token" in found(doctor(*wrong), "mend", "oken")


def test_tls(doctor, tmp_path):
    network = ["--host", "0.0.0.0", "--token", TOKEN]
    assert "proxy" in found(doctor(*network), "know", "There is neither TLS nor a proxy that is trusted")
    good, late = Certificate(tmp_path / "good"), Certificate(tmp_path / "late", days=1, when=datetime.now() - timedelta(days=40))
    answer = doctor(*network, *good.options)
    found(answer, "ok", "The certificate and its key go together")
    assert "neither TLS" not in answer.stdout and "neither TLS" not in doctor(*network, "--trusted-proxy", "192.0.2.1").stdout
    assert "Renew" in found(doctor(*network, *late.options), "know", "The certificate expired on")
    found(doctor(*network, *good.options[:2]), "mend", "--tls-certificate and --tls-key are used together")
