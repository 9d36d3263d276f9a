"""docs/http-interface.md: its commands, run in their order, return what it says."""

import json
import re
import shlex
import time
import urllib.error
import urllib.request

from running import ROOT


def commands():
    """Each `curl` of the page, with what is piped into it, and the response below it."""
    text = (ROOT / "docs" / "http-interface.md").read_text()
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [pair for block in blocks for pair in re.findall(r"^\$ ((?:printf .+ \| )?curl .+)\n(.+)$", block, re.MULTILINE)]


def run(server, command, viewer, result):
    """The JSON of the response, as `curl` would receive it."""
    address, method, headers, body, words = None, None, {}, None, shlex.split(command)
    lines = words[2:words.index("|")] if words[0] == "printf" else []
    words = iter(words[words.index("curl") + 1:])
    for word in words:
        if word == "-H":
            name, value = next(words).split(": ", 1)
            headers[name] = value
        elif word == "-X":
            method = next(words)
        elif word == "-d":
            body = next(words).encode()
        elif word == "--data-binary":
            assert next(words) == "@-"
            body = "".join(line + "\n" for line in lines).encode()
        else:
            address = word.replace("$A", server.address + "/api/v1").replace("$VIEWER", viewer or "")
            address = address.replace("$RESULT", result or "")
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers, method=method), timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                return json.load(error)
            # As the page says of the first query.
            time.sleep(float(error.headers["Retry-After"]))


def is_part(said, got):
    """Whether everything that is said was received; a response may have more members."""
    if isinstance(said, dict):
        return isinstance(got, dict) and all(name in got and is_part(value, got[name]) for name, value in said.items())
    if isinstance(said, list):
        return isinstance(got, list) and len(said) == len(got) and all(map(is_part, said, got))
    return said == got


def test_the_commands_of_the_page_return_what_it_says(start_server):
    server = start_server("--items", 10)
    viewer, result, wrong = None, None, []
    assert len(commands()) == 22
    for command, said in commands():
        got = run(server, command, viewer, result)
        viewer = got["viewer"] if "viewer" in got else viewer
        result = got["id"] if "query" in got and "id" in got else result
        if not is_part(json.loads(said), got):
            wrong.append((command, got))
    assert wrong == []


def test_a_response_that_differs_is_found():
    assert is_part({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4})
    assert not is_part({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})
    assert not is_part({"a": 1}, {}) and not is_part([1], [1, 2])
