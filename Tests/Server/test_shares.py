"""One client takes all it can: another one still opens a viewer, drags, and posts a collection."""

import http.client
import threading
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import pytest
from faults import LAYOUT, Line
from running import poll

GREEDY, OTHER = "127.0.0.2", "127.0.0.3"


def codes(answers):
    return {answer["code"] for status, answer in answers if status == 429}


class Client:
    """Requests from one address, with headers of its own."""

    def __init__(self, server, address, headers=None):
        self.server, self.address, self.headers = server, address, headers or {}
        self.line = Line(server, source=address)

    def ask(self, method, path, body=None):
        return self.line.ask(method, path, body, self.headers)

    def open_viewer(self, collection):
        return self.ask("POST", f"/api/v1/collections/{collection}/viewers", LAYOUT)

    def pick_up(self, collection, item):
        return self.ask("POST", f"/api/v1/collections/{collection}/movements", {"item": item})

    def post(self, name):
        return self.ask("POST", "/api/v1/collections", {"id": name, "title": name})

    def post_all(self, name, most=1000):
        """Posts collections until one is refused. Answers their names, and the refusal."""
        for number in range(most):
            status, answer = self.post(f"{name}-{number}")
            if status != 201:
                return [f"{name}-{n}" for n in range(number)], (status, answer)
        raise AssertionError("nothing is refused")

    def another(self):
        return Client(self.server, self.address, self.headers)


def in_threads(count, work):
    """The answers of `count` threads, together."""
    with ThreadPoolExecutor(count) as threads:
        return sum(threads.map(work, range(count)), [])


def figures(server):
    return server.ask("GET", "/api/v1/stats").json


@pytest.fixture(scope="module")
def shared(start_shared_server):
    server = start_shared_server("--items", 100)
    server.opened()
    return server


def test_one_client_takes_all_viewers_it_can_and_another_still_opens_one(shared):
    collection, greedy, other = shared.collection(), Client(shared, GREEDY), Client(shared, OTHER)
    taken, streams, refusal = [], [], None

    def listen(viewers):
        # One stream for many: what is listened to is not pushed out.
        stream = http.client.HTTPConnection("127.0.0.1", greedy.line.port, timeout=60, source_address=(GREEDY, 0))
        stream.request("GET", "/api/v1/events?" + "&".join(f"viewer={v}" for v in viewers))
        assert stream.getresponse().status == 200
        streams.append(stream)

    while not refusal:
        new = [greedy.open_viewer(collection) for _ in range(50)]
        refusal = next((answer for status, answer in new if status == 429), None)
        taken += [answer["viewer"] for status, answer in new if status == 201]
        listen(taken[-50:])
    assert refusal["code"] == "share-of-viewers" and len(taken) == 5000 == figures(shared)["viewers"]
    greedy.line.connection.request("POST", f"/api/v1/collections/{collection}/viewers", "{}", {"Content-Type": "application/json"})
    answer = greedy.line.connection.getresponse()
    assert answer.status == 429 and int(answer.headers["Retry-After"]) > 0
    answer.read()
    opened = [other.open_viewer(collection) for _ in range(20)]
    assert {status for status, _ in opened} == {201}
    # Its places come back as its viewers leave.
    for viewer in taken[:50]:
        greedy.ask("DELETE", f"/api/v1/viewers/{viewer}")
    poll(lambda: greedy.open_viewer(collection)[0] == 201, 10, "it has places again")
    for stream in streams:
        stream.close()


def test_one_client_picks_up_all_it_can_and_another_still_drags(shared):
    collection, other = shared.collection(), Client(shared, OTHER)
    drag = other.pick_up(collection, "1")[1]["movement"]

    def take(_):
        client = Client(shared, GREEDY)
        return [client.pick_up(collection, "5") for _ in range(1400)]

    path = f"/api/v1/collections/{collection}/movements"
    over = threading.Event()

    def drag_on():
        # A movement that is silent for 30 s is cancelled, and all of them may take as long.
        while not over.wait(5):
            Client(shared, OTHER).ask("PATCH", f"{path}/{drag}", {"to": [0, 2]})

    dragging = threading.Thread(target=drag_on)
    dragging.start()
    answers = in_threads(4, take)
    over.set()
    dragging.join()
    assert codes(answers) <= {"share-of-movements"} and {status for status, _ in answers} <= {201, 429}
    assert other.pick_up(collection, "2")[0] == 201
    assert other.ask("PATCH", f"{path}/{drag}", {"to": [0, 3]})[0] == 200
    assert other.ask("POST", f"{path}/{drag}/end")[0] == 200


def test_one_client_posts_all_it_can_and_another_still_posts(start_server):
    server = start_server("--items", 10)
    server.opened()
    greedy, other = Client(server, GREEDY), Client(server, OTHER)
    names, (status, refusal) = greedy.post_all("greedy")
    assert status == 429 and refusal["code"] == "share-of-collections" and refusal["values"] == {"limit": "499"}
    assert len(names) == 499
    assert other.post("other")[0] == 201
    # One that is deleted gives its place back; one that could not be created took none.
    assert greedy.post("other")[0] in {409, 429}
    for name in names[:2]:
        assert greedy.ask("DELETE", f"/api/v1/collections/{name}")[0] == 204
    assert greedy.post("again")[0] == 201


@pytest.fixture
def guarded(start_server):
    """A server with a token, and a way to log browsers in."""
    server = start_server("--items", 10, "--token", "auto")

    def browser(address=GREEDY):
        connection = http.client.HTTPConnection("127.0.0.1", int(server.address.rsplit(":", 1)[1]), source_address=(address, 0))
        connection.request("GET", f"/?token={urllib.parse.quote(server.token)}")
        answer = connection.getresponse()
        answer.read()
        return Client(server, address, {"Cookie": answer.headers["Set-Cookie"].split(";")[0]})

    return server, browser


def test_one_browser_takes_all_it_can_and_another_behind_the_same_address_still_posts(guarded):
    server, browser = guarded
    greedy, neighbour, program = browser(), browser(), Client(server, GREEDY, {"Authorization": f"Bearer {server.token}"})
    names, (status, refusal) = greedy.post_all("greedy")
    assert status == 429 and refusal["code"] == "share-of-collections" and 240 <= len(names) <= 250
    assert neighbour.post("neighbour")[0] == 201 and program.post("program")[0] == 201
    # More cookies are no more places than the address has.
    count = len(names) + 2
    for number in range(40):
        more, _ = browser().post_all(f"cookie-{number}")
        count += len(more)
        if not more:
            break
    assert 480 <= count <= 500
    assert browser(OTHER).post("elsewhere")[0] == 201


def test_a_trusted_proxy_says_who_takes_all_and_who_is_another(start_server):
    server = start_server("--items", 10, "--trusted-proxy", "127.0.0.1")
    server.opened()
    greedy = Client(server, "127.0.0.1", {"X-Forwarded-For": "192.0.2.1"})
    names, (status, _) = greedy.post_all("greedy")
    assert status == 429 and len(names) == 499
    # What the client claims is to the left of what the proxy says.
    liar = Client(server, "127.0.0.1", {"X-Forwarded-For": "192.0.2.77, 192.0.2.1"})
    assert liar.post("lie")[0] == 429
    assert Client(server, "127.0.0.1", {"X-Forwarded-For": "192.0.2.2"}).post("other")[0] == 201
