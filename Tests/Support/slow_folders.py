"""The program on a file system whose folders take long to open, and which waits at one folder or file until the test goes on."""

import os
import shutil
import subprocess
from pathlib import Path

from running import BINARY, Server


def slow_server(folder, pictures, held_at):
    """A held server that holds at the folder of this number, as they lie on the disk."""
    return held_server(folder, [entry.name for entry in os.scandir(pictures)][held_at])


def held_server(folder, held):
    """
    A kind of server that takes 0.1 s for each folder of pictures, and holds at the folder or file of this name; and the gate: until that
    file is removed.
    """
    library, gate = folder / "slow_folders.so", folder / "gate"
    # Swift brings its own, which builds the package's C.
    compiler = shutil.which("clang") or str(Path(os.path.realpath(shutil.which("swift"))).with_name("clang"))
    source = Path(__file__).with_name("slow_folders.c")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    gate.touch()

    class Slow(Server):
        program = ["env", f"LD_PRELOAD={library}", f"SLOW_FOLDERS_GATE={gate}", f"SLOW_FOLDERS_HELD={held}", str(BINARY)]

    return Slow, gate
