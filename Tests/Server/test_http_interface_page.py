"""docs/http-interface.md: its commands, run in their order, return what it says."""

import json
import re
import shlex
import urllib.error
import urllib.request

from running import ROOT


def commands():
    """Each `curl` of the page, with what is piped into it, and the response below it."""
    text = (ROOT / "docs" / "http-interface.md").read_text()
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [pair for block in blocks for pair in re.findall(r"^\$ ((?:printf .+ \| )?curl .+)\n(.+)$", block, re.MULTILINE)]


def run(server, command, viewer):
    """The JSON of the response, as `curl` would receive it."""
    address, headers, body, words = None, {}, None, shlex.split(command)
    lines = words[2:words.index("|")] if words[0] == "printf" else []
    words = iter(words[words.index("curl") + 1:])
    for word in words:
        if word == "-H":
            name, value = next(words).split(": ", 1)
            headers[name] = value
        elif word == "-d":
            body = next(words).encode()
        elif word == "--data-binary":
            assert next(words) == "@-"
            body = "".join(line + "\n" for line in lines).encode()
        else:
            address = word.replace("$A", server.address + "/api/v1").replace("$VIEWER", viewer or "")
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


def is_part(said, got):
    """Whether everything that is said was received; a response may have more members."""
    if isinstance(said, dict):
        return isinstance(got, dict) and all(name in got and is_part(value, got[name]) for name, value in said.items())
    if isinstance(said, list):
        return isinstance(got, list) and len(said) == len(got) and all(map(is_part, said, got))
    return said == got


def test_the_commands_of_the_page_return_what_it_says(start_server):
    server = start_server("--items", 10)
    viewer, wrong = None, []
    assert len(commands()) == 9
    for command, said in commands():
        got = run(server, command, viewer)
        viewer = got["viewer"] if "viewer" in got else viewer
        if not is_part(json.loads(said), got):
            wrong.append((command, got))
    assert wrong == []


def test_a_response_that_differs_is_found():
    assert is_part({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4})
    assert not is_part({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})
    assert not is_part({"a": 1}, {}) and not is_part([1], [1, 2])
