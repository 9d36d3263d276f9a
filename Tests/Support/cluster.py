"""Several servers over one database, behind HAProxy as `deploy/` has it."""

import http.client
import signal
import ssl
import subprocess
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

from certificates import Certificate
from fronts import free_port, is_open
from pictures import write_folder
from running import ROOT, poll


@contextmanager
def balanced(one, two, certificate, folder):
    """The address of `deploy/haproxy/cluster.cfg` in front of two servers: only names, ports and files are those of a test."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    both = folder / "both.pem"
    both.write_text(certificate.file.read_text() + certificate.key.read_text())
    text = (ROOT / "deploy" / "haproxy" / "cluster.cfg").read_text()
    for old, new in {
        "bind :443": f"bind 127.0.0.1:{port}", "/etc/haproxy/photos.example.pem": both, "hdr Host photos.example": "hdr Host localhost",
        "10.0.0.11:8080": f"127.0.0.1:{urlsplit(one.address).port}", "10.0.0.12:8080": f"127.0.0.1:{urlsplit(two.address).port}",
    }.items():
        assert old in text, f"cluster.cfg has no {old}"
        text = text.replace(old, str(new))
    settings = folder / "cluster.cfg"
    settings.write_text(text)
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(["haproxy", "-db", "-f", settings], stdout=output, stderr=output)
    try:
        poll(lambda: is_open(port) or process.poll() is not None, 30, "haproxy listens")
        assert process.poll() is None, (folder / "output").read_text()
        yield f"https://localhost:{port}"
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def two_servers(start_server, store, folder):
    """Two servers on one folder of pictures and one database, and the address of HAProxy in front of them."""
    servers = []
    try:
        pictures = write_folder(folder / "pictures", {"Left": 90, "Right": 60})
        for name in ["one", "two"]:
            server = start_server(
                pictures, "--store", store, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1", data=folder / name)
            server.opened()
            # It comes back where HAProxy looks for it.
            server.port = int(server.address.rsplit(":", 1)[1])
            servers.append(server)
        with balanced(*servers, Certificate(folder / "certificate"), folder / "haproxy") as address:
            yield servers, address
    finally:
        for server in servers:
            server.stop()


def serving(servers):
    """The server that has the page's viewer, and the other."""
    one, two = servers
    has_viewer = lambda server: server.ask("GET", "/api/v1/stats").json["viewers"] > 0
    poll(lambda: has_viewer(one) != has_viewer(two), 10, "one of them serves the page")
    return (one, two) if has_viewer(one) else (two, one)


def is_reachable(address, name):
    """Whether HAProxy sends a new browser to the server that its configuration calls `name`: there are fewer at the one that comes back."""
    url = urlsplit(address)
    connection = http.client.HTTPSConnection(url.hostname, url.port, timeout=10, context=ssl._create_unverified_context())
    try:
        connection.request("GET", "/healthz")
        return f"lookahead-server={name};" in connection.getresponse().headers.get("Set-Cookie", "")
    finally:
        connection.close()


def kill_beneath(grid, servers, address):
    """Kills the server that a page is at, and has the other one change what the page shows. The server comes back.

    Returns the seconds from the death until the page shows the change, at the same place, and nothing about a lost connection."""
    mine, other = serving(servers)
    seen, offset = [cell["id"] for cell in grid.seen()], grid.offset
    section, index = next(
        (number, items.index(seen[0])) for number, items in enumerate(other.sections()) if seen[0] in items)
    began = time.monotonic()
    assert mine.stop(signal.SIGKILL) == -signal.SIGKILL
    # What it misses: the second cell in view goes before the first.
    assert other.move(seen[1], (section, index)).status == 200
    expected = [seen[1], seen[0], *seen[2:]]
    poll(lambda: [cell["id"] for cell in grid.seen()] == expected, 15, "what it missed is seen")
    poll(lambda: not grid.page.locator(".banner.shown").count(), 15, "the banner is gone")
    seconds = time.monotonic() - began
    assert grid.offset == offset
    # And it is live: the next change comes by itself.
    assert other.move(seen[1], (section, index + 1)).status == 200
    poll(lambda: [cell["id"] for cell in grid.seen()] == seen, 5, "it is live")
    # The dead one comes back, and what is done there is seen here.
    mine.start()
    mine.opened()
    assert mine.move(seen[1], (section, index)).status == 200
    poll(lambda: [cell["id"] for cell in grid.seen()] == expected, 5, "what the returned one does is seen")
    assert mine.move(seen[1], (section, index + 1)).status == 200
    poll(lambda: [cell["id"] for cell in grid.seen()] == seen, 5, "and taken back")
    poll(lambda: is_reachable(address, ["one", "two"][servers.index(mine)]), 10, "HAProxy has noticed that it is back")
    return seconds
