"""The long fault tests and the figures of crowds: Scripts/soak starts this. Prints one table, for docs/benchmarks.md; ends with 1 when a
test fails."""

import argparse
import sys
import tempfile
import traceback
from pathlib import Path

tests = Path(__file__).resolve().parent.parent
# The last one is the page as tests in a browser see it.
sys.path[:0] = [str(tests / "Support"), str(tests / "Browser")]
from bodies import bodies  # noqa: E402
from crowds import peers, reader, scale, slow, streams  # noqa: E402
from day import day  # noqa: E402
from deadlines import deadlines  # noqa: E402
from durability import clock, cuts, kill, moves  # noqa: E402
from report import rows, table  # noqa: E402
from requests_read import requests  # noqa: E402
from running import BINARY  # noqa: E402
from sanitizers import sanitize  # noqa: E402
from several_servers import cluster  # noqa: E402
from tools import fuzz, interface  # noqa: E402

PARTS = {f.__name__: f for f in (kill, cuts, clock, moves, slow, streams, peers, reader, deadlines, scale, bodies, interface, requests, fuzz)}
# Only when they are named: one builds everything twice, one needs PostgreSQL and Patroni, one takes two hours.
LONG = {"sanitize": sanitize, "cluster": cluster, "day": day}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=[], help=", ".join(PARTS | LONG))
    parser.add_argument("--rounds", type=int, default=1000, help="kills")
    parser.add_argument("--seconds", type=int, default=20, help="for each timed part")
    parser.add_argument("--examples", type=int, default=200, help="of schemathesis, an operation")
    parser.add_argument("--heads", type=int, default=1_000_000, help="fuzzed requests for two readers")
    parser.add_argument("--fuzz", type=int, default=600, help="seconds of fuzzing")
    parser.add_argument("--day", type=int, default=7200, help="seconds of a whole day")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    assert BINARY.exists(), f"{BINARY} is missing"
    failed = False
    with tempfile.TemporaryDirectory(prefix="lookahead-soak-") as name:
        for part in options.parts or PARTS:
            print(part, file=sys.stderr)
            try:
                (PARTS | LONG)[part](Path(name), options)
            except Exception:
                traceback.print_exc()
                rows.append((part, "FAILED", ""))
                failed = True
            except KeyboardInterrupt:
                # What was measured until then is told.
                rows.append((part, "STOPPED", ""))
                failed = True
                break
    print("\n" + table())
    sys.exit(failed)


main()
