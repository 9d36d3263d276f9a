"""Requests whose time is that of their answers."""

import json
import socket
import time


class Line:
    """One connection that is kept, so that figures are of answers and not of handshakes."""

    def __init__(self, server):
        self.host = server.address.removeprefix("http://")
        host, port = self.host.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=120)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb", buffering=1 << 20)

    def ask(self, method, path, body=b""):
        """The time to the last byte in seconds, and the body."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        request = (head + f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        began = time.perf_counter()
        self.socket.sendall(request)
        assert b" 200 " in self.reader.readline()
        length = chunked = None
        while (line := self.reader.readline().strip().lower()):
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            chunked = chunked or line == b"transfer-encoding: chunked"
        if chunked:
            parts = []
            while (size := int(self.reader.readline(), 16)):
                parts.append(self.reader.read(size))
                self.reader.readline()
            self.reader.readline()
            return time.perf_counter() - began, b"".join(parts)
        return time.perf_counter() - began, self.reader.read(length)

    def move(self, chance, items, collection="items"):
        """A random move of a collection of numbered items. Answers the time in seconds."""
        body = {"item": str(chance.randint(1, items)), "to": [0, chance.randrange(items)]}
        return self.ask("POST", f"/api/v1/collections/{collection}/moves", json.dumps(body).encode())[0]
