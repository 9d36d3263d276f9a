"""A viewer without a browser: replays a trace in real time through HTTP and the event stream, as the page would."""

import asyncio
import json
import time

COLUMNS, ROW, VIEW = 8, 168, 1008
LAYOUT = {"layout": {"kind": "column", "minColumnWidth": 150, "cellHeight": 160, "spacing": 8, "inset": 0},
          "width": 1280, "height": VIEW}
# As the page has it: Public/grid/cells/picture-queue.js, Public/grid/model/range.js.
FETCHES, HELD, INTERVAL = 4, 2, 0.05


def visible(y, items):
    first, last = int(y // ROW), int(-(-(y + VIEW) // ROW))
    return range(min(first * COLUMNS, items), min(last * COLUMNS, items))


class Connection:
    """One kept-alive connection. Closing it cancels a fetch."""

    def __init__(self, port):
        self.port, self.writer = port, None

    async def ask(self, method, path, body=None):
        data = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        try:
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
            self.writer.write(head.encode() + b"\r\n" + data)
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            # 204 has none.
            length = int((head.partition("content-length: ")[2] or "0").split("\r\n")[0])
            return int(head.split(" ")[1]), await self.reader.readexactly(length)
        except BaseException:
            self.close()
            raise

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


class ScriptClient:
    def __init__(self, port, collection, trace, policy):
        self.port, self.collection, self.trace, self.policy = port, collection, trace, policy
        self.items = trace["head"]["items"]
        self.fulls, self.pixels = {}, {}
        self.cells, self.fetching = {}, {}
        self.now_visible = range(0)
        self.wake = asyncio.Event()
        self.idle = [Connection(port) for _ in range(FETCHES)]

    async def run(self):
        line = Connection(self.port)
        status, body = await line.ask("POST", f"/api/v1/collections/{self.collection}/viewers",
                                      {**LAYOUT, "policy": self.policy})
        assert status == 201, body
        answer = json.loads(body)
        self.viewer, self.version = answer["viewer"], answer["version"]
        tasks = [asyncio.create_task(self.listen(answer["lastEventID"])), asyncio.create_task(self.fetch_loop())]
        await asyncio.sleep(0.3)
        self.began = time.monotonic()
        await self.scroll(line)
        for task in tasks + [task for task, _ in self.fetching.values()]:
            task.cancel()
        await asyncio.gather(*tasks, *(task for task, _ in self.fetching.values()), return_exceptions=True)
        await line.ask("POST", f"/api/v1/viewers/{self.viewer}/leave")
        for connection in [line, *self.idle]:
            connection.close()

    @property
    def now(self):
        return time.monotonic() - self.began

    async def scroll(self, line):
        frames = self.trace["frames"]
        sent, flying, sent_at, sequence = None, None, -1.0, 0
        for frame in frames:
            await asyncio.sleep(max(0.0, frame["t"] - self.now))
            self.now_visible = visible(frame["y"], self.items)
            self.flies = frame["phase"] == "scrubbing" and abs(frame["v"]) > 10 * VIEW
            self.wake.set()
            if flying is not None and flying.done():
                flying.result()
                flying = None
            if flying is not None:
                continue
            if sent:
                moved = frame["y"] != sent["y"]
                sudden = frame["phase"] != sent["phase"] or frame["v"] * sent["v"] < 0
                if not sudden and not (moved and self.now - sent_at >= INTERVAL):
                    continue
            sequence += 1
            sent, sent_at = frame, self.now
            flying = asyncio.create_task(self.tell(line, sequence, frame))
        if flying is not None:
            await flying

    async def tell(self, line, sequence, frame):
        event = {"seq": sequence, "time": frame["t"] * 1000, "version": self.version,
                 "rect": [0, frame["y"], 1280, VIEW], "velocity": [0, frame["v"]], "phase": frame["phase"]}
        for name in ("decay", "end"):
            if name in frame:
                event[name] = frame[name]
        if self.cells:
            event["have"] = [min(self.cells), max(self.cells)]
        status, body = await line.ask("POST", f"/api/v1/viewers/{self.viewer}/range", event)
        assert status == 200, body
        answer = json.loads(body)
        first, last = answer["window"]
        self.cells = {index: cell for index, cell in self.cells.items() if first <= index <= last}
        for cell in answer["cells"]:
            self.cells[cell["index"]] = {"id": cell["id"], "state": cell["state"], "image": cell["image"]}
        self.wake.set()

    async def listen(self, after):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        path = f"/api/v1/viewers/{self.viewer}/events?after={after}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        name, text = "", b""
        while count := int((await reader.readline()).strip() or b"0", 16):
            text += await reader.readexactly(count)
            await reader.readline()
            *lines, text = text.split(b"\n")
            for each in lines:
                if each.startswith(b"event: "):
                    name = each[7:].decode()
                elif each.startswith(b"data: "):
                    self.heard(name, json.loads(each[6:]))

    def heard(self, name, data):
        if name == "preview":
            for item, *_ in data["items"]:
                self.pixels.setdefault(int(item) - 1, time.monotonic() - self.began)
        elif name == "cells":
            for cell in data["cells"]:
                known = self.cells.get(int(cell["id"]) - 1)
                if known:
                    known["state"] = cell["state"]
            self.wake.set()

    async def fetch_loop(self):
        self.flies = False
        while True:
            await self.wake.wait()
            self.wake.clear()
            wanted = self.wishes()
            for index in [i for i in self.fetching if i not in wanted]:
                task, _ = self.fetching.pop(index)
                task.cancel()
            held = sum(self.cells[i]["state"] != "ready" for i in self.fetching if i in self.cells)
            for index in wanted:
                if len(self.fetching) >= FETCHES or not self.idle:
                    break
                if index in self.fetching:
                    continue
                if self.cells[index]["state"] != "ready":
                    if index not in self.now_visible or held >= HELD:
                        continue
                    held += 1
                connection = self.idle.pop()
                self.fetching[index] = (asyncio.create_task(self.fetch(index, connection)), connection)

    def wishes(self):
        """Visible before near, made before not made, then nearest."""
        if self.flies:
            return {}
        seen = self.now_visible
        near = [i for i in self.cells if i not in self.fulls
                and seen.start - VIEW // ROW * COLUMNS <= i < seen.stop + VIEW // ROW * COLUMNS]

        def need(i):
            distance = max(seen.start - i, i - seen.stop + 1, 0)
            return distance > 0, self.cells[i]["state"] != "ready", distance
        return dict.fromkeys(sorted(near, key=need))

    async def fetch(self, index, connection):
        try:
            status, _ = await connection.ask("GET", self.cells[index]["image"])
            if status == 200:
                self.fulls[index] = time.monotonic() - self.began
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.fetching.pop(index, None)
            self.idle.append(connection)
            self.wake.set()

    def result(self):
        return measure(self.trace, self.fulls, self.pixels)


def measure(trace, fulls, pixels):
    """Blank and empty cell-seconds, visible cell-seconds, and the times to a full view: as the simulator defines them."""
    frames, items = trace["frames"], trace["head"]["items"]
    result = {"visible": 0.0, "blank": 0.0, "empty": 0.0, "fills": []}
    still = None
    for frame, after in zip(frames, frames[1:]):
        seconds = after["t"] - frame["t"]
        seen = visible(frame["y"], items)
        result["visible"] += seconds * len(seen)
        for item in seen:
            full = fulls.get(item, 1e9)
            result["blank"] += seconds * (full > frame["t"])
            result["empty"] += seconds * (min(full, pixels.get(item, 1e9)) > frame["t"])
        moves = after["y"] != frame["y"]
        if not moves and still is None:
            still = frame["t"]
        if (moves or after is frames[-1]) and still is not None:
            end = frame["t"]
            if end - still >= 0.3 and still > 0:
                filled = max([still, *(fulls.get(item, 1e9) for item in seen)])
                result["fills"].append(min(filled, end) - still)
            if moves:
                still = None
    return result
