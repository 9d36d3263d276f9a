"""The program as a shell sees it."""

import datetime
import html
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from running import BINARY, poll


def run(*arguments, **more):
    return subprocess.run([str(BINARY), *map(str, arguments)], capture_output=True, text=True, timeout=240, **more)


def test_a_second_server_on_a_data_folder_ends_with_3_and_names_the_first(server, photos):
    second = run("serve", photos, "--port", 0, "--data", server.data)
    assert second.returncode == 3
    assert str(server.process.pid) in second.stderr and server.address in second.stderr
    assert second.stdout == ""
    assert server.ask("GET", "/healthz").status == 200


def test_two_folders_keep_orders_of_their_own_in_one_data_folder(start_server, tmp_path, photos):
    (tmp_path / "other").mkdir()
    first = start_server(photos)
    order = first.order()
    item = order[0][1][0]
    assert first.move(item, (1, 0)).status == 200
    order = first.order()
    first.stop()
    start_server(tmp_path / "other").stop()
    first.start()
    assert first.order() == order


def test_a_port_in_use_is_said(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = run("serve", "--port", port, "--data", tmp_path / "data", "--disk-cache", 0)
    assert answer.returncode == 1 and f"{port} is in use" in answer.stderr


def test_a_missing_folder_is_said(tmp_path):
    answer = run("serve", tmp_path / "nowhere", "--data", tmp_path / "data")
    assert answer.returncode == 64 and "nowhere" in answer.stderr
    assert not (tmp_path / "data").exists()


def test_the_version_is_the_same_everywhere(server):
    answer = run("--version")
    assert answer.returncode == 0
    version = answer.stdout.strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    health = server.ask("GET", "/healthz").json
    assert health["status"] == "ok" and health["version"] == version
    assert server.ask("GET", "/api/v1/openapi.json").json["info"]["version"] == version


def test_folders_are_served_without_a_subcommand(tmp_path, photos):
    first = serving(photos, "--port", 0, "--data", tmp_path / "data", "--disk-cache", 0)
    assert first["itemCount"] > 0 and first["title"] == photos.name
    # A folder may have the name of a subcommand.
    shutil.copytree(photos, tmp_path / "export")
    named = serving("./export", "--port", 0, "--data", tmp_path / "data", "--disk-cache", 0, cwd=tmp_path)
    assert (named["itemCount"], named["title"]) == (first["itemCount"], "export")


def serving(*arguments, **more):
    """The first collection of the program that is started with these arguments."""
    process = subprocess.Popen(
        [str(BINARY), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **more)
    try:
        address = process.stdout.readline().removeprefix("Serving at ").strip()

        def opened():
            with urllib.request.urlopen(address + "api/v1/collections", timeout=30) as answer:
                found = json.load(answer)["collections"]
            return found and found[0]["open"] and found[0]

        return poll(opened, 30, "the collection is open")
    finally:
        process.terminate()
        assert process.wait(30) == 0


def test_a_folder_that_is_no_subcommand_either_is_said():
    answer = run("exprot")
    assert answer.returncode == 64 and "exprot" in answer.stderr


def test_sizes_without_the_times_that_they_tell_are_refused():
    answer = run("serve", "--items", 9, "--demo-sizes")
    assert answer.returncode == 64 and "--demo-latency" in answer.stderr


def test_other_machines_are_let_in_with_a_token_only(start_server, tmp_path):
    refused = run("serve", "--host", "0.0.0.0", "--port", 0, "--data", tmp_path / "data")
    assert refused.returncode == 1 and "--token" in refused.stderr
    server = start_server("--host", "0.0.0.0", "--token", "auto")
    port = server.address.rsplit(":", 1)[1]
    server.address = f"http://127.0.0.1:{port}"
    assert server.ask("GET", "/api/v1/collections").status in (401, 403)
    allowed = server.ask("GET", "/api/v1/collections", headers={"Authorization": f"Bearer {server.token}"})
    assert allowed.status == 200


def test_an_automatic_token_is_the_same_at_the_next_start_and_its_owners_alone(start_server, tmp_path):
    server = start_server("--items", 5, "--token", "auto")
    kept, first = server.data / "lookahead.token", server.token
    assert kept.read_text().strip() == first and kept.stat().st_mode & 0o777 == 0o600
    server.restart()
    assert server.token == first
    # What others could have read is no secret any more.
    kept.chmod(0o644)
    server.restart()
    assert server.token not in (None, first) and kept.stat().st_mode & 0o777 == 0o600
    kept.unlink()
    kept.symlink_to(tmp_path / "elsewhere")
    server.restart()
    assert server.token and not kept.is_symlink() and not (tmp_path / "elsewhere").exists()
    kept.unlink()
    os.mkfifo(kept, 0o600)
    server.restart()
    assert server.token and kept.read_text().strip() == server.token


def test_a_damaged_data_folder_is_refused_and_left_as_it_is(server, photos):
    server.stop()
    database = server.data / "lookahead.sqlite"
    content = bytearray(database.read_bytes())
    content[100:4096] = b"\xa5" * 3996
    database.write_bytes(content)
    answer = run("serve", photos, "--port", 0, "--data", server.data)
    assert answer.returncode == 1 and "damaged" in answer.stderr and str(database) in answer.stderr
    assert database.read_bytes() == content


def test_it_stops_with_streams_open(server):
    viewer = server.ask(
        "POST", f"/api/v1/collections/{server.collection()}/viewers",
        {"layout": {"kind": "column"}, "width": 1280, "height": 800}).json["viewer"]
    streams = [
        urllib.request.urlopen(
            urllib.request.Request(
                f"{server.address}/api/v1/viewers/{viewer}/events", headers={"Accept": "text/event-stream"}),
            timeout=30) for _ in range(3)
    ]
    assert server.stop() == 0
    for stream in streams:
        stream.read()
        stream.close()


def test_the_demos_are_served_without_a_folder(start_server):
    server = start_server()
    collections = server.ask("GET", "/api/v1/collections").json["collections"]
    assert collections
    for number in range(len(collections)):
        assert server.opened(number)["itemCount"] > 0


def test_a_thousand_descriptors_are_no_limit(server):
    limits = open(f"/proc/{server.process.pid}/limits").read()
    soft = next(line for line in limits.splitlines() if line.startswith("Max open files")).split()[3]
    hard = os.sysconf("SC_OPEN_MAX")
    assert int(soft) >= min(65_536, hard)


def test_a_second_signal_ends_at_once(server):
    # Stopping must not wait for it, so both arrive whatever the first one does.
    server.process.send_signal(signal.SIGINT)
    server.process.send_signal(signal.SIGTERM)
    poll(lambda: server.process.poll() is not None, 30, "it ended")
    assert server.process.returncode in (0, -signal.SIGTERM)
    server.start()
    assert server.order()


TOKEN = "a-secret-of-this-test"


@pytest.mark.parametrize("way", ["--token", "--token-file", "LOOKAHEAD_TOKEN"])
def test_a_token_of_the_users_own_is_not_repeated(start_server, tmp_path, monkeypatch, way):
    (tmp_path / "token").write_text(TOKEN + "\n")
    if way == "LOOKAHEAD_TOKEN":
        monkeypatch.setenv(way, TOKEN)
    options = {"--token": ["--token", TOKEN], "--token-file": ["--token-file", tmp_path / "token"]}.get(way, [])
    server = start_server("--items", 5, "--verbose", *options)
    # Nothing of it in what is printed, nor, but for --token, among the arguments that other users see.
    assert server.token is None
    arguments = Path(f"/proc/{server.process.pid}/cmdline").read_text()
    assert (TOKEN in arguments) == (way == "--token")
    assert server.ask("GET", "/api/v1/collections").status == 401
    assert server.ask("GET", "/api/v1/collections", headers={"Authorization": f"Bearer {TOKEN}"}).status == 200
    assert server.ask("GET", "/api/v1/collections", headers={"Authorization": f"Bearer {TOKEN}2"}).status == 401
    assert server.stop() == 0
    assert not any(TOKEN in line for line in server.log)


def test_a_token_may_come_through_a_pipe(start_server, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def give():
        # In parts, as a password manager may.
        with pipe.open("wb", buffering=0) as end:
            for part in (TOKEN[:5], TOKEN[5:], "\n"):
                end.write(part.encode())

    writer = threading.Thread(target=give, daemon=True)
    writer.start()
    server = start_server("--items", 5, "--token-file", pipe)
    writer.join(30)
    assert server.ask("GET", "/api/v1/collections", headers={"Authorization": f"Bearer {TOKEN}"}).status == 200


OPENER = """#!/bin/sh
stat -c %a "$1" > {folder}/mode
cp "$1" {folder}/opened.html
echo "$@" > {folder}/arguments
"""


@pytest.mark.parametrize("way", ["auto", "a+secret&of#this%test"])
def test_the_browser_is_opened_without_the_token_among_the_arguments(start_server, tmp_path, monkeypatch, way):
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "xdg-open").write_text(OPENER.format(folder=tmp_path))
    (programs / "xdg-open").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("LOOKAHEAD_TOKEN", way)
    server = start_server("--items", 5, "--open")
    arguments = tmp_path / "arguments"
    poll(lambda: arguments.exists() and arguments.read_text(), 30, "the browser was opened")
    token = server.token or way
    opened = Path(arguments.read_text().strip())
    assert opened.parent == server.data and token not in str(opened)
    assert (tmp_path / "mode").read_text().strip() == "600"
    target = html.unescape(re.search(r'url=([^"]*)"', (tmp_path / "opened.html").read_text())[1])
    fragment = target.removeprefix(f"{server.address}/#token=")
    led = server.ask("POST", "/api/v1/session", headers={"Authorization": f"Bearer {urllib.parse.unquote(fragment)}"})
    assert led.status == 204 and "lookahead-" in led.headers["Set-Cookie"]
    assert server.stop() == 0
    assert not opened.exists()


def test_tokens_that_cannot_be_used_are_refused(tmp_path):
    (tmp_path / "long").write_text("x" * 5000 + "\n")
    (tmp_path / "short").write_text("short\n")
    (tmp_path / "right").write_text(TOKEN)
    for arguments, word in [
        (["--token-file", tmp_path / "missing"], "cannot be read"), (["--token-file", tmp_path / "short"], "16 characters"),
        (["--token-file", tmp_path / "long"], "longer than 4096"),
        (["--token", "short"], "16 characters"), (["--token", TOKEN, "--token-file", tmp_path / "right"], "together"),
        (["--token", "with spaces in the middle"], "without spaces"), (["--trusted-proxy", "proxy.example"], "address"),
    ]:
        refused = run("serve", *arguments, "--data", tmp_path / "data")
        assert refused.returncode == 64 and word in refused.stderr, refused.stderr


def test_the_log_comes_as_json_lines_when_asked(start_server):
    server = start_server("--log-format", "json", "--verbose")
    server.opened()
    assert server.stop() == 0
    assert any("Stopping" in line for line in server.log)
    lines = [json.loads(line) for line in server.log]
    for line in lines:
        assert datetime.datetime.fromisoformat(line["time"]).tzinfo is not None
        assert line["level"] in ("trace", "debug", "info", "notice", "warning", "error", "critical")
        assert line["message"]
    assert any("items in" in line["message"] for line in lines)


def test_further_names_and_guests_are_let_in_when_named(start_server, tmp_path):
    server = start_server("--allow-host", "photos.example", "--cors-origin", "https://wall.example")
    port = server.address.rsplit(":", 1)[1]
    for host, status in [("photos.example", 200), (f"photos.example:{port}", 200), ("other.example", 421)]:
        assert server.ask("GET", "/healthz", headers={"Host": host}).status == status, host
    answer = server.ask("GET", "/healthz", headers={"Origin": "https://wall.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://wall.example"
    assert "Access-Control-Allow-Origin" not in server.ask(
        "GET", "/healthz", headers={"Origin": "https://other.example"}).headers
    for option, value in [("--cors-origin", "*"), ("--cors-origin", "wall.example"), ("--allow-host", "a/b")]:
        refused = run("serve", option, value, "--data", tmp_path / "other")
        assert refused.returncode == 64 and option in refused.stderr
