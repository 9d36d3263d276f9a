"""Nobody can write lines of the log."""

import json

import pytest
from pictures import write_folder
from readings import exchange
from running import poll
from test_command_line import run

FORGED = "2026-11-22T00:00:00+0000 error lookahead: forged"
HOSTILE = f"x\n{FORGED}\r\x1b[31m\x07\x7f\x9b31m\u2028{FORGED}\u2029\u202eabc\u2066\u200f" + "long " * 100


def lines(server, *words):
    """The lines of the log, once they have each of the words."""
    poll(lambda: all(any(word in line for line in server.log) for word in words), 30, f"the log says {words}")
    return server.log


def assert_nothing_is_forged(log):
    for line in log:
        assert not any(c in line.rstrip("\n") for c in "\n\r\x1b\x07\x7f\x9b\u2028\u2029\u202e\u2066\u200f"), ascii(line)
        assert not line.startswith("2026-11-22T00:00:00"), ascii(line)


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_posted_title_stays_in_its_line_at_a_restart(start_server, format):
    server = start_server("--log-format", format, "--verbose")
    answer = server.ask("POST", "/api/v1/collections", {"id": "hostile", "title": HOSTILE, "sections": [{"id": "s", "items": [{"id": "a"}]}]})
    assert answer.status == 201
    server.restart()
    log = lines(server, "forged")
    assert_nothing_is_forged(log)
    line = next(line for line in log if "forged" in line)
    text = json.loads(line)["message"] if format == "json" else line
    assert f"x\\n{FORGED}\\r\\u{{1b}}[31m\\u{{7}}\\u{{7f}}\\u{{9b}}31m\\u{{2028}}" in text
    # Cut: the title has some 600 characters.
    assert "…" in text and len(text) < 500
    assert ": 1 items in 1 sections" in text


def test_what_a_folder_leaves_out_is_in_the_log_by_kind(start_server, tmp_path):
    folder = write_folder(tmp_path / "photos", {"": 2})
    for name in ("a.pdf", "b.txt", "c.zip"):
        (folder / name).write_bytes(b"odd")
    server = start_server(folder)
    server.opened()
    server.stop()
    log = lines(server, "not shown")
    assert any("photos: 2 not shown. Documents cannot be shown." in line for line in log)
    assert any("photos: 1 not shown. Archives cannot be shown." in line for line in log)


def test_a_folders_name_stays_in_its_line(start_server, tmp_path, real_pictures):
    name = HOSTILE.replace("/", "")[:120].encode()[:200].decode(errors="ignore")
    folder = tmp_path / name / f"inside\n{FORGED}"
    folder.mkdir(parents=True)
    (folder / f"picture\n{FORGED}.jpg").write_bytes(b"no picture")
    server = start_server(tmp_path / name, "--verbose")
    assert_nothing_is_forged(lines(server, "items in"))


def test_a_requests_path_stays_out_of_the_log(start_server):
    server = start_server("--verbose")
    server.opened()
    for target in ["/forged%0a" + FORGED.replace(" ", "%20"), "/api/v1/collections/forged%0d%0a%1b", "/forged\x1b\x00\x9b"]:
        for agent in ("forged", "forged\x0b"):
            head = f"GET {target} HTTP/1.1\r\nHost: {server.address[7:]}\r\nUser-Agent: {agent}\r\nConnection: close\r\n\r\n"
            assert b"HTTP/1.1 40" in exchange(int(server.address.rsplit(":", 1)[1]), head.encode("latin-1"))
    assert server.stop() == 0
    log = lines(server, "Stopping")
    assert_nothing_is_forged(log)
    assert not any("forged" in line for line in log)


def test_an_error_on_the_command_line_stays_in_its_line(tmp_path):
    done = run("serve", "--data", f"/proc/no\n{FORGED}")
    assert done.returncode != 0
    assert_nothing_is_forged(line + "\n" for line in done.stderr.split("\n"))
