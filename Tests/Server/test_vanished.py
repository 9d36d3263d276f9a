"""Much that vanishes at once is kept until somebody confirms it; what comes back has its place; folders that say no are left alone."""

import os
import shutil
import subprocess

import pytest
from pictures import png
from running import BINARY, Server, poll
from test_watching import refresh
from test_watching_faults import inside

CONTENTS = png(3, 8, 8)


def fill(folder, count, first=0):
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        (folder / f"{number:04}.png").write_bytes(CONTENTS)
        # Another time for each: a file is told from another by its size and time.
        os.utime(folder / f"{number:04}.png", ns=(0, 10**18 + number * 10**9 + len(folder.name)))


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "photos"
    fill(root / "2019", 300)
    fill(root / "2020", 40)
    fill(root / "few", 3)
    return root


def path(server):
    return f"/api/v1/collections/{server.collection()}"


def items(server):
    return server.ask("GET", f"{path(server)}/items?limit=1000").json["items"]


def problem(server):
    return server.opened().get("problemReason")


def confirm(server):
    assert server.ask("POST", f"{path(server)}/refresh?deletes=accept").status == 202
    poll(lambda: "refresh" not in server.opened(), 30, "the refresh ends")


def count(server):
    return server.opened()["itemCount"]


def give_order(server):
    """Puts the last of 2019 first, marks it; returns the order of 2019."""
    last = server.order()[0][1][-1]
    assert server.move(last, (0, 0)).status == 200
    assert server.ask("POST", f"{path(server)}/marks", {"items": [last], "stars": 4}).status == 200
    return server.order()


def test_much_of_a_folder_is_kept_until_somebody_confirms(start_server, folder, tmp_path):
    server = start_server(folder, "--watch")
    before = give_order(server)
    away = tmp_path / "away"
    away.mkdir()
    for number in range(100, 300):
        (folder / "2019" / f"{number:04}.png").rename(away / f"{number:04}.png")
    poll(lambda: problem(server), 20, "it is said")
    assert problem(server) == {"code": "items-vanished", "values": {"count": "200", "total": "300", "folder": "2019", "folders": "1"}}
    assert server.order() == before
    gone = [item for item in items(server) if item["kind"] == "gone"]
    assert len(gone) == 200 and gone[0]["title"] == "0299.png" and gone[0]["lastPath"] == "2019/0299.png"
    assert gone[0]["attributes"]["stars"] == 4
    refresh(server)
    assert server.order() == before, "a refresh is no confirmation"
    server.restart()
    assert server.order() == before and problem(server)["values"]["count"] == "200"
    assert [item["title"] for item in items(server) if item["kind"] == "gone"] == [item["title"] for item in gone]
    # What else happens meanwhile is as ever.
    (folder / "2020" / "0003.png").unlink()
    poll(lambda: count(server) == 342, 20)
    for number in range(100, 150):
        (away / f"{number:04}.png").rename(folder / "2019" / f"{number:04}.png")
    poll(lambda: sum(item["kind"] == "gone" for item in items(server)) == 150, 20, "those are back")
    confirm(server)
    assert problem(server) is None and count(server) == 192
    for number in range(150, 300):
        (away / f"{number:04}.png").rename(folder / "2019" / f"{number:04}.png")
    poll(lambda: count(server) == 342, 20, "all are back")
    assert server.order()[0] == before[0], "in the places that they had"
    assert items(server)[0]["attributes"]["stars"] == 4


@pytest.mark.parametrize("restarts", [False, True])
def test_a_folder_that_is_gone_as_a_whole_is_kept(start_server, folder, tmp_path, restarts):
    server = start_server(folder, "--watch")
    before = give_order(server)
    if restarts:
        server.stop()
    (folder / "2019").rename(tmp_path / "away")
    (folder / "2019").mkdir()
    if restarts:
        server.start()
    poll(lambda: problem(server), 20, "it is said")
    assert problem(server)["values"] == {"count": "300", "total": "300", "folder": "2019", "folders": "1"}
    assert server.order() == before
    (folder / "2019").rmdir()
    (tmp_path / "away").rename(folder / "2019")
    poll(lambda: problem(server) is None, 20, "it is back")
    assert server.order() == before and all(item["kind"] == "photo" for item in items(server))


def test_a_folder_that_was_confirmed_comes_back_in_its_order(start_server, folder, tmp_path):
    server = start_server(folder, "--watch")
    before = give_order(server)
    (folder / "2019").rename(tmp_path / "away")
    poll(lambda: problem(server), 20, "it is said")
    confirm(server)
    assert count(server) == 43 and problem(server) is None
    server.restart()
    (tmp_path / "away").rename(folder / "2019")
    poll(lambda: count(server) == 343, 20, "it is back")
    assert dict(server.order()) == dict(before)


