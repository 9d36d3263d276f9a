"""The real program, started on a free port and stopped by its own process id."""

import json
import os
import re
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("LOOKAHEAD_BINARY", ROOT / ".build" / "debug" / "lookahead"))


class Answer:
    """What came back, of whatever status."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """One running server. `address` ends without a slash."""

    # What is started; "serve" and its options follow.
    program = [str(BINARY)]
    # Tests that are about something else say themselves when a folder is read, and count what is loaded.
    defaults = {"--watch": ["--no-watch"], "--prepare": ["--prepare", "none"]}
    # File descriptors that it inherits.
    descriptors = ()
    # With which certificates `ask` is content, over TLS.
    context = None

    def __init__(self, *arguments, data: Path, cache: Path | None = None, port=0):
        self.arguments = [str(a) for a in arguments]
        self.data, self.cache, self.port = data, cache or data.with_name(data.name + "-cache"), port
        self.start()

    def start(self):
        """Starts it, also again after it was stopped, on the same folders."""
        command = [*self.program, "serve", *self.arguments, "--port", str(self.port)]
        command += ["--data", str(self.data), "--cache", str(self.cache)]
        for option, words in self.defaults.items():
            if option not in self.arguments:
                command += words
        self.log: list[str] = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
            pass_fds=self.descriptors)
        # Read always: a program whose stderr is full stands still.
        self._reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True)
        self._reader.start()
        # Ends the wait below when the program neither speaks nor ends.
        watch = threading.Timer(60, self.process.kill)
        watch.start()
        line = self.process.stdout.readline()
        watch.cancel()
        found = re.match(r"Serving at (https?://\S+)/(?:#token=(\S+))?$", line.strip())
        if not found:
            status = self.process.wait(10)
            self._reader.join(10)
            raise AssertionError(f"no address but {line!r}, status {status}, and: {''.join(self.log)}")
        self.address, self.token = found[1], found[2]

    def stop(self, number=signal.SIGINT, seconds=30):
        """Sends a signal and waits for the end; `log` is whole then. Answers the exit status; negative for a signal that killed it."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise AssertionError(f"it does not stop: {''.join(self.log)}") from None
        self.process.stdout.close()
        self._reader.join(10)
        return status

    def says(self, words):
        """Waits until the log says so: what is written before an answer may be read after it."""
        poll(lambda: any(words in line for line in self.log), 20, f"the log says {words!r}")

    def restart(self, number=signal.SIGINT):
        status = self.stop(number)
        assert status == (0 if number != signal.SIGKILL else -signal.SIGKILL), "".join(self.log)
        self.start()
        # It serves before it has read its collections, and answers 503 for them until then.
        poll(self._are_open, 60, "all collections are open")

    def _are_open(self):
        answer = self.ask("GET", "/api/v1/collections")
        # Without its token this client may not know.
        return answer.status != 200 or all(c.get("open", True) for c in answer.json["collections"] or [{"open": False}])

    def ask(self, method, path, body=None, headers=None):
        """One request, with `body` as JSON. Does not throw for an error status."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=120, context=self.context) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def collection(self, number=0):
        """The identifier of a collection, once it was read."""
        return self.opened(number)["id"]

    def opened(self, number=0):
        return poll(
            lambda: next(iter(c for c in self.ask("GET", "/api/v1/collections").json["collections"][number:][:1]
                              if c.get("open", True)), None), 60, "the collection is open")

    def snapshot(self, collection=None):
        return self.ask("GET", f"/api/v1/collections/{collection or self.collection()}/snapshot").json

    def order(self, collection=None):
        """Item identifiers by section identifier, in order."""
        sections = self.snapshot(collection)["sections"]
        return [(s["id"], [i["id"] for i in s["items"]]) for s in sections]

    def sections(self, collection=None):
        """Item identifiers, in order, of each section."""
        return [items for _, items in self.order(collection)]

    @contextmanager
    def keeping_order(self, collection=None):
        """Restores the order afterwards, for the test that uses the server next."""
        before = self.snapshot(collection)
        path, version = f"/api/v1/collections/{before['collection']}/snapshot", before.pop("version")
        yield self
        if self.ask("GET", path).json["version"] != version:
            # Without its version: that one would be carried over what came since, which changes nothing.
            answer = self.ask("PUT", path, before)
            assert answer.status == 200, answer.body

    def move(self, item, to, collection=None):
        return self.ask(
            "POST", f"/api/v1/collections/{collection or self.collection()}/moves", {"item": item, "to": list(to)})


def poll(what, seconds=10.0, message=""):
    """Asks until the answer is true. A wait for a condition, not for a time.

    `message` says why it matters. One that looks something up is a function, called when the time is over."""
    end = time.monotonic() + seconds
    while True:
        answer = what()
        if answer:
            return answer
        if time.monotonic() >= end:
            said = message() if callable(message) else message
            raise AssertionError(f"still not after {seconds} s: {said or what}")
        time.sleep(0.02)
