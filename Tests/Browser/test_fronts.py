"""The page by TLS: from the program itself, and through each proxy of `deploy/` with the configuration that is there."""

import http.client
import http.server
import json
import threading
from urllib.parse import urlsplit

import pytest
from certificates import Certificate
from deployed import NAMES, is_installed, proxy
from grid_page import GridPage
from pictures import write_folder
from running import poll


@pytest.fixture(scope="module")
def certificate(module_path):
    return Certificate(module_path / "certificate")


@pytest.fixture(scope="module", params=["the program", *NAMES])
def front(request, start_shared_server, module_path, certificate):
    """A server, and the address that browsers use."""
    name = request.param
    folder = module_path / name.replace(" ", "-")
    pictures = write_folder(folder / "pictures", {"Left": 90, "Right": 60})
    if name == "the program":
        server = start_shared_server(pictures, *certificate.options, "--allow-host", "localhost", data=folder / "data")
        server.context = certificate.context
        server.opened()
        yield server, server.address.replace("127.0.0.1", "localhost"), name
        return
    assert is_installed(name), f"{name} is not installed"
    server = start_shared_server(pictures, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1", data=folder / "data")
    server.opened()
    with proxy(name, urlsplit(server.address).port, certificate, folder / "proxy") as address:
        yield server, address, name


def test_it_opens_scrolls_drags_and_sees_what_others_change(new_page, front):
    server, address, name = front
    page = new_page(ignore_https_errors=True)
    with server.keeping_order():
        grid = GridPage(page, address).open()
        protocol = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        assert protocol == ("http/1.1" if name == "the program" else "h2")
        grid.scroll_to(900)
        assert all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())
        grid.scroll_to(0)
        first = server.sections()[0]
        grid.drag(first[0], over=first[3])
        expected = [*first[1:4], first[0], *first[4:8]]
        poll(lambda: grid.order()[:8] == expected, 15, "the new order is seen")
        assert server.sections()[0][:8] == expected
        # On the event stream, at once.
        assert server.move(first[6], (0, 0)).status == 200
        poll(lambda: grid.order()[0] == first[6], 5, "what another has changed is seen")


@pytest.mark.parametrize("name", NAMES)
def test_below_a_path_of_a_site_the_page_works_and_the_rest_of_the_site_is_not_its_own(new_page, start_server, certificate, tmp_path, name):
    pictures = write_folder(tmp_path / "pictures", {"Left": 90})
    server = start_server(pictures, "--allow-host", "localhost", "--trusted-proxy", "127.0.0.1", "--base-path", "/photos")
    with proxy(name, urlsplit(server.address).port, certificate, tmp_path / "proxy", is_below=True) as site:
        page, asked = new_page(ignore_https_errors=True), []
        # Windows are used again, and a cookie is for all ports.
        page.context.clear_cookies()
        page.on("request", lambda request: asked.append(request.url))
        grid = GridPage(page, f"{site}/photos").open()
        grid.scroll_to(900)
        assert all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())
        grid.scroll_to(0)
        first = server.sections()[0]
        grid.drag(first[0], over=first[3])
        poll(lambda: server.sections()[0][:4] == [*first[1:4], first[0]], 15, "the new order is stored")
        assert server.move(first[6], (0, 0)).status == 200
        poll(lambda: grid.order()[0] == first[6], 5, "what another has changed is seen")
        assert len(asked) > 20 and all(url.startswith((f"{site}/photos", "data:", "blob:")) for url in asked)
        assert all(cookie["path"] == "/photos/" for cookie in page.context.cookies())
        # Whoever leaves out the slash is led to it.
        assert page.request.get(f"{site}/photos").url == f"{site}/photos/"
        line = http.client.HTTPSConnection(urlsplit(site).netloc, timeout=30, context=certificate.context)
        for path in ("/", "/healthz/live", "/photosx"):
            line.request("GET", path)
            answer = line.getresponse()
            # What the site itself says there, if anything.
            assert b"ookahead" not in answer.read() and not answer.getheader("X-Request-Id"), path
        # Caddy ends when its last stream has.
        page.close()


def ask(front, certificate):
    return http.client.HTTPSConnection(urlsplit(front[1]).netloc, timeout=30, context=certificate.context)


def test_an_upload_reaches_the_program_while_it_is_sent(front, certificate):
    server = front[0]
    requests = lambda: server.ask("GET", "/api/v1/stats").json["server"]["requests"]
    lines = [{"id": "sent", "title": "Sent"}, {"section": "all"}, *({"id": f"i{n}", "title": f"Item {n}"} for n in range(50))]
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    line, before, asked = ask(front, certificate), requests(), 0
    line.putrequest("POST", "/api/v1/collections")
    line.putheader("Content-Type", "application/x-ndjson")
    line.putheader("Transfer-Encoding", "chunked")
    line.endheaders()
    line.send(b"%x\r\n%b\r\n" % (100, data[:100]))

    def has_begun():
        nonlocal asked
        asked += 1
        return requests() > before + asked

    poll(has_begun, 15, "the program has the request")
    line.send(b"%x\r\n%b\r\n0\r\n\r\n" % (len(data) - 100, data[100:]))
    answer = line.getresponse()
    said = answer.read()
    assert answer.status == 201, said
    assert server.ask("DELETE", "/api/v1/collections/sent").status == 204


def test_a_change_from_another_origin_or_for_another_host_is_not_made(front, certificate):
    server, address, _ = front
    path = f"/api/v1/collections/{server.collection()}/moves"

    def move(headers):
        body = json.dumps({"item": server.sections()[0][5], "to": [0, 0]})
        line = ask(front, certificate)
        line.request("POST", path, body, {"Content-Type": "application/json", **headers})
        return line.getresponse().status

    with server.keeping_order():
        assert move({"Origin": address}) == 200
        before = server.snapshot()["version"]
        assert move({"Origin": "https://evil.example"}) == 403
        # A proxy may answer itself for hosts that it does not know.
        move({"Host": "evil.example"})
        assert server.snapshot()["version"] == before


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with the headers that it got."""

    def do_GET(self):
        body = json.dumps([[name.lower(), value] for name, value in self.headers.items()]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("name", NAMES)
def test_what_a_client_says_of_its_address_goes_no_further(name, certificate, tmp_path):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        with proxy(name, echo.server_port, certificate, tmp_path) as address:
            line = http.client.HTTPSConnection(urlsplit(address).netloc, timeout=30, context=certificate.context)
            line.request("GET", "/", headers={
                "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http", "Forwarded": "for=192.0.2.1;proto=http"})
            headers = json.loads(line.getresponse().read())
        echo.shutdown()
    values = lambda wanted: [value for name, value in headers if name == wanted]
    assert values("x-forwarded-for") == ["127.0.0.1"]
    assert values("x-forwarded-proto") == ["https"]
    assert not any(values("forwarded"))
    assert values("host") == [urlsplit(address).netloc]