def test_a_few_that_are_deleted_are_deleted(start_server, folder):
    server = start_server(folder, "--watch")
    before = server.order()
    shutil.rmtree(folder / "few")
    for number in range(90):
        (folder / "2019" / f"{number:04}.png").unlink()
    poll(lambda: count(server) == 250, 20, "they are gone")
    assert problem(server) is None
    fill(folder / "few", 3)
    poll(lambda: count(server) == 253, 20)
    assert server.order()[2] == before[2], "the same items"


def test_an_empty_folder_is_a_disk_that_is_away_however_few_it_had(start_server, folder):
    server = start_server(folder, "--watch")
    shutil.rmtree(folder / "few")
    (folder / "few").mkdir()
    poll(lambda: problem(server), 20, "it is said")
    assert problem(server)["values"]["count"] == "3" and count(server) == 343


def test_what_was_rejected_may_vanish(start_server, folder):
    server = start_server(folder, "--watch")
    order = server.order()[0][1]
    marks = {"items": order[:150], "flag": "reject"}
    assert server.ask("POST", f"{path(server)}/marks", marks).status == 200
    wish = {"where": {"field": "flag", "in": ["reject"]}}
    query = poll(lambda: next((a for a in [server.ask("POST", f"{path(server)}/queries", wish)] if a.status == 201), None), 30)
    rejects = server.ask("GET", f"/api/v1/collections/{query.json['id']}/export?as=paths").body.decode().split()
    assert len(rejects) == 150
    for name in rejects:
        os.remove(name)
    poll(lambda: count(server) == 193, 20, "they are gone")
    assert problem(server) is None
    # The rest of the folder is another matter.
    shutil.rmtree(folder / "2019")
    poll(lambda: problem(server), 20, "it is said")
    assert count(server) == 193


def test_folders_say_what_is_not_to_be_shown(start_server, folder):
    (folder / "2019" / "inside").mkdir()
    fill(folder / "2019" / "inside", 5)
    (folder / "2019" / ".nomedia").touch()
    (folder / "2020" / ".lookaheadignore").write_text("# drafts\n000[0-4].png\nprivate/\n")
    fill(folder / "2020" / "private", 5)
    server = start_server(folder, "--watch")
    assert [section["title"] for section in server.snapshot()["sections"]] == ["2020", "few"]
    assert count(server) == 38
    assert server.opened()["skipped"]["left-out-by-file"] == 7
    (folder / "2019" / ".nomedia").unlink()
    poll(lambda: count(server) == 343, 20, "they are shown")
    before = server.order()
    (folder / "2019" / ".lookaheadignore").touch()
    poll(lambda: count(server) == 38, 20, "somebody said so: that is no question")
    assert problem(server) is None
    (folder / "2019" / "inside" / "late.png").write_bytes(CONTENTS)
    (folder / "2019" / ".lookaheadignore").unlink()
    poll(lambda: count(server) == 344, 20, "and here they are again")
    assert server.order()[0] == before[0]


def test_a_bind_mount_that_comes_and_goes(folder, tmp_path):
    can = subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
    if not can:
        pytest.skip("needs user namespaces")
    (folder / "2019").rename(tmp_path / "stored")
    (folder / "2019").mkdir()
    script = tmp_path / "inside"
    script.write_text(f'#!/bin/sh\nset -e\nmount --bind {tmp_path}/stored {folder}/2019\nexec {BINARY} "$@"\n')
    script.chmod(0o755)

    class Inside(Server):
        program = ["unshare", "-rm", str(script)]

    class Without(Server):
        program = ["unshare", "-rm", str(BINARY)]

    server = Inside(folder, "--watch", data=tmp_path / "data")
    try:
        before = give_order(server)
        inside(server, 'umount "$1"', folder / "2019")
        fill(folder / "2020", 1, first=40)
        poll(lambda: count(server) == 344, 20, "something else is read")
        assert server.order()[0] == before[0]
    finally:
        server.stop()
    server = Without(folder, "--watch", data=tmp_path / "data")
    try:
        server.opened()
        assert problem(server)["values"]["count"] == "300"
        inside(server, 'mount --bind "$1" "$2"', tmp_path / "stored", folder / "2019")
        poll(lambda: problem(server) is None, 20, "the mount is noticed")
        assert server.order()[0] == before[0] and all(item["kind"] == "photo" for item in items(server))
    finally:
        server.stop()


