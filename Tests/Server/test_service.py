"""The program as a service: its manager, its socket, its log, its health."""

import json
import os
import re
import socket
import subprocess
import threading

import pytest
from running import BINARY, Server, poll


def health(*arguments, **more):
    return subprocess.run([str(BINARY), "health", *map(str, arguments)], capture_output=True, text=True, timeout=60, **more)


@pytest.fixture
def socket_server(tmp_path):
    """Starts a server at a socket that stays open when the server has ended, as a service manager does."""
    started = []

    def start(address, *arguments, count=1):
        is_both = ":" in address
        listener = socket.create_server((address, 0), family=socket.AF_INET6 if is_both else socket.AF_INET, dualstack_ipv6=is_both)
        number = listener.fileno()

        class AtSocket(Server):
            descriptors = (number,)
            program = ["bash", "-c", f'export LISTEN_FDS={count} LISTEN_PID=$$; exec "$@" 3<&{number}', "bash", str(BINARY)]

        server = AtSocket("--items", 20, *arguments, data=tmp_path / "data")
        started.append((server, listener))
        return server, listener

    yield start
    for server, listener in started:
        if server.process.poll() is None:
            assert server.stop() == 0
        listener.close()


def test_a_socket_of_the_manager_is_used_and_connections_wait_in_it_during_a_restart(socket_server):
    server, listener = socket_server("127.0.0.1")
    port = listener.getsockname()[1]
    assert server.address == f"http://127.0.0.1:{port}"
    assert server.ask("GET", "/healthz").status == 200
    for _ in range(2):
        assert server.stop() == 0
        with socket.create_connection(("127.0.0.1", port), timeout=30) as waiting:
            waiting.sendall(f"GET /healthz/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            server.start()
            assert b"HTTP/1.1 200" in waiting.recv(4096)


def test_a_socket_that_others_can_reach_needs_a_token(socket_server):
    with pytest.raises(AssertionError, match=r"Other machines can reach 0\.0\.0\.0"):
        socket_server("0.0.0.0")
    server, _ = socket_server("::", "--token", "sixteen-characters")
    assert server.address.startswith("http://localhost:")
    assert server.ask("GET", "/healthz").status == 401


def test_more_sockets_than_one_are_refused(socket_server):
    with pytest.raises(AssertionError, match="gave 2 sockets"):
        socket_server("127.0.0.1", count=2)


def test_the_journal_gets_levels_and_no_times(tmp_path, photos):
    reading, writing = os.pipe()
    status = os.fstat(writing)
    process = subprocess.Popen(
        [str(BINARY), "serve", str(photos), "--port", "0", "--data", str(tmp_path / "data"), "--cache", str(tmp_path / "cache"), "--verbose"],
        stdout=subprocess.PIPE, stderr=writing, env={**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"})
    os.close(writing)
    lines = []
    with open(reading, errors="replace") as log:
        thread = threading.Thread(target=lambda: lines.extend(log))
        thread.start()
        assert process.stdout.readline().startswith(b"Serving at")
        poll(lambda: any("items in" in line for line in lines), 60, "the collection is open")
        process.terminate()
        assert process.wait(30) == 0
        thread.join(30)
    assert all(re.match(r"<[2-7]>\S", line) for line in lines), lines
    assert any(re.match(r"<6>.*24 items in 6 sections$", line.strip()) for line in lines), lines


def test_responses_and_lines_of_the_log_have_the_identifier_of_the_request(start_server):
    server = start_server("--items", 10, "--verbose")
    server.opened()

    def ask(identifier):
        answer = server.ask("GET", "/api/v1/collections/none/items", headers={"X-Request-Id": identifier})
        assert answer.status == 404
        return answer.headers["X-Request-Id"]

    assert ask("of.a-proxy_7") == "of.a-proxy_7"
    line = poll(lambda: next((one for one in server.log if "of.a-proxy_7" in one), None), 20, "the log has it")
    assert "GET /api/v1/collections/{c}/items: 404" in line
    for hostile in ["with space", "x" * 65, "a\u00e9", "<b>", ""]:
        assert re.fullmatch(r"[0-9a-f]{16}", ask(hostile)), hostile


def test_without_details_only_failures_have_an_identifier(start_server):
    server = start_server("--items", 10)
    server.opened()
    answer = server.ask("GET", "/api/v1/collections/none", headers={"X-Request-Id": "known"})
    assert answer.status == 404 and answer.headers["X-Request-Id"] is None
    assert server.stop() == 0
    assert not [line for line in server.log if "known" in line]


def test_health_says_whether_the_server_of_a_folder_responds(start_server, tmp_path):
    token = tmp_path / "token"
    token.write_text("sixteen-characters\n")
    server = start_server("--items", 10, "--token-file", token, data=tmp_path / "data")
    poll(lambda: health("--data", server.data, "--token-file", token, "--ready").returncode == 0, 30, "it is ready")
    done = health("--data", server.data, "--token-file", token)
    assert json.loads(done.stdout)["status"] == "ok", done
    refused = health("--data", server.data)
    assert refused.returncode == 1 and "needs its token" in refused.stderr
    # As a container has it: all in the environment.
    variables = {**os.environ, "LOOKAHEAD_DATA": str(server.data), "LOOKAHEAD_TOKEN": "sixteen-characters"}
    assert health(env=variables).returncode == 0
    server.stop()
    done = health("--data", server.data)
    assert done.returncode == 1 and "No server uses the data folder" in done.stderr


def test_it_lives_while_it_opens_and_is_ready_afterwards(start_server):
    server = start_server("--items", 300_000)
    statuses = []

    def is_ready():
        assert server.ask("GET", "/healthz/live").json["status"] == "ok"
        answer = server.ask("GET", "/healthz/ready")
        statuses.append(answer.status)
        if answer.status == 503:
            assert "still being read" in answer.json["detail"] and answer.headers["Retry-After"] == "1"
        return answer.status == 200

    poll(is_ready, 120, "it is ready")
    assert statuses[0] == 503 and set(statuses) == {503, 200}
