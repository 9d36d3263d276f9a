"""Programs that import LookaheadKit, compiled against the modules of the debug build: as another package does, without this one's name, so
that nothing but the public is there. Building them as packages is the phase `library`."""

import json
import os
import re
import subprocess
import threading
from contextlib import contextmanager

from running import BINARY, ROOT

BUILD = BINARY.parent
EXAMPLES = ROOT / "docs" / "examples"


def command(name):
    """The words of a command in the build's plan."""
    plan = (ROOT / ".build" / "debug.yaml").read_text()
    found = re.search(rf'^  "C\.{re.escape(name)}":\n.*?^    args: (\[.*?\])$', plan, re.MULTILINE | re.DOTALL)
    assert found, f"the debug build has no {name}: swift build"
    return json.loads(found[1])


def import_words():
    """How the compiler finds what LookaheadKit imports."""
    words = command("LookaheadKit-x86_64-unknown-linux-gnu-debug.module")
    kept, before = [], ""
    for word in words:
        if word.startswith("-I/") or word == "-Xcc" or before == "-Xcc":
            kept.append(word)
        before = word
    # What is behind -Xcc goes with it; the options of the build itself do not matter.
    return [*kept, "-I", BUILD / "Modules"]


def sources(package, target):
    return sorted((package / "Sources" / target).rglob("*.swift"))


def compile_program(package, target, output=None):
    """Compiles an example, or a program in another folder. Without an output it makes no program, in seconds: types, and what actors share, are checked."""
    package = EXAMPLES / package
    words = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-name", target.replace("-", "_"), *import_words()]
    for module_map in (package / "Sources").glob("*/module.modulemap"):
        words += ["-I", module_map.parent]
    words += sources(package, target)
    if output is None:
        words += ["-emit-sil", "-wmo", "-o", "/dev/null"]
    else:
        words += ["-o", output, "-Onone", *link_words()]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{target}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return output


def linked_objects():
    """The objects of the program."""
    return [path.strip("'") for path in (BUILD / "lookahead.product" / "Objects.LinkFileList").read_text().split()]


def link_words():
    """The objects and libraries of the program, without the program's own."""
    words = command("lookahead-x86_64-unknown-linux-gnu-debug.exe")
    objects = [path for path in linked_objects() if "/lookahead.build/" not in path]
    return [*objects, *[word for word in words if word.startswith(("-l", "-L/"))]]


@contextmanager
def running(program, *words, folder):
    """Starts a program in a folder. Yields its address, and ends it."""
    process = subprocess.Popen(
        # What they print into a pipe would wait for a full buffer.
        ["stdbuf", "-oL", str(program), *map(str, words)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # No build has laid the page beside them.
        env={"LOOKAHEAD_PUBLIC": str(ROOT / "Public"), **os.environ})
    watch = threading.Timer(60, process.kill)
    watch.start()
    try:
        line = process.stdout.readline()
        watch.cancel()
        found = re.match(r"Serving at (https?://\S+)/$", line.strip())
        assert found, f"no address but {line!r}: {process.stderr.read() if process.poll() is not None else ''}"
        yield found[1], process
    finally:
        watch.cancel()
        process.kill()
        process.communicate(timeout=30)
