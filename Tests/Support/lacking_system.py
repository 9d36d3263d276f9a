"""A kernel without Landlock and user namespaces, as a container's filter shows it."""

import os


def lacking_system(program):
    """Writes a program that runs another one on such a kernel: its words are the other's. Returns its path."""
    program.write_text(f"""#!/usr/bin/env python3
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
rules = [(0x20, 0, 0, 0)]
for number in (444, {272 if os.uname().machine == "x86_64" else 97}):
    rules += [(0x15, 0, 1, number), (0x06, 0, 0, 0x50000 | 38)]
rules += [(0x06, 0, 0, 0x7fff0000)]
code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
held = ctypes.create_string_buffer(code)
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(rules), ctypes.addressof(held)))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program) == 0
os.execv(sys.argv[1], sys.argv[1:])
""")
    program.chmod(0o755)
    return program
