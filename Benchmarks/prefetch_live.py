"""The policies in real time: traces through HTTP and the event stream against a running server with artificial latency, by
a script and by the page in Chromium, also behind a line with a delay; beside what the simulator says of the same traces."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from delay_proxy import DelayProxy  # noqa: E402
from running import BINARY, Server  # noqa: E402
from script_client import ScriptClient  # noqa: E402

ITEMS = 100_000
SECONDS = 8.0
# Numbers of synthetic traces: flings of three kinds, keys, the wheel.
TRACES = [0, 1, 2, 3, 6]


def make_traces(folder, seed=1):
    """The first seconds of some synthetic traces, as files."""
    folder.mkdir()
    subprocess.run([str(BINARY), "simulate", "--synthetic", str(max(TRACES) + 1), "--seed", str(seed), "--policy", "none",
                    "--write", str(folder)], check=True, capture_output=True, timeout=300)
    traces = []
    for path in sorted(folder.glob("*.jsonl"), key=lambda p: int(p.name.split("-")[0])):
        number = int(path.name.split("-")[0])
        head, *frames = [json.loads(line) for line in path.read_text().splitlines()]
        path.unlink()
        if number not in TRACES:
            continue
        frames = [frame for frame in frames if frame["t"] <= SECONDS * 1000]
        path.write_text("\n".join(json.dumps(line) for line in [head, *frames]) + "\n")
        for frame in frames:
            frame["t"] /= 1000
            frame.setdefault("v", 0)
        traces.append({"head": head, "frames": frames, "path": path})
    return traces


def simulated(traces, one_way):
    """By policy: blank %, no pixels % and mean time to a full view."""
    command = [str(BINARY), "simulate", "--even-load", "--delay", str(one_way * 1000), "--trace"]
    rows = {}
    for tiers in ("1", "2"):
        table = subprocess.run([*command, *(str(t["path"]) for t in traces), "--tiers", tiers], check=True,
                               capture_output=True, text=True, timeout=300).stdout
        for line in table.splitlines():
            found = re.match(r"(\S+) +([\d.]+) +-?\d+ +([\d.]+) +([\d.]+) ", line)
            if found:
                rows[found[1], tiers] = [float(found[n]) for n in (2, 3, 4)]
    return rows


def share(results, name):
    return 100 * sum(r[name] for r in results) / sum(r["visible"] for r in results)


def serve(folder, name, previews):
    return Server("--items", ITEMS, "--item-pictures", "--demo-latency", "20-200", "--loaders", 4, "--disk-cache", 0,
                  "--memory-cache", 512, "--allow-host", "127.0.0.1", *([] if previews else ["--no-previews"]), data=folder / name)


async def script_run(server, collection, traces, policy, one_way):
    port = int(server.address.rsplit(":", 1)[1])
    proxy = DelayProxy(port, one_way) if one_way else None
    if proxy:
        await proxy.start()
    results = []
    for trace in traces:
        client = ScriptClient(proxy.port if proxy else port, collection, trace, policy)
        await client.run()
        results.append(client.result())
    if proxy:
        await proxy.stop()
    return results


def measure_script(folder, traces, row, cases):
    for policy, previews, one_way in cases:
        server = serve(folder, f"script-{policy}-{previews}-{one_way}", previews)
        try:
            results = asyncio.run(script_run(server, server.collection(), traces, policy, one_way))
            loads = server.ask("GET", "/api/v1/stats").json["loads"]
        finally:
            server.stop()
        fills = [fill for result in results for fill in result["fills"]]
        blank, empty, fill = simulated(traces, one_way)[policy, "2" if previews else "1"]
        wasted = 100 * loads["wastedSeconds"] / max(loads["busySeconds"], 1e-9)
        tiers = "previews first" if previews else "full only"
        row(f"script, {policy}, {tiers}, round trip {2000 * one_way:.0f} ms: blank %, no pixels %, filled s; other: simulated",
            f"{share(results, 'blank'):.1f}, {share(results, 'empty'):.1f}, {sum(fills) / max(1, len(fills)):.2f}"
            f" (wasted {wasted:.0f} %)", f"{blank:.1f}, {empty:.1f}, {fill:.2f}",
            goal="no pixels ≤ 3" if previews and not one_way else "")


def measure_chromium(folder, traces, row, trips):
    from chromium_client import replay

    for one_way in trips:
        server = serve(folder, f"chromium-{one_way}", True)
        proxy = None
        try:
            server.collection()
            address = server.address
            if one_way:
                port = address.rsplit(":", 1)[1]
                proxy = subprocess.Popen([sys.executable, str(Path(__file__).with_name("delay_proxy.py")), port,
                                          str(2000 * one_way)], stdout=subprocess.PIPE, text=True)
                address = f"http://127.0.0.1:{proxy.stdout.readline().strip()}"
            results = replay(address, traces)
        finally:
            if proxy:
                proxy.terminate()
                proxy.wait(10)
            server.stop()
        goal = {0: "≤ 3", 0.05: "≤ 6"}.get(one_way, "")
        row(f"Chromium with the page, previews first, round trip {2000 * one_way:.0f} ms: without any pixels (blank), %",
            f"{share(results, 'empty'):.1f} ({share(results, 'blank'):.1f})", goal=goal)


def measure_live(folder, row):
    traces = make_traces(folder / "traces")
    measure_script(folder, traces, row, [
        ("none", False, 0), ("fixed-window", False, 0), ("directional", False, 0), ("predictive", False, 0),
        ("predictive", True, 0), ("predictive", True, 0.015), ("predictive", True, 0.05)])
    if os.environ.get("LIVE_WITHOUT_CHROMIUM") is None:
        measure_chromium(folder, traces, row, [0, 0.015, 0.05])


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory(prefix="lookahead-live-") as name:
        measure_live(Path(name), lambda what, ours, other="", ratio="", goal="": print(what, "|", ours, "|", other, "|", goal, flush=True))