@pytest.mark.skipif(os.getuid() != 0, reason="needs a user who may not read a folder")
@pytest.mark.parametrize("restarts", [False, True])
def test_a_folder_without_permission_is_named_and_kept(folder, tmp_path, restarts):
    for place in [tmp_path, *tmp_path.parents]:
        if place.stat().st_mode & 0o005 != 0o005:
            place.chmod(place.stat().st_mode | 0o055)
    (tmp_path / "data").mkdir(mode=0o777)
    for place in (tmp_path / "data", tmp_path / "cache"):
        place.mkdir(exist_ok=True)
        place.chmod(0o777)
        os.chown(place, 65534, 65534)

    class Plain(Server):
        program = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", str(BINARY)]

    server = Plain(folder, "--watch", data=tmp_path / "data", cache=tmp_path / "cache")
    try:
        before = give_order(server)
        if restarts:
            server.stop()
        (folder / "few").chmod(0)
        (folder / "2019").chmod(0o744)
        if restarts:
            server.start()
        poll(lambda: (problem(server) or {}).get("values", {}).get("unreadFolders") == "2", 20, "they are named")
        assert problem(server) == {
            "code": "folder-unread-kept", "values": {"unread": "2019", "unreadFolders": "2", "unreadCount": "303"}}
        assert server.order() == before
        (folder / "few").chmod(0o755)
        (folder / "2019").chmod(0o755)
        poll(lambda: problem(server) is None, 20, "they are back")
        assert server.order() == before and all(item["kind"] == "photo" for item in items(server))
    finally:
        server.stop()


def test_links_within_the_folder_by_an_absolute_path_are_followed(start_server, folder, tmp_path):
    (folder / "picks").mkdir()
    (folder / "picks" / "a.png").symlink_to(folder / "2019" / "0001.png")
    (tmp_path / "outside.png").write_bytes(CONTENTS)
    (folder / "picks" / "b.png").symlink_to(tmp_path / "outside.png")
    (folder / "picks" / "c.png").symlink_to(folder / "2019" / ".." / ".." / "outside.png")
    (tmp_path / "by-another-way").symlink_to(folder)
    (folder / "picks" / "d.png").symlink_to(tmp_path / "by-another-way" / "2019" / "0002.png")
    (folder / "@Recycle").mkdir()
    fill(folder / "@Recycle", 2)
    server = start_server(tmp_path / "by-another-way", "--watch")
    titles = [item["title"] for item in items(server)]
    assert titles[-2:] == ["a.png", "d.png"] and len(titles) == 345
    image = server.ask("GET", f"{path(server)}/items/{items(server)[-2]['id']}/image?w=160")
    assert image.status == 200
    assert server.opened()["skipped"] == {"link-not-followed": 2, "hidden": 1}


def test_a_server_that_lacks_a_disk_deletes_nothing_of_the_others(start, folder, tmp_path, address):
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
        pytest.skip("needs user namespaces")
    one = start(folder, "--watch")
    before = give_order(one)
    script = tmp_path / "inside"
    script.write_text(f'#!/bin/sh\nset -e\nmount -t tmpfs none {folder}/2019\nexec {BINARY} "$@"\n')
    script.chmod(0o755)

    class Inside(Server):
        program = ["unshare", "-rm", str(script)]

    two = Inside(folder, "--watch", "--store", address, data=tmp_path / "data-two")
    try:
        two.opened()
        assert problem(two)["values"]["count"] == "300" and problem(one) is None
        refresh(one)
        fill(folder / "2020", 1, first=40)
        poll(lambda: count(one) == count(two) == 344, 20, "both have the new file")
        assert one.order()[0] == two.order()[0] == before[0]
        assert all(item["kind"] == "photo" for item in items(one))
        assert sum(item["kind"] == "gone" for item in items(two)) == 300
    finally:
        two.stop()


def test_an_original_that_is_gone_keeps_its_name_and_path_in_an_album(start_server, folder):
    server = start_server(folder, "--watch")
    item = server.order()[2][1][1]
    assert server.ask("POST", f"{path(server)}/marks", {"items": [item], "stars": 5}).status == 200
    album = server.ask("POST", "/api/v1/albums", {"title": "Best"}).json["id"]
    added = server.ask("POST", f"/api/v1/collections/{album}/additions", {"collection": server.collection(), "items": [item]})
    assert added.status == 200, added.body
    shutil.rmtree(folder / "few")
    poll(lambda: count(server) == 340, 20, "it is gone")
    for _ in range(2):
        gone = server.ask("GET", f"/api/v1/collections/{album}/items").json["items"][0]
        assert (gone["kind"], gone["title"], gone["lastPath"]) == ("gone", "0001.png", "few/0001.png")
        assert gone["attributes"] == {"stars": 5}
        server.restart()
