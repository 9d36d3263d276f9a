"""TLS of the program itself, with certificates by openssl, and clients that check them: Python, curl and openssl."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from datetime import datetime, timedelta

import pytest
from certificates import Certificate
from faults import viewers
from running import BINARY, poll


@pytest.fixture(scope="module")
def certificate(module_path):
    return Certificate(module_path / "certificates")


@pytest.fixture(scope="module")
def server(start_shared_server, certificate):
    server = start_shared_server("--items", 5000, *certificate.options, "--allow-host", "localhost")
    server.context = certificate.context
    server.opened()
    return server


def port_of(server):
    return int(server.address.rsplit(":", 1)[1])


def connect(server, **options):
    context = server.context
    for name, value in options.items():
        setattr(context, name, value)
    plain = socket.create_connection(("127.0.0.1", port_of(server)), 20)
    return context.wrap_socket(plain, server_hostname="127.0.0.1")


def request(server, text):
    """With a Host line in place of `~`."""
    return text.replace("~", f"Host: 127.0.0.1:{port_of(server)}\r\n").encode()


def received(connection):
    """All that comes until the end, an end without notice included."""
    parts = b""
    while True:
        try:
            part = connection.recv(65536)
        except (ConnectionResetError, ssl.SSLEOFError):
            return parts
        if not part:
            return parts
        parts += part


def test_a_client_that_checks_the_certificate_is_served_and_changes_things(server):
    assert server.address.startswith("https://127.0.0.1:")
    assert server.ask("GET", "/").body.startswith(b"<!doctype html>")
    item = server.order()[0][1][3]
    with server.keeping_order():
        assert server.move(item, (0, 0)).status == 200
        assert server.order()[0][1][0] == item
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        server.context, trusted = ssl.create_default_context(), server.context
        try:
            server.ask("GET", "/")
        finally:
            server.context = trusted


def test_curl_speaks_tls_1_2_and_1_3_and_nothing_older(server, certificate):
    def curl(*options):
        return subprocess.run(
            ["curl", "--silent", "--show-error", "--cacert", certificate.file, *options, server.address + "/healthz",
             "--write-out", "%{http_version} %{ssl_verify_result}", "--output", os.devnull],
            capture_output=True, text=True, timeout=30)

    for version in ["--tlsv1.2", "--tlsv1.3"]:
        answer = curl(version, "--tls-max", version[-3:])
        assert (answer.returncode, answer.stdout) == (0, "1.1 0"), answer.stderr
    assert curl("--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0").returncode == 35


def test_requests_in_pieces_and_in_one_are_read_alike(server):
    head = request(server, "GET /healthz HTTP/1.1\r\n~\r\n")
    last = request(server, "GET /healthz HTTP/1.1\r\n~Connection: close\r\n\r\n")
    with connect(server) as connection:
        for byte in head:
            connection.sendall(bytes([byte]))
        # Several requests in one record, and one that ends in the next.
        connection.sendall(head * 20 + last[:9])
        connection.sendall(last[9:])
        assert received(connection).count(b"HTTP/1.1 200 OK") == 22


def test_the_gate_reads_every_byte_under_tls_too(server):
    for attack in [
        "GET /healthz HTTP/1.1\r\n~X: a\r\n b\r\n\r\n",
        "GET /healthz HTTP/1.1\n~\r\n\r\n",
        "POST /healthz HTTP/1.1\r\n~Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n0;a=\n\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n~X: a\0b\r\n\r\n",
    ]:
        with connect(server) as connection:
            connection.sendall(request(server, attack))
            answer = received(connection)
            assert answer.startswith(b"HTTP/1.1 400 "), (attack, answer)
            assert answer.count(b"HTTP/1.1 ") == 1


def test_large_bodies_arrive_and_leave_whole(server):
    items = [{"id": f"i{n}", "title": "title " * 10} for n in range(20_000)]
    posted = {"id": "large", "title": "Large", "sections": [{"id": "s", "title": "S", "items": items}]}
    assert server.ask("POST", "/api/v1/collections", posted).status in (200, 201)
    assert server.order("large")[0][1] == [item["id"] for item in items]
    assert server.ask("DELETE", "/api/v1/collections/large").status == 204


def test_an_upload_that_is_too_large_sees_why(server):
    with connect(server) as connection:
        connection.sendall(request(
            server, "POST /api/v1/collections/numbers/moves HTTP/1.1\r\n~Content-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"))
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        try:
            for _ in range(400):
                connection.sendall(chunk)
        except OSError:
            pass
        assert received(connection).startswith(b"HTTP/1.1 413 ")


def test_an_event_stream_reports_a_change_and_goes_on_after_silence(server):
    viewer, = viewers(server, server.collection(), 1)
    with server.keeping_order(), connect(server) as connection:
        connection.settimeout(30)
        connection.sendall(request(
            server, f"GET /api/v1/viewers/{viewer}/events HTTP/1.1\r\n~Accept: text/event-stream\r\n\r\n"))

        def wait_for(part):
            received = b""
            while part not in received:
                received += connection.recv(65536)

        wait_for(b"text/event-stream")
        assert server.move(server.order()[0][1][5], (0, 0)).status == 200
        wait_for(b"event: patch")
        # A heartbeat, then more.
        wait_for(b": \n\n")
        assert server.move(server.order()[0][1][7], (0, 0)).status == 200
        wait_for(b"event: patch")


def test_http_on_the_port_of_tls_is_told_to_use_https(server):
    with socket.create_connection(("127.0.0.1", port_of(server)), 20) as plain:
        plain.sendall(request(server, "GET / HTTP/1.1\r\n~\r\n"))
        answer = received(plain)
    assert answer.startswith(b"HTTP/1.1 400 ") and b"https://" in answer


def test_no_handshake_and_no_head_takes_longer_than_ten_seconds(server):
    began = time.monotonic()
    silent = socket.create_connection(("127.0.0.1", port_of(server)), 20)
    # The first bytes of a handshake that never goes on.
    stalled = socket.create_connection(("127.0.0.1", port_of(server)), 20)
    stalled.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
    slow = connect(server)
    slow.sendall(b"GET / HT")
    slow.settimeout(20)
    for connection in [silent, stalled, slow]:
        with connection:
            assert received(connection) == b""
        assert 9 < time.monotonic() - began < 12
    assert server.ask("GET", "/healthz").status == 200


def test_a_cookie_that_came_by_tls_is_for_tls_only(start_server, certificate):
    server = start_server("--items", 5, "--token", "auto", *certificate.options)
    server.context = certificate.context
    with connect(server) as connection:
        connection.sendall(request(server, f"GET /?token={server.token} HTTP/1.1\r\n~Connection: close\r\n\r\n"))
        answer = received(connection).decode()
    assert "303 See Other" in answer and "; Secure" in answer
    # Somebody who once opened an address without TLS could not come back otherwise.
    assert "strict-transport-security" not in answer.lower()


def test_a_renewed_certificate_is_used_and_open_connections_stay(start_server, tmp_path):
    old, new = Certificate(tmp_path / "old"), Certificate(tmp_path / "new")
    file, key = tmp_path / "used.pem", tmp_path / "used.key"
    shutil.copy(old.file, file), shutil.copy(old.key, key)
    server = start_server("--items", 5, "--tls-certificate", file, "--tls-key", key)
    server.context = old.context
    with connect(server) as connection:
        def is_served_still():
            connection.sendall(request(server, "GET /healthz HTTP/1.1\r\n~\r\n"))
            received = b""
            while not received.endswith(b"}"):
                received += connection.recv(65536)
            return b"200 OK" in received

        assert is_served_still()

        # One file alone does not go with the other: the server keeps what it has, and says so.
        shutil.copy(new.file, file)
        poll(lambda: any("does not belong to the certificate" in line for line in server.log), 30, "it is said")
        assert server.ask("GET", "/healthz").status == 200
        # As programs that renew certificates do it: in one step.
        shutil.copy(new.key, tmp_path / "next.key")
        os.replace(tmp_path / "next.key", key)
        poll(lambda: any("is in use from now on" in line for line in server.log), 30, "it is said")
        server.context = new.context
        assert server.ask("GET", "/healthz").status == 200
        assert is_served_still()


@pytest.fixture
def refusal(tmp_path):
    def refusal(*options):
        answer = subprocess.run(
            [str(BINARY), "serve", "--items", "5", "--port", "0", "--data", tmp_path / "data", *map(str, options)],
            capture_output=True, text=True, timeout=60)
        assert answer.returncode == 64 and answer.stdout == ""
        assert not (tmp_path / "data").exists()
        return answer.stderr

    return refusal


def test_files_that_cannot_be_used_are_said_in_words(refusal, certificate, tmp_path):
    other = Certificate(tmp_path / "other")
    locked = tmp_path / "locked.key"
    subprocess.run(["openssl", "pkey", "-in", certificate.key, "-aes256", "-passout", "pass:secret", "-out", locked], check=True)
    said = {
        (certificate.file, other.key): f"the key in {other.key} does not belong to the certificate in {certificate.file}",
        (certificate.file, locked): f"the key in {locked} has a passphrase",
        (certificate.key, certificate.key): f"{certificate.key} holds no certificate",
        (certificate.file, certificate.file): f"{certificate.file} holds no private key",
        (tmp_path / "none.pem", certificate.key): f"{tmp_path / 'none.pem'} cannot be read: No such file",
        (tmp_path, certificate.key): f"{tmp_path} cannot be read",
    }
    for (file, key), words in said.items():
        assert words in refusal("--tls-certificate", file, "--tls-key", key)
    assert "used together" in refusal("--tls-certificate", certificate.file)


def test_a_certificate_that_is_no_longer_or_not_yet_valid_is_said_and_used(start_server, tmp_path):
    for name, when, words in [
        ("past", datetime.now() - timedelta(days=90), "expired on"),
        ("future", datetime.now() + timedelta(days=90), "is valid from"),
        ("soon", datetime.now() - timedelta(days=25), "expires on"),
    ]:
        server = start_server("--items", 5, *Certificate(tmp_path / name, when=when).options, data=tmp_path / name / "data")
        server.says(words)
        server.context = ssl._create_unverified_context()
        assert server.ask("GET", "/healthz").status == 200


def test_an_address_of_the_network_without_tls_is_warned_of(start_server, tmp_path, certificate):
    def is_warned_of(number, *options):
        server = start_server("--items", 5, "--host", "0.0.0.0", "--token", "auto", *options, data=tmp_path / f"{number}")
        server.stop()
        return any("without TLS" in line for line in server.log)

    assert is_warned_of(1)
    assert not is_warned_of(2, *certificate.options)
    assert not is_warned_of(3, "--trusted-proxy", "127.0.0.1")


def test_export_asks_the_server_that_has_the_certificate_and_no_other(start_server, tmp_path):
    right, wrong = Certificate(tmp_path / "right"), Certificate(tmp_path / "wrong")
    file, key = tmp_path / "used.pem", tmp_path / "used.key"
    shutil.copy(right.file, file), shutil.copy(right.key, key)
    token = tmp_path / "token"
    token.write_text("of-sixteen-letters-or-more\n")
    # No name is in an address of numbers but those that the certificate has.
    server = start_server("--items", 300, "--host", "127.0.0.2", "--tls-certificate", file, "--tls-key", key, "--token-file", token)
    server.context = ssl.create_default_context(cafile=right.file)
    server.context.check_hostname = False
    whole = {"Authorization": f"Bearer {token.read_text().strip()}"}
    poll(lambda: all(c["open"] for c in server.ask("GET", "/api/v1/collections", headers=whole).json["collections"]), 60, "it is open")

    def ask(*arguments):
        return subprocess.run(
            [BINARY, *arguments, "--data", server.data, "--token-file", token], capture_output=True, text=True, timeout=60, cwd="/",
            # What the environment says of proxies is not for this machine.
            env={**os.environ, "https_proxy": "http://127.0.0.1:1"})

    def export(*options):
        return ask("export", *options)

    done = export()
    assert done.returncode == 0 and done.stdout.encode() == server.ask("GET", "/api/v1/backup", headers=whole).body, done.stderr
    assert '"ok"' in ask("health").stdout
    for options, words in [(["--tls-ca", wrong.file], "is not trusted"), (["--tls-ca", right.file], "is not trusted")]:
        refused = export(*options)
        # The second has signed it, but for other names.
        assert refused.returncode == 1 and words in refused.stderr and refused.stdout == ""
    # The file is another's: so might be what is at the port.
    shutil.copy(wrong.file, file)
    refused = export(tmp_path / "backup")
    assert refused.returncode == 1 and "is not trusted" in refused.stderr and not (tmp_path / "backup").exists()


def test_export_finds_the_name_in_a_certificate_that_an_authority_signed(server, certificate):
    done = subprocess.run([BINARY, "export", "--data", server.data, "--tls-ca", certificate.file], capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout.count(b"\n") > 100, done.stderr
