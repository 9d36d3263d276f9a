"""Watched folders where watching is not possible, loses events, or loses the folder: nothing is missed, and nothing is lost."""

import signal
import subprocess
from pathlib import Path

import pytest
from pictures import png, write_png
from running import BINARY, Server, poll
from test_watching import places, refresh, titles, version

# In these, the system is asked by the server itself, in namespaces of its own.
pytestmark = pytest.mark.skipif(
    subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode != 0,
    reason="needs user namespaces")

# The longest pause between two looks at folders that are not watched is 5 s.
POLLED = 30


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    for name in ("a", "b"):
        for number in range(5):
            write_png(root / name / f"{number:02}.png", number, 60, 40)
    return root


@pytest.fixture
def start_inside(folder, tmp_path):
    """Starts a server in namespaces of its own, after a script there."""
    started = []

    def start(script):
        path = tmp_path / "inside"
        path.write_text(f'#!/bin/sh\nset -e\n{script}\nexec {BINARY} "$@"\n')
        path.chmod(0o755)

        class Inside(Server):
            program = ["unshare", "-rm", str(path)]

        started.append(Inside(folder, "--watch", data=tmp_path / "data"))
        return started[0]

    yield start
    for server in started:
        server.stop()


def inside(server, script, *arguments):
    """Runs a script in the server's namespaces."""
    command = ["nsenter", "-t", str(server.process.pid), "-U", "-m", "--preserve-credentials", "sh", "-ec", script, "sh"]
    subprocess.run([*command, *map(str, arguments)], check=True)


def unmount(server, place):
    """As soon as nobody reads there: a picture may be open for a moment."""
    def is_unmounted():
        try:
            inside(server, 'umount "$1"', place)
        except subprocess.CalledProcessError:
            return False
        return True
    poll(is_unmounted, 20, f"{place} is not in use")


def late(server):
    return server.opened().get("late", {}).get("code")


def follow_changes(server, folder):
    """Files and folders that come, go and are renamed show up."""
    write_png(folder / "b" / "new.png", 1, 60, 40)
    poll(lambda: "new.png" in titles(server)["b"], POLLED, "a new file is there")
    write_png(folder / "c" / "deep" / "1.png", 2, 60, 40)
    poll(lambda: titles(server).get("c/deep") == ["1.png"], POLLED, "a new folder is there")
    known = places(server)["b", "new.png"]
    (folder / "b").rename(folder / "d")
    poll(lambda: "new.png" in titles(server).get("d", []) and "b" not in titles(server), POLLED, "it has its new name")
    assert places(server)["d", "new.png"] == known
    (folder / "d" / "00.png").unlink()
    poll(lambda: "00.png" not in titles(server)["d"], POLLED, "a file is gone")


@pytest.mark.parametrize("limit", [0, 2])
def test_folders_beyond_the_limit_of_watches_are_looked_at(start_inside, folder, limit):
    server = start_inside(f"echo {limit} > /proc/sys/user/max_inotify_watches")
    server.opened()
    assert late(server) == "folder-polled-limit"
    follow_changes(server, folder)


def test_without_any_watch_descriptor_folders_are_looked_at(start_inside, folder):
    server = start_inside("echo 0 > /proc/sys/user/max_inotify_instances")
    server.opened()
    assert late(server) == "folder-polled-limit"
    follow_changes(server, folder)


def test_folders_on_a_network_file_system_are_looked_at(start_inside, folder, tmp_path):
    # The server asks the table of mounts what the folder lies on.
    server = start_inside(f"""
        cp -a {folder} {tmp_path}/copy
        mount -t tmpfs none {folder}
        cp -a {tmp_path}/copy/. {folder}
        sed 's|\\( {folder} .* - \\)tmpfs|\\1nfs4|' /proc/$$/mountinfo > {tmp_path}/mounts
        mount --bind {tmp_path}/mounts /proc/$$/mountinfo""")
    server.opened()
    assert late(server) == "folder-polled-remote"
    # Where the server sees the folder.
    follow_changes(server, Path(f"/proc/{server.process.pid}/root") / folder.relative_to("/"))


