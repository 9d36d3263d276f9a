"""The configuration file, the environment and the command line, in the real program."""

import json
import os
import random
import re
import signal
import subprocess

import pytest
from running import BINARY, ROOT, Server, poll


def run(*arguments, environment=None):
    return subprocess.run(
        [str(BINARY), *map(str, arguments)], capture_output=True, text=True, timeout=60,
        env={**os.environ, **(environment or {})})


@pytest.fixture
def write(tmp_path):
    def write(text, name="lookahead.yaml"):
        file = tmp_path / name
        file.write_text(text)
        return file

    return write


def collections(server):
    server.opened()
    return [c["title"] for c in server.ask("GET", "/api/v1/collections").json["collections"]]


def test_a_server_takes_its_options_from_a_file_and_paths_from_beside_it(start_server, write, photos, tmp_path):
    (tmp_path / "secret").write_text("a token of my own\n".replace(" ", "-"))
    file = write(f"""
        # A comment.
        folders: [{photos.name}]
        items: 5
        token-file: secret   # beside this file
        previews: no
        loaders: "7"
    """)
    server = start_server("--config", file)
    assert server.ask("GET", "/api/v1/collections").status == 401
    headers = {"Authorization": "Bearer a-token-of-my-own"}
    poll(lambda: len(server.ask("GET", "/api/v1/collections", headers=headers).json["collections"]) == 2, 30)
    assert server.ask("GET", "/api/v1/settings", headers=headers).json["loaders"] == 7


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(start_server, write, monkeypatch, tmp_path):
    file = write("loaders: 5\nitems: 4\nverbose: true\n")

    def loaders(*options):
        server = start_server("--config", file, *options, data=tmp_path / "-".join(["data", *options]))
        server.opened()
        found = server.ask("GET", "/api/v1/settings").json["loaders"]
        assert server.stop() == 0
        return found

    assert loaders() == 5
    monkeypatch.setenv("LOOKAHEAD_LOADERS", "6")
    assert loaders() == 6
    assert loaders("--loaders", "7", "--no-verbose") == 7


def test_lists_of_a_nearer_place_take_the_whole_place(start_server, write, monkeypatch):
    file = write("allow-host:\n  - file.example\n  - other.example\nitems: 3\n")
    server = start_server("--config", file)

    def is_allowed(host):
        return server.ask("GET", "/healthz", headers={"Host": host}).status == 200

    assert is_allowed("file.example") and is_allowed("other.example") and not is_allowed("environment.example")
    server.stop()
    monkeypatch.setenv("LOOKAHEAD_ALLOW_HOST", "[environment.example, second.example]")
    server.start()
    assert is_allowed("environment.example") and is_allowed("second.example") and not is_allowed("file.example")


def test_the_file_alone_can_be_named_by_the_environment(start_server, write, monkeypatch):
    monkeypatch.setenv("LOOKAHEAD_CONFIG", str(write("items: 12\n")))
    assert start_server().opened()["itemCount"] == 12


def test_every_wrong_line_is_named_with_its_number_its_key_and_what_to_do(write):
    file = write("""\
port: 80800
tokn-file: x
loaders: [1, 2]

demo: maybe
folders: /nowhere/at/all
data: {a: b}
log-format: xml
""")
    for words in [("config", "check", file), ("serve", "--config", file, "--port", 0)]:
        answer = run(*words)
        assert answer.returncode == 64 and answer.stdout == ""
        said = [line.split(f"{file}:")[1] for line in answer.stderr.splitlines() if str(file) in line]
        for found, expected in zip(said, [
            r"1: port: --port must be a number from 0 to 65535\.",
            r"2: tokn-file: there is no such option; did you mean token-file\?",
            r"3: loaders: takes one value, not a list",
            r"5: demo: must be true or false, not maybe",
            r"6: folders: The folder /nowhere/at/all does not exist or cannot be read\.",
            r"7: data: must be a value or a list of values",
            r"8: log-format: .*'xml'.*",
        ], strict=True):
            assert re.fullmatch(expected, found), (found, expected)


@pytest.mark.parametrize("text, said", [
    ("port: 80\n  x: [", ":2: this is not YAML"),
    ("items: 1\nport: 1\n'port' : 2\n", ":3: port: is set twice"),
    ("- a\n- b\n", ":1: a line must be an option and its value"),
    ("tls-certificate: a.pem\n", "--tls-certificate and --tls-key are used together"),
    ("items: 1\ntoken: short\n", ":2: token: --token must have at least 16 characters"),
    ("token: of-sixteen-characters\ntoken-file: x\n", ":2: token-file: --token and --token-file cannot be used together"),
    ("token: of-sixteen-characters\nread-only-token: of-sixteen-characters\n", ":2: read-only-token: --token and --read-only-token must be two different tokens"),
    ("token-file: none-there\n", "none-there of --token-file cannot be read"),
    ("items: 1\nhost: 0.0.0.0\n", ":2: host: other machines can reach 0.0.0.0, and there is no token"),
    ("tls-key: none.pem\ntls-certificate: none.pem\n", ":2: tls-certificate: TLS cannot be used"),
    ("folders: " + 100_000 * "[", ":1: this is not YAML: Maximum nesting level"),
    ("config: other.yaml\n", ":1: config: there is no such option"),
])
def test_what_is_no_configuration_is_said(write, text, said):
    answer = run("config", "check", write(text))
    assert answer.returncode == 64 and said in answer.stderr


