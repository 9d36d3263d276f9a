"""What HTTP/2 in front gives: the page directly, and through nginx as `deploy/nginx` has it, over lines with a delay."""

import shutil
import sys
from contextlib import nullcontext
from statistics import median
from urllib.parse import urlsplit

from certificates import Certificate
from chromium_client import replay
from delay_proxy import line
from deployed import proxy
from live_traces import make_traces, share
from opening import LINES, make_photos, open_once
from prefetch_live import serve
from running import Server

# Of those that pass by: glides, a wheel and a trackpad.
TRACES = 4
# The page decides by the protocol that brought it.
AS_OVER_HTTP1 = "Object.defineProperty(PerformanceNavigationTiming.prototype, 'nextHopProtocol', { get: () => 'http/1.1' })"


def delayed(port, milliseconds):
    """The port of a line to `port` with this round trip."""
    return line(port, milliseconds) if milliseconds else nullcontext(port)


def as_over_http1(context):
    """The page asks for pictures as over HTTP/1.1: four at once, or together where the line is far."""
    context.add_init_script(AS_OVER_HTTP1)


def measure_scrolling(folder, row, certificate):
    traces = make_traces(folder / "http2-traces")[0][:TRACES]
    for trip in (0, 30, 100):
        blanks = {}
        for name, prepare in (("HTTP/1.1", None), ("HTTP/2, 16 pictures in flight", None), ("HTTP/2, pictures asked for as over HTTP/1.1", as_over_http1)):
            server = serve(folder, f"http2-{trip}-{len(blanks)}", True, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1")
            try:
                server.collection()
                behind = urlsplit(server.address).port
                if name == "HTTP/1.1":
                    with delayed(behind, trip) as port:
                        results = replay(f"http://127.0.0.1:{port}", traces)
                else:
                    with proxy("nginx", behind, certificate, folder / f"nginx-{trip}-{len(blanks)}") as address, \
                            delayed(urlsplit(address).port, trip) as port:
                        results = replay(f"https://localhost:{port}", traces, prepare=prepare)
            finally:
                server.stop()
            blanks[name] = (share(results, "blank"), share(results, "empty"))
            print(f"  {trip} ms, {name}: {blanks[name]}", file=sys.stderr, flush=True)
        plain = blanks.pop("HTTP/1.1")
        for name, (blank, empty) in blanks.items():
            row(f"{name}, round trip {trip} ms: blank of full pictures (without any pixels), %; other: HTTP/1.1",
                f"{blank:.1f} ({empty:.1f})", f"{plain[0]:.1f} ({plain[1]:.1f})", f"{blank / max(plain[0], 0.01):.2f}")


def measure_openings(folder, row, certificate, rounds=5):
    from playwright.sync_api import sync_playwright

    photos = make_photos(folder / "http2-photos")
    server = Server(photos, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1", data=folder / "data-http2")
    try:
        server.opened()
        with proxy("nginx", urlsplit(server.address).port, certificate, folder / "nginx-opening") as address, \
                sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, line in LINES.items():
                found = {"HTTP/2": [], "HTTP/1.1": []}
                for _ in range(rounds):
                    for kind, to in (("HTTP/2", address), ("HTTP/1.1", server.address)):
                        # Always from cold: what comes with a certificate of our own is not kept by the browser.
                        context = browser.new_context(viewport={"width": 1280, "height": 800}, ignore_https_errors=True)
                        found[kind].append(open_once(context.new_page(), to, line))
                        context.close()
                ours, theirs = ([median(column) for column in zip(*found[kind])] for kind in ("HTTP/2", "HTTP/1.1"))
                row(f"HTTP/2, {name}, nothing cached: seconds to cells; other: HTTP/1.1", f"{ours[0]:.2f}", f"{theirs[0]:.2f}",
                    f"{ours[0] / theirs[0]:.2f}")
                row("… to all pictures in view", f"{ours[1]:.2f}", f"{theirs[1]:.2f}", f"{ours[1] / theirs[1]:.2f}")
            browser.close()
    finally:
        server.stop()


def measure_http2(folder, row):
    certificate = Certificate(folder / "http2-certificate")
    measure_openings(folder, row, certificate)
    measure_scrolling(folder, row, certificate)
