"""A web server on loopback that answers as a test says."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class WebOrigin:
    """Subclasses say `answer(path, headers)`: a status, headers and a body, whose length may be another in the headers. `asked` holds the paths."""

    def __init__(self, port=0):
        self.asked, origin = [], self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                origin.asked.append(self.path)
                status, headers, body = origin.answer(self.path, self.headers)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        # Whoever asked may have left.
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path, headers):
        raise NotImplementedError

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class SilentOrigin(WebOrigin):
    """Answers nothing until `speak` is called; then each path as `found` says."""

    def __init__(self, found=lambda path: None):
        self.found, self.spoken = found, threading.Event()
        super().__init__()

    def speak(self):
        self.spoken.set()

    def answer(self, path, headers):
        self.spoken.wait(120)
        body = self.found(path)
        return (404, {}, b"") if body is None else (200, {"Content-Type": "image/png"}, body)

    def stop(self):
        self.speak()
        super().stop()