def test_a_file_that_is_missing_or_empty_is_said_or_right(write, tmp_path):
    missing = run("serve", "--config", tmp_path / "none.yaml")
    assert missing.returncode == 64 and "none.yaml:1: the file cannot be read" in missing.stderr
    empty = run("config", "check", write("# nothing\n"))
    assert empty.returncode == 0 and "is right: 0 options" in empty.stdout


def test_a_wrong_variable_is_named(tmp_path):
    answer = run("serve", "--data", tmp_path / "data", environment={"LOOKAHEAD_PORT": "tcp://10.0.0.1:80"})
    assert answer.returncode == 64 and "LOOKAHEAD_PORT: port: " in answer.stderr


def test_the_example_has_every_option_of_the_help_and_is_right(write):
    shown = set(re.findall(r"^  --([a-z-]+)", run("serve", "--help").stdout, re.MULTILINE))
    text = run("config", "example").stdout
    keys = set(re.findall(r"^#([a-z-]+):", text, re.MULTILINE))
    assert keys == shown - {"config", "open", "help", "version"} | {"folders"}
    # Each variable is its option's.
    assert re.findall(r"  \$(LOOKAHEAD_\w+)$", text, re.MULTILINE) == [
        "LOOKAHEAD_" + key.upper().replace("-", "_") for key in re.findall(r"^#([a-z-]+):", text, re.MULTILINE)]
    used = "\n".join(line[1:] for line in text.splitlines() if re.match(r"#[a-z-]+: [^\[]", line))
    answer = run("config", "check", write(used))
    assert answer.returncode == 0, answer.stderr


def test_sighup_reloads_what_can_change_and_names_the_rest(start_server, write):
    file = write("items: 7\nloaders: 3\n")
    server = start_server("--config", file)
    server.opened()

    def reload(text, said):
        file.write_text(text)
        server.log.clear()
        server.process.send_signal(signal.SIGHUP)
        poll(lambda: any(said in line for line in server.log), 20, said)

    reload("items: 7\nloaders: 9\n", "Reloaded: loaders")
    assert server.ask("GET", "/api/v1/settings").json["loaders"] == 9
    reload("items: 8\nloaders: 9\n", "used after a restart: items")
    # A wrong file changes nothing, not even what is right in it.
    reload("loaders: 2\nitens: 8\n", f"{file}:2: itens")
    assert server.ask("GET", "/api/v1/settings").json["loaders"] == 9
    assert server.opened()["itemCount"] == 7


def mutated(text, random):
    """The text with some of its bytes and lines changed, as slips of the hand and broken disks do it."""
    pieces = [b": ", b"[", b"]", b"{", b"}", b"&a ", b"*a", b"- ", b"\n", b"\t", b"|\n", b">", b"!!binary ", b"%", b"'", b'"', b"\0", b"\xff", b"#",
              b"---\n", b"? ", b"<<", b"~", b"-1", b"9" * 30, "한".encode(), b"\r", b"\xef\xbb\xbf"]
    lines = text.encode().splitlines(keepends=True)
    for _ in range(random.randrange(1, 5)):
        place = random.randrange(len(lines))
        line = lines[place]
        at = random.randrange(len(line) + 1)
        lines[place] = random.choice([
            lambda: line[:at] + random.choice(pieces) + line[at:], lambda: line[:at] + line[at + random.randrange(1, 8):], lambda: line * 2,
            lambda: line[:at] + bytes([random.randrange(256)]) + line[at + 1:], lambda: random.choice(lines) + line])()
    return b"".join(lines)


def test_whatever_is_in_the_file_a_reload_says_what_is_wrong_with_it_or_takes_it(start_server, write):
    """A fuzzer without a compiler's help: the running server reads one file after another."""
    right = "items: 7\nloaders: 3\nverbose: no\nallow-host: [a.example, b.example]\nmemory-cache: 64\nbackups: 2\ndemo: false\nhost: 127.0.0.1\n"
    file = write(right)
    server = start_server("--config", file)
    server.opened()
    seed = random.randrange(1 << 32)
    source, refused = random.Random(seed), 0
    for number in range(150):
        content = mutated(right, source)
        file.write_bytes(content)
        server.log.clear()
        server.process.send_signal(signal.SIGHUP)
        poll(lambda: any("eloaded" in line for line in server.log) or server.process.poll() is not None, 20, (seed, number, content))
        assert server.process.poll() is None, (seed, number, content)
        said = [line for line in server.log if "Nothing was reloaded" in line]
        refused += bool(said)
        for line in said:
            place = re.search(re.escape(str(file)) + r":(\d+): \S", line)
            assert place and 1 <= int(place[1]) <= content.count(b"\n") + content.count(b"\r") + 1, (seed, number, content, line)
    # Some of them are right.
    assert 30 < refused < 150
    file.write_text(right.replace("loaders: 3", "loaders: 5"))
    server.process.send_signal(signal.SIGHUP)
    poll(lambda: server.ask("GET", "/api/v1/settings").json["loaders"] == 5, 20)


def test_without_anything_to_reload_sighup_stops_as_when_a_terminal_is_closed(start_server):
    server = start_server("--items", 5)
    assert server.stop(signal.SIGHUP) == 0
