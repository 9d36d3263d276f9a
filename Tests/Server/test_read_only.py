"""What the token of `--read-only-token` opens: whatever changes nothing, on every route of the description."""

import re
import subprocess

import pytest
from pictures import write_folder
from running import BINARY, poll

WHOLE, READING = "of-sixteen-letters-or-more", "another-one-of-as-many"
# What is asked by other methods than GET and changes nothing that lasts.
LOOKING = {"createViewer", "updateViewer", "removeViewer", "leaveViewer", "reportRange", "openResult", "countFacets", "getImages", "makeTicket", "retryImage", "startSession"}


@pytest.fixture(scope="module")
def server(start_shared_server, module_path):
    folder = write_folder(module_path / "photos", {"First": 3, "Second": 2})
    return start_shared_server(folder, "--token", WHOLE, "--read-only-token", READING)


def ask(server, method, path, body=None, token=READING, **more):
    # Without this, a viewer's events are a stream, which does not end.
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", **more}
    return server.ask(method, path, body, headers)


def collections(server, token=READING):
    return ask(server, "GET", "/api/v1/collections", token=token).json["collections"]


@pytest.fixture
def collection(server):
    return poll(lambda: next((c["id"] for c in collections(server) if c["open"]), None), 60, "the folder is open")


def test_every_change_is_refused_with_words_of_its_own_and_all_else_is_served(server, collection):
    viewer = ask(server, "POST", f"/api/v1/collections/{collection}/viewers", {"layout": {"kind": "column"}, "width": 800, "height": 600})
    items = ask(server, "GET", f"/api/v1/collections/{collection}/items").json["items"]
    names = {"c": collection, "i": items[0]["id"], "v": viewer.json["viewer"], "m": "1", "q": "none", "s": "First"}
    before = {c["id"]: c["version"] for c in collections(server)}
    operations = [
        (details["operationId"], method.upper(), re.sub(r"\{(\w+)\}", lambda match: names[match[1]], path))
        for path, methods in ask(server, "GET", "/api/v1/openapi.json").json["paths"].items()
        for method, details in methods.items() if method in ("get", "post", "put", "patch", "delete")]
    assert len(operations) > 60
    refused, served = set(), set()
    # The viewer goes last.
    for name, method, path in sorted(operations, key=lambda operation: operation[0] in ("removeViewer", "leaveViewer")):
        if path.endswith("/events"):
            path += "?wait=0" if "viewers" in path else "?after=never"
        answer = ask(server, method, path, None if method == "GET" else {})
        is_refused = answer.status == 403 and answer.headers["Content-Type"] == "application/problem+json" and answer.json.get("code") == "read-only"
        (refused if is_refused else served).add((name, method))
        assert answer.status != 401, name
    assert {name for name, method in served if method != "GET"} == LOOKING
    assert {name for name, method in refused if method == "GET"} == set()
    assert len(refused) > 20
    assert {c["id"]: c["version"] for c in collections(server)} == before


def test_it_says_what_can_be_done_and_gives_files_and_lists(server, collection):
    path = f"/api/v1/collections/{collection}"
    mine, theirs = ask(server, "GET", path).json, ask(server, "GET", path, token=WHOLE).json
    assert mine["readOnly"] and "readOnly" not in theirs
    can = mine["capabilities"]
    assert (can["move"], can["insert"], can["delete"], can["refresh"], can["rate"]) == (False, False, False, False, [])
    assert can["originals"] and theirs["capabilities"]["move"]
    item = ask(server, "GET", f"{path}/items?limit=1").json["items"][0]["id"]
    assert ask(server, "GET", f"{path}/items/{item}/original").status == 200
    assert ask(server, "GET", f"{path}/export?as=csv").status == 200
    # The whole token changes what the other one may not.
    move = {"item": item, "to": [0, 2]}
    assert ask(server, "POST", f"{path}/moves", move).status == 403
    assert ask(server, "POST", f"{path}/moves", move, token=WHOLE).status == 200


def test_generated_tokens_are_printed_and_kept_for_the_next_start(start_server, tmp_path):
    server = start_server("--items", 3, "--token", "auto", "--read-only-token", "auto")
    reading = re.fullmatch(rf"View only at {re.escape(server.address)}/#token=(\S+)\n", server.process.stdout.readline())[1]
    assert reading != server.token
    summaries = [collections(server, token)[0].get("readOnly", False) for token in (server.token, reading)]
    assert summaries == [False, True]
    server.restart()
    assert collections(server, reading)[0]["readOnly"]
    assert {path.stat().st_mode & 0o777 for path in server.data.glob("lookahead.*token")} == {0o600}


@pytest.mark.parametrize("options,words", [
    (["--read-only-token", READING], "--read-only-token needs --token"),
    (["--token", WHOLE, "--read-only-token", WHOLE], "two different tokens"),
    (["--token", WHOLE, "--read-only-token", "short"], "--read-only-token must have at least 16 characters"),
])
def test_a_token_that_cannot_be_used_is_said(tmp_path, options, words):
    done = subprocess.run([BINARY, "serve", *options, "--data", tmp_path / "data"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 64 and words in done.stderr
