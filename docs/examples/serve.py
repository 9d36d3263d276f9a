"""Serves pages at http://localhost:8000, each with the address of a Lookahead server in the place of https://photos.example.

serve.py [FOLDER] [--server http://127.0.0.1:8080] [--port 8000]; without a folder, the pages beside this file.
"""

import argparse
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
parser.add_argument("--server", default="http://127.0.0.1:8080")
parser.add_argument("--port", type=int, default=8000)
options = parser.parse_args()


class Pages(SimpleHTTPRequestHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments, directory=options.folder)

    def do_GET(self):
        page = Path(self.translate_path(self.path))
        if page.suffix != ".html" or not page.is_file():
            return super().do_GET()
        body = page.read_text().replace("https://photos.example", options.server.rstrip("/")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        # What was changed is seen at the next reload.
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


with ThreadingHTTPServer(("127.0.0.1", options.port), Pages) as server:
    for page in sorted(options.folder.glob("*.html")):
        print(f"http://localhost:{server.server_port}/{page.name}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
