"""Programs whose code fails: nothing that was acknowledged is lost, nobody else waits, and people read the program's own words."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import struct
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from certificates import Certificate
from own_programs import compile_program, running
from running import poll

PROGRAM = Path(__file__).parent.parent / "Support" / "faulty_program"


@pytest.fixture(scope="module")
def faulty(module_path):
    return compile_program(PROGRAM, "faulty", module_path / "faulty")


@pytest.fixture
def address(faulty, tmp_path):
    with running(faulty, folder=tmp_path) as (address, _):
        for name in ["throwing", "hanging", "fewer", "late", "refusing", "failing"]:
            opened(address, name)
        yield address


def ask(address, path, method="GET", body=None, headers=None):
    request = urllib.request.Request(
        address + path, method=method, data=json.dumps(body).encode() if body is not None else None,
        headers={**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if "json" in (answer.headers["Content-Type"] or "") else text.decode(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read()), error.headers


def of(name, rest=""):
    return f"/api/v1/collections/{name}{rest}"


def opened(address, name):
    return poll(lambda: (found := ask(address, of(name))[1]).get("open") and found, 30)


class View:
    """A viewer, which looks at the beginning."""

    def __init__(self, address, name):
        self.address = address
        self.version = opened(address, name)["version"]
        status, made, _ = ask(address, of(name, "/viewers"), "POST", {"layout": {"kind": "list"}, "width": 800, "height": 600})
        assert status < 300, made
        self.viewer, self.sequence = made["viewer"], 0

    def cells(self):
        self.sequence += 1
        event = {"seq": self.sequence, "version": self.version, "rect": [0, 0, 800, 600], "phase": "settled"}
        status, answer, _ = ask(self.address, f"/api/v1/viewers/{self.viewer}/range", "POST", event)
        assert status == 200, answer
        return {cell["item"]["id"]: cell for cell in answer["cells"]}


def test_contents_that_throw_are_shown_with_the_programs_sentence_and_come_with_a_retry(address):
    view = View(address, "throwing")
    cell = lambda: view.cells()["throwing-0"]
    poll(lambda: cell()["state"] == "failed", 30)
    assert cell()["reason"]["code"] == "away" and cell()["error"] == "The table is away."
    assert ask(address, "/mend")[1] == "mended"
    assert ask(address, of("throwing", "/items/throwing-0/retry"), "POST")[0] == 202
    poll(lambda: cell()["state"] == "ready" and cell()["item"]["title"] == "Title of throwing-0", 30)


def test_contents_that_hang_let_everybody_else_go_on(address):
    view = View(address, "hanging")
    assert {cell["state"] for cell in view.cells().values()} <= {"loading", "queued"}
    began = time.monotonic()
    other = View(address, "refusing")
    poll(lambda: all(cell["state"] == "ready" for cell in other.cells().values()), 10)
    assert ask(address, of("refusing", "/items?limit=40"))[1]["items"][39]["title"] == "Title of refusing-39"
    assert time.monotonic() - began < 8
    assert ask(address, "/healthz")[0] == 200


def test_what_an_answer_leaves_out_fails_and_what_nobody_asked_for_is_ignored(address):
    view = View(address, "fewer")
    poll(lambda: any(cell["state"] == "failed" for cell in view.cells().values()), 30)
    cells = view.cells()
    failed = [name for name, cell in cells.items() if cell["state"] == "failed"]
    assert failed and all(cells[name]["reason"]["code"] == "contents-missing" for name in failed)
    assert any(cell["item"]["title"].startswith("Title of fewer") for cell in cells.values())
    assert ask(address, of("fewer", "/items/nobody"))[0] == 404


def test_an_answer_that_comes_after_its_cancellation_disturbs_nobody(address):
    view = View(address, "late")
    view.cells()
    assert ask(address, f"/api/v1/viewers/{view.viewer}", "DELETE")[0] == 204
    # Nobody wants them now. Those who come later get theirs.
    again = View(address, "late")
    poll(lambda: all(cell["state"] == "ready" for cell in again.cells().values()), 30)


def test_a_refusal_of_a_drag_is_in_the_programs_words_and_for_whom_it_is(address):
    for headers, sentence in [({"Lookahead-Actor": "a-page"}, "Seven stays."), ({}, "Seven stays, programs.")]:
        status, problem, _ = ask(address, of("throwing", "/movements"), "POST", {"item": "throwing-7"}, headers)
        assert status == 403 and problem["detail"] == sentence
        status, problem, _ = ask(address, of("throwing", "/moves"), "POST", {"item": "throwing-7", "to": [0, 0]}, headers)
        assert status == 403 and problem["detail"] == sentence


def order(address, name):
    return [item["id"] for item in ask(address, of(name, "/items?limit=40"))[1]["items"]]


def test_a_move_that_the_source_refuses_goes_back_in_words(address):
    before = order(address, "refusing")
    actor = {"Lookahead-Actor": "a-page"}
    made = ask(address, of("refusing", "/viewers"), "POST", {"layout": {"kind": "list"}, "width": 800, "height": 600}, actor)[1]
    status, _, _ = ask(address, of("refusing", "/moves"), "POST", {"item": before[5], "to": [0, 0]}, actor)
    assert status == 200

    def returned():
        events = ask(address, f"/api/v1/viewers/{made['viewer']}/events?after={made['lastEventID']}&wait=1000", headers={"Accept": "application/json"})
        return [event["data"] for event in events[1]["events"] if event["data"].get("phase") == "returned"]

    told = poll(returned, 20)
    assert told[0]["reason"]["code"] == "change-returned" and told[0]["reason"]["values"]["detail"] == "The shelf is full."
    poll(lambda: order(address, "refusing") == before)
    assert ask(address, "/healthz")[1]["status"] == "ok"


def returned(address, viewer):
    """What a viewer was told of changes that were taken back."""
    events = ask(address, f"/api/v1/viewers/{viewer['viewer']}/events?after={viewer['lastEventID']}&wait=1000", headers={"Accept": "application/json"})
    return [event["data"]["reason"]["values"]["detail"] for event in events[1]["events"] if event["data"].get("phase") == "returned"]


def test_of_two_servers_both_tell_the_author_why_a_move_went_back(faulty, tmp_path, postgres):
    store = postgres.database("refusing")
    one_folder, two_folder = tmp_path / "one", tmp_path / "two"
    one_folder.mkdir(), two_folder.mkdir()
    with running(faulty, store, folder=one_folder) as (one, _), running(faulty, store, folder=two_folder) as (two, _):
        opened(one, "refusing"), opened(two, "refusing")
        layout = {"layout": {"kind": "list"}, "width": 800, "height": 600}
        own, other = {"Lookahead-Actor": "a-page"}, {"Lookahead-Actor": "another-page"}
        pages = [(address, ask(address, of("refusing", "/viewers"), "POST", layout, own)[1]) for address in (one, two)]
        others = [(address, ask(address, of("refusing", "/viewers"), "POST", layout, other)[1]) for address in (one, two)]
        before = order(two, "refusing")
        assert ask(two, of("refusing", "/moves"), "POST", {"item": before[5], "to": [0, 0]}, own)[0] == 200
        for address, viewer in pages:
            assert poll(lambda: returned(address, viewer), 30) == ["The shelf is full."]
        poll(lambda: order(two, "refusing") == before == order(one, "refusing"))
        assert [returned(address, viewer) for address, viewer in others] == [[], []]


def test_a_refusal_of_what_a_program_moved_that_says_nothing_of_itself_is_read_by_all(address):
    before = order(address, "refusing")
    made = ask(address, of("refusing", "/viewers"), "POST", {"layout": {"kind": "list"}, "width": 800, "height": 600}, {"Lookahead-Actor": "a-page"})[1]
    assert ask(address, of("refusing", "/moves"), "POST", {"item": before[5], "to": [0, 0]})[0] == 200
    assert poll(lambda: returned(address, made), 20) == ["The shelf is full."]


def test_changes_wait_in_order_while_writing_back_fails_and_none_is_lost(address):
    wanted = order(address, "failing")
    for _ in range(20):
        wanted.insert(0, wanted.pop())
        assert ask(address, of("failing", "/moves"), "POST", {"item": wanted[0], "to": [0, 0]})[0] == 200
    poll(lambda: "20 changes wait to be written back to the source: The table is away." in json.dumps(ask(address, "/healthz")[1]), 30)
    assert order(address, "failing") == wanted
    assert ask(address, "/list/failing")[1].split()[0] == "failing-0"
    ask(address, "/mend")
    poll(lambda: ask(address, "/list/failing")[1].split() == wanted, 60)
    poll(lambda: ask(address, "/healthz")[1]["status"] == "ok")


def test_a_renewed_certificate_is_used_without_a_restart(faulty, tmp_path):
    old, new = Certificate(tmp_path / "old"), Certificate(tmp_path / "new")
    file, key = tmp_path / "used.pem", tmp_path / "used.key"
    shutil.copy(old.file, file), shutil.copy(old.key, key)
    with running(faulty, file, key, folder=tmp_path) as (address, _):
        def is_served(certificate):
            try:
                with urllib.request.urlopen(f"{address}/healthz", timeout=30, context=certificate.context) as answer:
                    return answer.status == 200
            except urllib.error.URLError as error:
                assert isinstance(error.reason, ssl.SSLCertVerificationError), error
                return False

        assert is_served(old) and not is_served(new)
        # One without the other: what was in use stays.
        shutil.copy(new.file, file)
        shutil.copy(new.key, tmp_path / "next.key")
        os.replace(tmp_path / "next.key", key)
        poll(lambda: is_served(new), 30, "the new one is in use")


def test_a_crash_in_the_programs_code_loses_no_move_that_was_acknowledged(faulty, tmp_path):
    with running(faulty, folder=tmp_path) as (address, process):
        opened(address, "late")
        ask(address, "/mend")
        before = order(address, "late")
        ask(address, "/crash")
        assert ask(address, of("late", "/moves"), "POST", {"item": before[9], "to": [0, 0]})[0] == 200
        assert process.wait(20) != 0
    with running(faulty, folder=tmp_path) as (address, _):
        opened(address, "late")
        ask(address, "/mend")
        # Shown at once, although the program's list begins as before; then written back.
        assert order(address, "late")[:2] == [before[9], before[0]]
        poll(lambda: ask(address, "/healthz")[1]["status"] == "ok")


def test_a_route_of_the_program_gets_its_segments_and_its_query_decoded(address):
    status, text, headers = ask(address, "/echo/two%20words/7?q=%C3%A4+b&q=second&empty")
    assert status == 201
    assert re.match(r"/echo/two%20words/7 two words 7 ", text), text
    assert '"q": "ä b"' in text and '"empty": ""' in text
    assert headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in headers["Content-Security-Policy"]


def test_a_page_of_the_program_may_show_the_grid(address):
    status, _, headers = ask(address, "/page")
    assert status == 200 and "script-src 'self'" in headers["Content-Security-Policy"]


def test_what_a_route_throws_is_500_with_the_sentence_of_a_collection_error_alone(address):
    status, problem, _ = ask(address, "/refused")
    assert status == 500 and problem["detail"] == "Not today."
    status, problem, _ = ask(address, "/broken")
    assert status == 500 and "detail" not in problem


def test_clients_that_hang_up_in_the_midst_of_an_answer_end_nothing(address):
    host, port = re.match(r"http://([^/:]+):(\d+)", address).groups()
    for path in ["/grid/collection-grid.js", of("late", "/items?limit=40"), "/strings/en-doing.js"]:
        for _ in range(20):
            with socket.create_connection((host, int(port))) as client:
                # A reset, and not an end that the server would wait for.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
                client.recv(1)
    assert ask(address, "/healthz")[0] == 200


def test_a_route_that_takes_its_time_holds_nobody_up(address):
    host = re.match(r"http://([^/]+)", address)[1]
    slow = [http.client.HTTPConnection(host) for _ in range(20)]
    for connection in slow:
        connection.request("GET", "/slow")
    began = time.monotonic()
    assert ask(address, "/healthz")[0] == 200
    assert time.monotonic() - began < 0.9
    assert all(connection.getresponse().read() == b"slow" for connection in slow)


def test_other_methods_of_a_route_are_refused(address):
    assert ask(address, "/mend", "POST", {})[0] == 405
