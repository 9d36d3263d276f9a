"""Several servers over one database, behind HAProxy as `deploy/` has it."""

import subprocess
from contextlib import contextmanager
from urllib.parse import urlsplit

from fronts import free_port, is_open
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
