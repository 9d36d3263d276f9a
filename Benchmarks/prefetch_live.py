"""The policies in real time: traces through HTTP and the event stream against a running server with artificial latency, by
a script and by the page in Chromium, also behind a line with a delay; beside what the simulator says of the same traces."""

import asyncio
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from delay_proxy import DelayProxy, line  # noqa: E402
from live_traces import ITEMS, make_traces, mixed, share  # noqa: E402
from running import BINARY, Server  # noqa: E402
from script_client import ScriptClient  # noqa: E402

# Replayed side by side, each with a server of its own: made-up waits cost no processor.
AT_ONCE = 3


def serve(folder, name, previews, *more):
    return Server("--items", ITEMS, "--item-pictures", "--demo-latency", "20-200", "--loaders", 4, "--disk-cache", 0,
                  "--memory-cache", 512, "--allow-host", "127.0.0.1", *([] if previews else ["--no-previews"]), *more, data=folder / name)


def simulated(paths, one_way, previews):
    """By policy: blank %, no pixels % and mean time to a full view, with costs unknown, as they are here."""
    table = subprocess.run(
        [str(BINARY), "simulate", "--bounded-load", "--delay", str(one_way * 1000), "--tiers", "2" if previews else "1",
         "--trace", *map(str, paths)], check=True, capture_output=True, text=True, timeout=300).stdout
    found = re.finditer(r"^(\S+) +([\d.]+) +-?\d+ +([\d.]+) +([\d.]+) ", table, re.MULTILINE)
    return {row[1]: [float(row[n]) for n in (2, 3, 4)] for row in found}


async def replay_by_script(folder, number, trace, policy, previews, one_way):
    server = await asyncio.to_thread(serve, folder, str(number), previews)
    proxy = None
    try:
        collection = await asyncio.to_thread(server.collection)
        port = int(server.address.rsplit(":", 1)[1])
        if one_way:
            proxy = DelayProxy(port, one_way)
            await proxy.start()
        client = ScriptClient(proxy.port if proxy else port, collection, trace, policy)
        await client.run()
        return client.result()
    finally:
        if proxy:
            await proxy.stop()
        await asyncio.to_thread(server.stop)


async def replay_all_by_script(folder, traces, *case):
    folder.mkdir()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number, trace):
        async with gate:
            return await replay_by_script(folder, number, trace, *case)
    return await asyncio.gather(*(one(number, trace) for number, trace in enumerate(traces)))


def measure_script(folder, passing, scrubbing, row, cases):
    for policy, previews, one_way in cases:
        *passed, scrubbed = asyncio.run(replay_all_by_script(
            folder / f"script-{policy}-{previews}-{one_way}", [*passing, scrubbing], policy, previews, one_way))
        known = [simulated([t["path"] for t in traces], one_way, previews)[policy] for traces in (passing, [scrubbing])]
        fills = [fill for result in passed for fill in result["fills"]]
        blank, empty = (mixed(share(passed, name), share([scrubbed], name)) for name in ("blank", "empty"))
        told = ", ".join(f"{mixed(*(one[n] for one in known)):.1f}" for n in (0, 1))
        tiers = "previews first" if previews else "full only"
        row(f"script, {policy}, {tiers}, round trip {2000 * one_way:.0f} ms: blank %, no pixels %, filled s; other: simulated",
            f"{blank:.1f}, {empty:.1f}, {sum(fills) / max(1, len(fills)):.2f}", f"{told}, {known[0][2]:.2f}",
            goal="no pixels ≤ 3" if previews and not one_way else "")


def replay_in_chromium(folder, passing, scrubbing, one_way):
    from chromium_client import replay

    server = serve(folder, f"chromium-{one_way}", True)
    try:
        server.collection()
        port = urlsplit(server.address).port
        with line(port, 2000 * one_way) if one_way else nullcontext(port) as port:
            address = f"http://127.0.0.1:{port}"
            return replay(address, passing), replay(address, [scrubbing])
    finally:
        server.stop()


def measure_chromium(folder, passing, scrubbing, row, trips):
    for one_way in trips:
        passed, scrubbed = replay_in_chromium(folder, passing, scrubbing, one_way)
        blank, empty = (mixed(share(passed, name), share(scrubbed, name)) for name in ("blank", "empty"))
        row(f"Chromium with the page, previews first, round trip {2000 * one_way:.0f} ms: without any pixels (blank), %",
            f"{empty:.1f} ({blank:.1f})", goal={0: "≤ 3", 0.05: "≤ 6"}.get(one_way, ""))


def measure_live(folder, row):
    passing, scrubbing = make_traces(folder / "traces")
    if os.environ.get("LIVE_WITHOUT_SCRIPT") is None:
        measure_script(folder, passing, scrubbing, row, [
            ("none", False, 0), ("fixed-window", False, 0), ("directional", False, 0), ("predictive", False, 0),
            ("predictive", True, 0), ("predictive", True, 0.015), ("predictive", True, 0.05)])
    if os.environ.get("LIVE_WITHOUT_CHROMIUM") is None:
        measure_chromium(folder, passing, scrubbing, row, [0, 0.015, 0.05])
