"""Commands as a page of the documentation has them, run as a person types them in a clone: servers in terminals of their own."""

import json
import os
import socket
import subprocess
import threading
import urllib.request
from itertools import groupby

from running import BINARY, ROOT, poll

SERVERS = ("Scripts/run", "python3 docs/examples/serve.py")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Terminal:
    """A folder that is to its commands as a clone, but for `Scripts/run`, which starts what is built; and for the ports. Ends with its `with`."""

    def __init__(self, folder):
        self.folder, self.started = folder, []
        self.ports = {"8080": free_port(), "8000": free_port()}
        (folder / "docs").symlink_to(ROOT / "docs")
        (folder / "Scripts").mkdir()
        (folder / "Scripts/run").write_text(f'#!/bin/sh\nexec "{BINARY}" serve "$@"\n')
        (folder / "Scripts/run").chmod(0o755)
        self.environment = os.environ | {
            "LOOKAHEAD_PORT": str(self.ports["8080"]), "LOOKAHEAD_DATA": str(folder / "data"), "LOOKAHEAD_CACHE": str(folder / "cache")}

    def own(self, text):
        """With the ports of this terminal."""
        for usual, own in self.ports.items():
            text = text.replace(f":{usual}", f":{own}")
        return text

    def type(self, block):
        """Runs the commands of a block, one after the other; servers go on. Answers what the others printed."""
        printed = ""
        for is_server, lines in groupby(block.strip().splitlines(), lambda line: line.strip().startswith(SERVERS)):
            if is_server:
                for line in lines:
                    self.start(line.strip())
            else:
                printed += self.run("\n".join(lines))
        return printed

    def run(self, text):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.own(text)], cwd=self.folder, capture_output=True, text=True, timeout=60, env=self.environment)
        assert done.returncode == 0, (text, done.stderr)
        return done.stdout

    def start(self, line):
        command = self.own(line)
        if "serve.py" in command:
            command += f" --port {self.ports['8000']} --server http://127.0.0.1:{self.ports['8080']}"
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment)
        self.started.append(process)
        lines = []
        threading.Thread(target=lambda: lines.extend(process.stdout), daemon=True).start()
        poll(lambda: any("http://" in line for line in lines), 60, f"{line} says where it is: {lines}")
        if command.startswith("Scripts/run"):
            self.address = self.own("http://127.0.0.1:8080")
            poll(self.is_open, 60, "its demos are open")

    def is_open(self):
        with urllib.request.urlopen(f"{self.address}/api/v1/collections", timeout=10) as answer:
            return all(collection["open"] for collection in json.load(answer)["collections"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.terminate()
            process.wait(30)
            process.stdout.close()