def test_events_that_the_system_drops_are_made_good_by_a_listing(start_server, folder):
    room = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if room > 100_000:
        pytest.skip("the queue of this system is too long")
    server = start_server(folder, "--watch")
    server.opened()
    before = version(server)
    server.process.send_signal(signal.SIGSTOP)
    try:
        content = png(1, 40, 30)
        # Each is made, and written to the end.
        for number in range(room // 2 + 100):
            (folder / "b" / f"many {number:06}.png").write_bytes(content)
        write_png(folder / "a" / "after.png", 3, 60, 40)
        (folder / "a" / "00.png").unlink()
    finally:
        server.process.send_signal(signal.SIGCONT)
    poll(lambda: version(server) > before and "after.png" in titles(server)["a"], 60, "what came after the loss is there")
    assert "00.png" not in titles(server)["a"]
    assert len(titles(server)["b"]) == 5 + room // 2 + 100
    assert version(server) == before + 1, "in one change"
    # It goes on watching.
    write_png(folder / "a" / "later.png", 4, 60, 40)
    poll(lambda: "later.png" in titles(server)["a"], 20)


# Mounts a file system that is filled already, as a disk is.
MOUNT = 'mkdir -p "$2-new"; mount -t tmpfs none "$2-new"; cp -a "$1/." "$2-new"; mount --move "$2-new" "$2"; rmdir "$2-new"'


def test_a_disk_below_the_folder_that_goes_and_comes_loses_nothing(start_inside, folder, tmp_path):
    stored, place = tmp_path / "stored", folder / "disk"
    for number in range(5):
        write_png(stored / "deep" / f"{number}.png", number, 60, 40)
    place.mkdir()
    server = start_inside(f"set -- {stored} {place} \"$@\"\n{MOUNT}\nshift 2")
    server.opened()
    known = places(server)
    assert server.move(known["disk/deep", "4.png"], (0, 0)).status == 200
    order = server.order()
    unmount(server, place)
    # Something else is read meanwhile.
    write_png(folder / "a" / "new.png", 1, 60, 40)
    poll(lambda: any(len(items) == 7 for _, items in server.order()), 20, "the new file is there")
    after = [[i for i in items if i in known.values()] for _, items in server.order()]
    assert after == [items for _, items in order], "what was on the disk is kept"
    inside(server, MOUNT, stored, place)
    seen = Path(f"/proc/{server.process.pid}/root") / place.relative_to("/")
    write_png(seen / "deep" / "late.png", 7, 60, 40)
    poll(lambda: "late.png" in titles(server).get("disk/deep", []), 20, "it is watched again")
    after = [[i for i in items if i in known.values()] for _, items in server.order()]
    assert after == [items for _, items in order]
    picture = server.ask("GET", f"/api/v1/collections/{server.collection()}/items/{known['disk/deep', '2.png']}/image?w=160")
    assert picture.status == 200
    refresh(server)
    assert [[i for i in items if i in known.values()] for _, items in server.order()] == after


def test_a_folder_on_a_disk_of_its_own_that_goes_and_comes_loses_nothing(start_inside, folder, tmp_path):
    stored = tmp_path / "stored"
    folder.rename(stored)
    folder.mkdir()
    server = start_inside(f"set -- {stored} {folder} \"$@\"\n{MOUNT}\nshift 2")
    server.opened()
    server.move(server.order()[0][1][4], (1, 0))
    order = server.order()
    unmount(server, folder)
    poll(lambda: "problem" in server.opened(), 20, "it is missed")
    assert server.order() == order
    inside(server, MOUNT, stored, folder)
    poll(lambda: "problem" not in server.opened(), 20, "it is back")
    assert server.order() == order
    seen = Path(f"/proc/{server.process.pid}/root") / folder.relative_to("/")
    write_png(seen / "a" / "late.png", 7, 60, 40)
    poll(lambda: "late.png" in titles(server)["a"], 20, "it is watched again")
