"""Certificates by openssl, for servers on this machine."""

import ssl
import subprocess
from datetime import datetime


class Certificate:
    """A certificate of its own authority, for localhost and 127.0.0.1, and its key: two files in `folder`."""

    def __init__(self, folder, name="server", days=30, when: datetime | None = None):
        folder.mkdir(parents=True, exist_ok=True)
        self.file, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        # Files of a certificate are younger than the clock says only where the clock is wrong.
        clock = ["faketime", when.strftime("%Y-%m-%d %H:%M:%S")] if when else []
        subprocess.run(
            [*clock, "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", str(days), "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
             "-keyout", self.key, "-out", self.file], check=True, capture_output=True)

    @property
    def options(self):
        return ["--tls-certificate", self.file, "--tls-key", self.key]

    @property
    def context(self):
        """Trusts this certificate alone."""
        return ssl.create_default_context(cafile=str(self.file))
