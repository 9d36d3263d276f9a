"""A store of objects of the tests' own: SeaweedFS, which speaks S3, on loopback in a temporary folder."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from fronts import free_port
from running import poll

# It is installed with Python's packages.
PROGRAM = Path(sys.executable).parent / "weed"


class Seaweed:
    """One process with all its parts. Its S3 wants signatures; the file interface beside it, which the tests use to look and to damage, does not."""

    KEY, SECRET = "AKIDTESTS", "a+secret/that=nobody+else/knows"

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lookahead-s3-"))
        identity = {"name": "tests", "credentials": [{"accessKey": self.KEY, "secretKey": self.SECRET}],
                    "actions": ["Read", "Write", "List"]}
        (self.folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
        parts = ["master", "volume", "filer", "s3"]
        self.ports = {f"{part}.port{kind}": free_port() for part in parts for kind in ("", ".grpc")}
        self.endpoint, self.files = f"http://127.0.0.1:{self.ports['s3.port']}", f"http://127.0.0.1:{self.ports['filer.port']}/buckets"
        self.start()

    def start(self):
        command = [str(PROGRAM), "server", "-dir", str(self.folder), "-ip", "127.0.0.1", "-master.telemetry=false",
                   "-volume.max", "300", "-s3", "-s3.config", str(self.folder / "s3.json"), "-s3.iam=false",
                   # Two of these would listen at the same port otherwise, and the second would end.
                   "-s3.port.iceberg", "0", "-s3.port.lance", "0",
                   "-s3.localSocket", str(self.folder / "s3.sock"), "-filer.localSocket", str(self.folder / "filer.sock")]
        command += [word for name, port in self.ports.items() for word in (f"-{name}", str(port))]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        poll(lambda: self._answers() or self.process.poll() is not None, 60, "SeaweedFS answers")
        assert self.process.poll() is None, (self.folder / "log").read_text()

    def _answers(self):
        try:
            # It has no name for strangers, and says so when it is up.
            urllib.request.urlopen(self.endpoint, timeout=5)
        except urllib.error.HTTPError as error:
            return error.code == 403
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait(20)

    def freeze(self):
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self):
        os.kill(self.process.pid, signal.SIGCONT)

    def bucket(self, name):
        """Makes a bucket. Returns its address for a server."""
        self._ask("POST", f"{name}/")
        # The first object waits for room to be made on disk.
        poll(lambda: self._put(f"{name}/first"), 30, "the bucket takes objects")
        self._ask("DELETE", f"{name}/first")
        return self.address(name)

    def _put(self, path):
        try:
            self.write(path, b"1")
            return True
        except urllib.error.HTTPError:
            return False

    def address(self, name):
        return f"s3://{name}/pictures?endpoint={self.endpoint}"

    def objects(self, folder):
        """The paths of all objects below a folder, such as `bucket/pictures/v3`."""
        try:
            listed = json.loads(self._ask("GET", f"{folder}/?limit=100000", {"Accept": "application/json"}))
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return []
            raise
        paths = []
        for entry in listed["Entries"] or []:
            path = entry["FullPath"].removeprefix("/buckets/")
            # A folder has the highest bit but one in its mode, as in Go.
            paths += self.objects(path) if entry["Mode"] & (1 << 31) else [path]
        return sorted(paths)

    def read(self, path):
        return self._ask("GET", path)

    def write(self, path, content):
        self._ask("PUT", path, {"Content-Type": "application/octet-stream"}, content)

    def _ask(self, method, path, headers=None, body=None):
        request = urllib.request.Request(f"{self.files}/{path}", body, headers or {}, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()

    def remove(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
