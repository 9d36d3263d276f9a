"""Processor time of Chromium's threads, from the kernel: measuring it costs the page nothing."""

from pathlib import Path


class Threads:
    """Of the renderer that works most, and of the process that draws; in ms by the thread's name."""

    def __init__(self, browser):
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        self.groups = {kind: [p["id"] for p in processes if p["type"] == kind] for kind in ("renderer", "GPU")}

    def begin(self):
        self.before = self.read()

    def end(self):
        """{"main": ms, "compositor": ms, "raster": ms, "renderer": ms, "drawing": ms}"""
        spent = {key: value - self.before.get(key, 0) for key, value in self.read().items()}
        sums = {}
        for (kind, process, _, name), value in spent.items():
            of_process = sums.setdefault((kind, process), {"all": 0, "main": 0, "compositor": 0, "raster": 0})
            of_process["all"] += value
            part = {"main": "main", "Compositor": "compositor"}.get(name) or ("raster" if name.startswith("CompositorTile") else None)
            if part:
                of_process[part] += value
        renderer = max((s for (kind, _), s in sums.items() if kind == "renderer"), key=lambda s: s["all"])
        drawing = sum(s["all"] for (kind, _), s in sums.items() if kind == "GPU")
        return {"main": renderer["main"], "compositor": renderer["compositor"], "raster": renderer["raster"],
                "renderer": renderer["all"], "drawing": drawing}

    def read(self):
        found = {}
        for kind, processes in self.groups.items():
            for process in processes:
                for task in Path(f"/proc/{process}/task").glob("*"):
                    try:
                        name = "main" if int(task.name) == process else (task / "comm").read_text().strip()
                        found[kind, process, task.name, name] = int((task / "schedstat").read_text().split()[0]) / 1e6
                    except OSError:
                        continue
        return found
