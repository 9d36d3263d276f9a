"""The addresses that the program prints, also as a square for cameras, and the route that their token is sent to."""

import os
import pty
import re
import subprocess
import threading

import pytest
from certificates import Certificate
from running import BINARY, poll

WHOLE, READING = "of-sixteen-letters-or-more", "another-one-of-as-many"
CODE_LINE = re.compile(r"\x1b\[38;5;16;48;5;231m([█▀▄ ]+)\x1b\[0m")
DARK = {"█": "11", "▀": "10", "▄": "01", " ": "00"}


def session(server, token=None):
    return server.ask("POST", "/api/v1/session", headers={"Authorization": f"Bearer {token}"} if token else {})


@pytest.fixture
def in_terminal(tmp_path):
    """What a start prints to a terminal, up to a text; the program is stopped then."""
    def start(*arguments, until):
        outside, inside = pty.openpty()
        process = subprocess.Popen(
            [BINARY, "serve", "--items", "3", "--no-watch", "--port", "0", "--data", tmp_path / "data", *arguments],
            stdout=inside, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm-256color"})
        os.close(inside)
        watch = threading.Timer(60, process.kill)
        watch.start()
        printed = b""
        try:
            while not until(printed.decode(errors="replace")):
                printed += os.read(outside, 65_536)
        finally:
            watch.cancel()
            process.terminate()
            process.wait(30)
            os.close(outside)
        return printed.decode()

    return start


def scanned(printed, folder):
    """What a camera reads."""
    lines = CODE_LINE.findall(printed)
    rows = [[DARK[c][half] for c in line] for line in lines for half in (0, 1)]
    # Each module four pixels wide.
    pixels = [" ".join(bit for bit in row for _ in range(4)) for row in rows for _ in range(4)]
    picture = folder / "code.pbm"
    picture.write_text(f"P1 {4 * len(rows[0])} {len(pixels)}\n" + "\n".join(pixels))
    return subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True, timeout=30).stdout.strip()


def test_a_terminal_gets_the_address_for_other_machines_as_a_square_for_cameras(in_terminal, tmp_path):
    def is_whole(text):
        lines = CODE_LINE.findall(text)
        return lines and len(lines) >= len(lines[0]) // 2

    printed = in_terminal("--host", "0.0.0.0", "--token", "auto", "--read-only-token", "auto", until=is_whole)
    here, *network = re.findall(r"^(?:Serving at|On the network at) (\S+)", printed, re.MULTILINE)
    token = re.fullmatch(r"http://localhost:\d+/#token=(\S{32})", here)[1]
    # Where this machine is in a network.
    assert network and all(re.fullmatch(rf"http://\d+\.\d+\.\d+\.\d+:\d+/#token={token}", address) for address in network)
    looking = re.search(r"^View only at (\S+)", printed, re.MULTILINE)[1]
    assert looking.split("#")[0] == network[0].split("#")[0] and token not in looking
    assert scanned(printed, tmp_path) == network[0]


def test_no_square_goes_to_a_pipe_or_for_this_machine_alone(in_terminal, start_server):
    printed = in_terminal("--host", "127.0.0.2", "--token", "auto", "--read-only-token", "auto", until=lambda text: "View only" in text)
    assert not CODE_LINE.search(printed) and "On the network" not in printed
    server = start_server("--items", 3, "--host", "0.0.0.0", "--token", "auto")
    server.process.terminate()
    rest = server.process.stdout.read()
    assert rest.startswith("On the network at http://") and "\x1b" not in rest
    assert server.stop() == 0
    # Of one address alone there is one line.
    alone = start_server("--items", 3, "--host", re.search(r"http://(.+):", rest)[1].split(":")[0], "--token", "auto")
    alone.process.terminate()
    assert alone.process.stdout.read() == "" and alone.stop() == 0


def test_the_token_is_exchanged_for_a_cookie_in_a_header(start_server, tmp_path):
    certificate = Certificate(tmp_path / "certificate")
    server = start_server("--items", 3, "--token", WHOLE, "--read-only-token", READING, *certificate.options)
    server.context = certificate.context
    poll(lambda: session(server, WHOLE).status == 204, 20, "it serves")
    assert session(server).status == session(server, WHOLE + "x").status == 401
    for token, may_change in [(WHOLE, True), (READING, False)]:
        cookie = session(server, token).headers["Set-Cookie"]
        assert "; HttpOnly; SameSite=Strict; Secure" in cookie and token not in cookie
        answer = server.ask("PATCH", "/api/v1/settings", {}, {"Cookie": cookie.split(";")[0]})
        assert (answer.status != 403) == may_change, answer.body
    cross = {"Authorization": f"Bearer {WHOLE}", "Sec-Fetch-Site": "cross-site"}
    assert server.ask("POST", "/api/v1/session", headers=cross).status == 403
    without = start_server("--items", 3, data=tmp_path / "other")
    answer = session(without)
    # A browser that is known by nothing else is the author of its changes by a cookie, which grants nothing.
    assert answer.status == 204 and answer.headers["Set-Cookie"].startswith("lookahead-actor"), answer.headers
