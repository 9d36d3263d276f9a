"""A collection's event stream, as a script reads it."""

import json
import subprocess
import threading

from running import poll


class Events:
    def __init__(self, server, after=None):
        headers = ["-H", f"Last-Event-ID: {after}"] if after else []
        path = f"/api/v1/collections/{server.collection()}/events"
        self.process = subprocess.Popen(["curl", "-sN", *headers, server.address + path], stdout=subprocess.PIPE, text=True)
        self.seen = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        event = {}
        for line in self.process.stdout:
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                event[name] = value
            elif "event" in event:
                self.seen.append((event["event"], event.get("id"), json.loads(event["data"])))
                event = {}
            else:
                event = {}

    def first(self, count):
        poll(lambda: len(self.seen) >= count, 30, f"{count} events")
        return self.seen[:count]

    def close(self):
        self.process.kill()
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
