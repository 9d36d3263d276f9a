#!/usr/bin/env python3
"""Installs a package into a Debian root, runs its service there, upgrades it and removes it: check.py PACKAGE ROOT, as root. The root has the
packages that this one depends on.

There is no systemd in the root: sandbox.py runs the service's command as the unit says, and this program is its manager. The start at boot is not
tested.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE / "Tests" / "Support"))
from certificates import Certificate  # noqa: E402

package, root = Path(sys.argv[1]), Path(sys.argv[2])
DATABASE = root / "var/lib/lookahead/lookahead.sqlite"


def inside(*words, check=True):
    done = subprocess.run(["chroot", root, "env", "DEBIAN_FRONTEND=noninteractive", *words], text=True, capture_output=True)
    assert not check or done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def say(what):
    print(f"  {what}", flush=True)


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, f"still not after {seconds} s"
        time.sleep(0.02)
    return found


def earlier_version():
    """The same package, but as a version before it."""
    folder = root / "tmp/earlier"
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    control = folder / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 0.0.1", control.read_text(), flags=re.MULTILINE))
    subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", folder, root / "tmp/earlier.deb"], check=True, capture_output=True)
    shutil.rmtree(folder)
    return "/tmp/earlier.deb"


def install(path):
    inside("dpkg", "--install", path)
    return inside("dpkg-query", "--show", "--showformat=${Version}", "lookahead")


def check_files():
    version = inside("lookahead", "--version").strip()
    assert f"lookahead_{version}_" in package.name, version
    say(f"version {version}; installed size {int(inside('dpkg-query', '-W', '-f=${Installed-Size}', 'lookahead')) / 1024:.0f} MB, "
        f"package {package.stat().st_size / 1e6:.1f} MB")
    settings = root / "etc/lookahead/lookahead.yaml"
    assert (settings.stat().st_mode & 0o777, settings.stat().st_gid) == (0o640, group())
    assert inside("lookahead", "config", "check", "/etc/lookahead/lookahead.yaml")
    for shell in ("bash",):
        inside(shell, "-n", "/usr/share/bash-completion/completions/lookahead")
    page = subprocess.run(["man", "--warnings", "--local-file", root / "usr/share/man/man1/lookahead.1.gz"],
                          env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True)
    assert page.returncode == 0 and "--tls-certificate" in page.stdout and not page.stderr, page.stderr
    for library in re.findall(r"NEEDED\s+(\S+)", subprocess.run(
            ["objdump", "--private-headers", root / "usr/bin/lookahead"], check=True, capture_output=True, text=True).stdout):
        assert "swift" not in library.lower() and "Foundation" not in library, f"{library} is not in the program"
    say("the program has the Swift runtime in it")


def group():
    return int(inside("getent", "group", "lookahead").split(":")[2])


def configure():
    """A folder of pictures, TLS and a token. Returns the address and what a client needs."""
    pictures = root / "srv/pictures/Summer"
    pictures.mkdir(parents=True)
    for number in range(5):
        subprocess.run(["vips", "gaussnoise", pictures / f"{number}.jpg", "800", "600"], check=True)
    certificate = Certificate(root / "etc/lookahead", "certificate")
    token = root / "etc/lookahead/token"
    token.write_text("of-sixteen-characters-or-more\n")
    for secret in (certificate.key, token):
        os.chown(secret, 0, group())
        secret.chmod(0o640)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    (root / "etc/lookahead/lookahead.yaml").write_text(
        f"folders: [/srv/pictures]\nport: {port}\ntls-certificate: certificate.pem\ntls-key: certificate.key\ntoken-file: token\n")
    return Client(f"https://127.0.0.1:{port}", token.read_text().strip(), certificate.context)


class Client:
    def __init__(self, address, token, context):
        self.address, self.token, self.context = address, token, context

    def ask(self, path, body=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode() if body else None, headers)
        with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
            return answer.read()

    def json(self, path, body=None):
        return json.loads(self.ask(path, body))

    def collection(self):
        return wait_for(lambda: next((c for c in self.json("/api/v1/collections")["collections"] if c["open"]), None))

    def order(self):
        return [item["id"] for item in self.json(f"/api/v1/collections/{self.collection()['id']}/items")["items"]]


def start(manager):
    # What StateDirectory= and CacheDirectory= make.
    for folder in ["var/lib/lookahead", "var/cache/lookahead"]:
        (root / folder).mkdir(mode=0o700, exist_ok=True)
        inside("chown", "lookahead:lookahead", f"/{folder}")
    unit = root / "lib/systemd/system/lookahead.service"
    command, = re.findall(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    return subprocess.Popen(
        [sys.executable, Path(__file__).with_name("sandbox.py"), unit, root, *command.split()],
        env={**os.environ, "NOTIFY_SOCKET": manager, "WATCHDOG_USEC": "1000000"}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)


@contextmanager
def service():
    """The service from READY=1 to its end. Yields what it reports to its manager."""
    path = root / "run/manager"
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        path.chmod(0o777)
        manager.settimeout(30)
        began = time.monotonic()
        process = start("/run/manager")
        try:
            # The watchdog may be told first.
            while "READY=1" not in manager.recv(4096).decode():
                pass
            say(f"ready after {time.monotonic() - began:.2f} s")
            yield manager
            process.send_signal(signal.SIGTERM)
            while "STOPPING=1" not in manager.recv(4096).decode():
                pass
            assert process.wait(30) == 0
        except BaseException:
            process.kill()
            print(process.stderr.read(), file=sys.stderr)
            raise


def try_service(client):
    """Returns the order that it leaves."""
    with service() as manager:
        collection = client.collection()
        assert collection["itemCount"] == 5
        assert b"build-" in client.ask("/"), "the page is not the bundle"
        path = f"/api/v1/collections/{collection['id']}"
        before = client.order()
        picture = client.ask(f"{path}/items/{before[0]}/image?w=320")
        assert picture.startswith(b"\xff\xd8")
        say(f"served a picture of {len(picture)} bytes over TLS")
        health = client.json("/healthz")
        assert health["status"] == "ok" and "missingConfinement" not in health, health
        say("the decoders are fully confined")
        client.ask(f"{path}/moves", {"item": before[0], "to": [0, 4]})
        # Of a watchdog of one second.
        assert all("WATCHDOG=1" in manager.recv(4096).decode() for _ in range(2))
        say("the watchdog is reported to")
        after = client.order()
        assert after == [*before[1:], before[0]]
        return after


def remove(client, order):
    before = DATABASE.read_bytes()
    words = inside("dpkg", "--purge", "lookahead")
    assert "still in /var/lib/lookahead" in words, words
    assert DATABASE.read_bytes() == before and not (root / "var/cache/lookahead").exists()
    assert not (root / "usr/bin/lookahead").exists() and not (root / "etc/lookahead/lookahead.yaml").exists()
    say("purged: orders and ratings are left, and the package says so")
    say(f"also left: {sorted(str(p.relative_to(root)) for p in (root / 'etc/lookahead').glob('*'))}, and the user lookahead")


def main():
    shutil.copy(package, root / "tmp" / package.name)
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    try:
        say(f"installed {install(earlier_version())}")
        client = configure()
        order = try_service(client)
        settings = (root / "etc/lookahead/lookahead.yaml").read_text()
        say(f"upgraded to {install(f'/tmp/{package.name}')}")
        assert (root / "etc/lookahead/lookahead.yaml").read_text() == settings
        check_files()
        with service():
            assert client.order() == order
        say("after the upgrade the order is as it was left")
        remove(client, order)
    finally:
        subprocess.run(["umount", root / "proc"], check=True)
    print("The package is right.")


main()
