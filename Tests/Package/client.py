"""A client of the packaged service, over TLS with a token."""

import json
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request

TOKEN = "of-sixteen-characters-or-more"


def say(what):
    print(f"  {what}", flush=True)


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, f"still not after {seconds} s"
        time.sleep(0.02)
    return found


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def make_pictures(folder, count=5):
    folder.mkdir(parents=True)
    for number in range(count):
        subprocess.run(["vips", "gaussnoise", folder / f"{number}.jpg", "800", "600"], check=True)


class Client:
    """Of the server at a port of this machine. It trusts no certificates but those that everybody does, until `trust`."""

    def __init__(self, port, token=TOKEN):
        self.port, self.address, self.token = port, f"https://127.0.0.1:{port}", token
        self.context = None

    def trust(self, certificate):
        """A certificate alone, as text."""
        self.context = ssl.create_default_context(cadata=certificate)

    def ask(self, path, body=None, seconds=30):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode() if body else None, headers)
        with urllib.request.urlopen(request, context=self.context, timeout=seconds) as answer:
            return answer.read()

    def json(self, path, body=None):
        return json.loads(self.ask(path, body))

    def is_served(self):
        """Whether the collections have been read."""
        try:
            return self.ask("/healthz/ready")
        except (OSError, urllib.error.URLError):
            return None

    def collection(self):
        """The pictures of the folder, once they have been listed."""
        collections = lambda: self.json("/api/v1/collections")["collections"]  # noqa: E731
        return wait_for(lambda: next((c for c in collections() if c["open"] and c["id"].startswith("photos")), None))

    def order(self):
        return [item["id"] for item in self.json(f"/api/v1/collections/{self.collection()['id']}/items")["items"]]

    def picture(self, item):
        """A rendition: that the decoders work."""
        picture = self.ask(f"/api/v1/collections/{self.collection()['id']}/items/{item}/image?w=320")
        assert picture.startswith(b"\xff\xd8")
        return picture

    def move_first_to_end(self):
        """Returns the order that this makes."""
        before = self.order()
        self.ask(f"/api/v1/collections/{self.collection()['id']}/moves", {"item": before[0], "to": [0, len(before) - 1]})
        after = self.order()
        assert after == [*before[1:], before[0]]
        return after
