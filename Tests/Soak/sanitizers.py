"""ThreadSanitizer and AddressSanitizer over the Swift tests and a short soak of the server. Each builds everything anew: it takes long."""

import os
import re
import subprocess
import sys

from mixed_crowd import mixed_crowd
from report import row
from running import BINARY, ROOT, Server, poll

HERE = ROOT / "Tests" / "Soak" / "sanitizers"
NAMES = {"thread": "ThreadSanitizer", "address": "AddressSanitizer"}
# A report's first line.
REPORT = re.compile(r"^(?:WARNING|==\d+==ERROR|==\d+==WARNING): \w+Sanitizer.*", re.M)
# What the smallest program does wrong on purpose, and whether it is to be found.
FAULTS = {"thread": {"race": True, "locked": False}, "address": {"overflow": True}}
# Tests that say nothing under a sanitizer, each with the reason.
SKIPPED = [
    # Of the kernel's filter, in processes of the usual program.
    "ConfinementTests",
    # A body has 30 s to arrive; a program that is ten times slower does not take 60 MB in that time.
    "many megabytes go through little memory",
]


def sanitize(folder, options):
    """Builds, tests and soaks with each sanitizer. 0 reports, and none of the sanitizers blind."""
    for kind, name in NAMES.items():
        built = build(kind)
        environment = under(kind, folder)
        check_sight(kind, folder, environment)
        count = swift_tests(built, environment, folder / kind)
        row(f"{name}, {count} Swift tests: reports", str(collected(folder / kind)), "0")
        requests = soak(kind, built, environment, folder / kind, options.seconds)
        found = collected(folder / kind)
        row(f"{name}, {requests:,} requests of clients that do everything at once: reports with those of the tests", str(found), "0")
        assert found == 0, f"{name} found something"


def build(kind):
    """The folder of programs built with a sanitizer, beside the usual ones."""
    command = ["swift", "build", "--build-tests", f"--sanitize={kind}", "--scratch-path", str(ROOT / ".build" / kind)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return ROOT / ".build" / kind / "debug"


def under(kind, folder):
    """The variables of programs with a sanitizer, whose reports go to a folder of their own."""
    reports = folder / kind / "reports"
    reports.mkdir(parents=True)
    common = f"log_path={reports}/report:exitcode=0:suppressions={HERE}/{kind}.txt"
    if kind == "thread":
        library = folder / "mutex.so"
        subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "mutex.c")], check=True)
        return {"TSAN_OPTIONS": f"{common}:history_size=4", "LD_PRELOAD": str(library)}
    # Leaks: the tests end while libraries hold what they keep for the process's life.
    return {"ASAN_OPTIONS": f"{common}:detect_leaks=0:detect_stack_use_after_return=1"}


def check_sight(kind, folder, environment):
    """A sanitizer that finds nothing where something is wrong would make every figure below worthless."""
    program = folder / f"fault-{kind}"
    subprocess.run(["swiftc", "-g", f"-sanitize={kind}", "-o", str(program), str(HERE / "fault.swift")], check=True,
                   stderr=subprocess.DEVNULL)
    for fault, is_found in FAULTS[kind].items():
        subprocess.run([str(program), fault], env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
        assert (collected(folder / kind, "expected") > 0) == is_found, f"{kind}: {fault}"
        for report in (folder / kind / "reports").iterdir():
            report.unlink()


def swift_tests(built, environment, folder):
    """Runs the suites, one test at a time; returns the number of tests."""
    skipped = [word for one in SKIPPED for word in ("--skip", one)]
    with open(folder / "tests.log", "w+") as log:
        done = subprocess.run(
            [str(built / "lookaheadPackageTests.xctest"), "--testing-library", "swift-testing", "--no-parallel", *skipped],
            cwd=ROOT, env={**os.environ, **environment, "LOOKAHEAD_BINARY": str(BINARY)}, stdout=log, stderr=log)
        log.seek(0)
        text = log.read()
    print("".join(line for line in text.splitlines(True) if line.startswith("✘")), file=sys.stderr)
    assert done.returncode == 0, f"tests fail under the sanitizer: {text[-4000:]}"
    return int(re.search(r"Test run with (\d+) tests", text)[1])


def soak(kind, built, environment, folder, seconds):
    """A server under clients that do everything at once, from its start to its end; returns the number of requests."""

    class Sanitized(Server):
        program = ["env", *(f"{name}={value}" for name, value in environment.items()), str(built / "lookahead")]

    # Decoders are the usual program: their filter refuses what a sanitizer needs.
    server = Sanitized("--decoder", BINARY, data=folder / "data")
    try:
        poll(lambda: all(c.get("open", True) for c in server.ask("GET", "/api/v1/collections").json["collections"]),
             300, "all collections are open")
        return mixed_crowd(server, seconds)
    finally:
        assert server.stop(seconds=120) == 0, "the server did not end in order"


def collected(folder, what="found"):
    """The number of reports so far, which are printed."""
    texts = [file.read_text(errors="replace") for file in sorted((folder / "reports").iterdir())]
    if what == "found":
        print("".join(texts), file=sys.stderr)
    return sum(len(REPORT.findall(text)) for text in texts)
