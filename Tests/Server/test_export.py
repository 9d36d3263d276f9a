"""`lookahead export` beside the server that runs: backups, lists, and folders of numbered files."""

import os
import subprocess

import pytest
from running import BINARY


def run(server, *arguments, **more):
    command = [str(BINARY), "export", "--data", str(server.data), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=120, **more)


@pytest.fixture
def ordered(server):
    """A server whose last picture was moved to the first place, and the paths in order."""
    items = [item for _, section in server.order() for item in section]
    assert server.move(items[-1], (0, 0)).status == 200
    done = run(server, "--as", "paths0")
    assert done.returncode == 0, done.stderr
    server.paths = done.stdout.decode().split("\0")[:-1]
    assert len(server.paths) == 24
    return server


def names(server):
    return [f"{number:03} {path.split('/')[-1]}" for number, path in enumerate(server.paths, 1)]


@pytest.mark.parametrize("form", ["links", "hardlinks", "copies"])
def test_a_folder_has_the_files_in_their_order_or_is_not_there(ordered, tmp_path, form):
    to = tmp_path / "picks"
    done = run(ordered, "--as", form, "--to", to)
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(to)) == names(ordered)
    for name, path in zip(names(ordered), ordered.paths):
        made = to / name
        assert made.is_symlink() == (form == "links") and os.path.samefile(made, path) == (form != "copies")
        with made.open("rb") as copy, open(path, "rb") as original:
            assert copy.read() == original.read()
        assert made.stat().st_mtime_ns == os.stat(path).st_mtime_ns
    # Never over what is there.
    again = run(ordered, "--as", form, "--to", to)
    assert again.returncode == 1 and b"exists already" in again.stderr
    # All or nothing.
    os.unlink(ordered.paths[20])
    broken = run(ordered, "--as", form, "--to", tmp_path / "other")
    assert broken.returncode == 1 and b"is gone" in broken.stderr
    assert not [name for name in os.listdir(tmp_path) if "other" in name]


def test_a_disk_that_fills_is_said_and_nothing_half_is_left(ordered, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    script = f'mount -t tmpfs -o size=300k none {disk} && "$@"; code=$?; ls -A {disk}; exit $code'
    command = [str(BINARY), "export", "--data", str(ordered.data), "--as", "copies", "--to", str(disk / "picks")]
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", *command], capture_output=True, timeout=120)
    assert done.returncode == 1 and b"No space left on device" in done.stderr, done.stderr
    assert done.stdout == b""


def test_a_backup_is_made_by_the_server_that_runs(server, tmp_path):
    done = run(server, tmp_path / "live.jsonl")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "live.jsonl").read_bytes() == server.ask("GET", "/api/v1/backup").body


def test_a_server_with_a_token_is_asked_with_it(start_server, photos):
    secret = "0123456789abcdef-secret"
    server = start_server(photos, "--token", secret)
    refused = run(server, "--as", "csv")
    assert refused.returncode == 1 and b"--token-file" in refused.stderr and refused.stdout == b""
    done = run(server, "--as", "csv", env=os.environ | {"LOOKAHEAD_TOKEN": secret})
    assert done.returncode == 0 and done.stdout.count(b"\r\n") == 25, done.stderr


def test_what_cannot_be_exported_is_said(server, tmp_path):
    for arguments, status, words in (
        (["--as", "links"], 64, b"--to"), (["--to", tmp_path / "x"], 64, b"--as"),
        (["--as", "csv", "--collection", "none"], 1, b"no collection none"),
    ):
        done = run(server, *arguments)
        assert done.returncode == status and words in done.stderr, done.stderr
    server.stop()
    done = run(server, "--as", "paths")
    assert done.returncode == 1 and b"No server" in done.stderr
