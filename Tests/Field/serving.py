"""The program on a folder, asked for everything that it says of its files."""

import json
import sys
import tempfile
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))
from running import Server, poll

WIDTH = 320
# Seconds that a folder's metadata may take.
METADATA_SECONDS = 1800
ASKED_AT_ONCE = 3


@dataclass
class Shown:
    """One file that the server lists."""

    path: str
    item: str
    fields: dict = field(default_factory=dict)
    # The rendition, or `None` and the reason's code.
    picture: bytes | None = None
    refusal: str = ""
    # Upright, by the second decoder.
    size: tuple | None = None


@dataclass
class Told:
    """What the server says of a folder."""

    shown: list
    skipped: dict


def ask(folder, say=lambda words: None):
    """Serves the folder from a data folder of its own, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="lookahead-field-") as home:
        server = Server(folder, data=Path(home) / "data")
        try:
            return told(server, say)
        finally:
            server.stop()


def told(server, say):
    # A large folder is shown while it is listed, and says how much was found so far.
    summary = poll(lambda: next(iter(c for c in server.ask("GET", "/api/v1/collections").json["collections"]
                                     if c["open"] and "found" not in c), None), 600, "the folder is listed")
    collection = f"/api/v1/collections/{summary['id']}"
    say(f"{summary['itemCount']} listed")
    wait_for_metadata(server, collection)
    lines = server.ask("GET", f"{collection}/export?as=jsonl").body.splitlines()
    shown = [Shown(line["path"], line["item"]) for line in map(json.loads, lines)]
    with ThreadPoolExecutor(ASKED_AT_ONCE) as pool:
        for done, _ in enumerate(pool.map(lambda one: look(server, collection, one), shown)):
            if done % 250 == 249:
                say(f"{done + 1} of {len(shown)} asked for")
    return Told(shown, summary.get("skipped", {}))


def wait_for_metadata(server, collection):
    def is_read():
        fields = server.ask("GET", f"{collection}/fields").json
        return fields["complete"] and not fields.get("reading")

    poll(is_read, METADATA_SECONDS, "the metadata is read")
    # Where a program says that it is complete before it has begun, it says so twice.
    time.sleep(1)
    poll(is_read, METADATA_SECONDS, "the metadata is read")


def look(server, collection, one):
    item = f"{collection}/items/{urllib.parse.quote(one.item, safe='')}"
    one.fields = server.ask("GET", f"{item}/fields").json["fields"]
    for _ in range(20):
        answer = server.ask("GET", f"{item}/image?w={WIDTH}")
        if answer.status != 503:
            break
        time.sleep(0.5)
    if answer.status == 200:
        one.picture = answer.body
    else:
        one.refusal = answer.json.get("code", str(answer.status))
