"""What others' tools find: schemathesis and libFuzzer."""

import os
import subprocess
import sys

from report import row
from running import ROOT


def interface(folder, options):
    """schemathesis with many cases, stateful."""
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "Tests/pytest.ini"), "-q",
               str(ROOT / "Tests/Server/test_interface.py")]
    status = subprocess.run(command, env={**os.environ, "SCHEMATHESIS_EXAMPLES": str(options.examples)}).returncode
    assert status == 0, "schemathesis found something"
    row(f"schemathesis, all checks, {options.examples} examples an operation: failures", "0", "0")


def fuzz(folder, options):
    """libFuzzer on the gate, the JSON reader and the replay of patches."""
    done = subprocess.run([str(ROOT / "Scripts/fuzz"), str(options.fuzz)], capture_output=True, text=True)
    print(done.stdout, done.stderr, file=sys.stderr)
    assert done.returncode == 0, "the fuzzer found something"
    row(f"libFuzzer, {options.fuzz} s: crashes and broken rules", "0", "0")
