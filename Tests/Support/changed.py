"""Which phases and suites concern what was changed, for `Scripts/test changed [REV]`: what differs from the commit REV, or from the last one.

Prints lines: `phases NAME…`, and for those of which a part is enough `swift FILTER`, `server FILE…` or `page FILE…`. A file that no row below
names concerns everything. It is for the minutes between two edits; what is pushed has passed all phases."""

import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What runs the program and what the rows name: patterns of files in Tests/Server and Tests/Browser.
SERVER, PAGE = ROOT / "Tests/Server", ROOT / "Tests/Browser"

# By the beginning of a path: patterns of `test_….py` in Tests/Server, and in Tests/Browser.
ROWS = [
    ("Sources/HTTPServer/", "service tls strangers one_reading slow_servers deployment shares", "access embedding* fronts bad_origins signing_in"),
    ("Sources/SharedStore/", "shared_store* database_recovery images_together", "cluster"),
    ("Sources/CollectionStore/", "recovery restart backups upgrade faults saved_queries", ""),
    ("Sources/Stor", "recovery restart upgrade shared_store_starts", ""),
    ("Sources/ItemSources/", "watching* url_list vanished posted* sidecars gradual_opening taking", "refresh vanished first_listing bad_origins"),
    ("Sources/Renditions/", "hostile_pictures strange_pictures confinement shared_renditions preparing metadata one_read", "picture raw video previews full_pixels"),
    ("Sources/lookahead-video/", "strange_pictures confinement", "video"),
    ("Sources/Downloads/", "url_list shared_renditions", "bad_origins"),
    ("Sources/GridAPI/", "interface http_interface_page rest_page export quer* generated_client promises read_only", "two_versions marks albums"),
    ("Sources/CollectionQuery/", "quer* live_results saved_queries", "find filter_panel saved_searches"),
    ("Sources/CollectionLayout/", "", "layouts right_to_left *sections scrolling"),
    ("Sources/Preparing/", "preparing", "previews"),
    ("Sources/Prefetch", "scheduling simulate", "scrolling previews dashboard"),
    ("Sources/CollectionModel/", "restart live_results promises", "reordering* two_people"),
    ("Sources/Grid", "restart recovery live_results quer* album_orders scheduling shares promises", "reordering* marks albums find two_people sections"),
    ("Sources/DemoCollections/", "demo_data", "demos dashboard"),
    ("Sources/ZipArchive/", "export", "downloads"),
    ("Sources/PrometheusMetrics/", "interface", ""),
    ("Sources/LookaheadKit/", "lookahead_kit own_* command_line", "own_data"),
    ("Sources/lookahead/", "command_line configuration service doctor log export backups read_only", ""),
    ("Sources/", "command_line restart", "first_screen"),
    ("Public/grid/albums/", "", "album*"),
    ("Public/grid/marks/", "", "marks element_marks"),
    ("Public/grid/picture/", "", "picture full_pixels compare video raw small_things"),
    ("Public/grid/reorder/", "", "reordering* carrying_far identity"),
    ("Public/grid/query/", "", "find filter_panel"),
    ("Public/grid/selection/", "", "selection actions menu"),
    ("Public/grid/sections/", "", "*sections"),
    ("Public/grid/scroll/", "", "scrolling carrying_far returning"),
    ("Public/grid/server/", "", "connection tabs slow_line two_versions embedding"),
    ("Public/grid/access/", "", "access focus ways"),
    ("Public/grid/cells/", "", "element_cells scrolling previews live_values"),
    ("Public/find/", "", "find filter_panel saved_searches"),
    ("Public/dashboard/", "", "dashboard"),
    ("Public/documentation/", "", "documentation"),
    ("Public/demos/", "", "demos"),
    ("Public/strings/", "", "languages late_words legible"),
]
# Beginnings of paths whose phases need no suite chosen.
PHASES = {
    "Scripts/": "scripts", ".ci/": "scripts", "deploy/": "scripts", "debian/": "scripts", "Benchmarks/": "build", "Tests/JavaScript/": "types javascript",
    "Tests/Vectors/": "vectors swift javascript", "Tests/Fuzz/": "fuzz", "Tests/Engines/": "engines", "Tests/second-try.txt": "scripts",
    "Sources/": "format build", "Public/": "types javascript", "npm/": "types", "Tests/Soak/": "", "Tests/Field/": "", "Tests/Package/": "",
}
EVERYTHING = "scripts format types javascript vectors build swift fuzz server page".split()


def files(folder, patterns):
    return {file.relative_to(ROOT).as_posix() for file in folder.glob("test_*.py") for one in patterns.split() if fnmatch(file.stem, f"test_{one}")}


def suites(name):
    """The test targets that use a target of Package.swift, or a target that uses it."""
    blocks = re.split(r"\.(?:executable|test)?[tT]arget\(", (ROOT / "Package.swift").read_text())[1:]
    names = [re.search(r'name: "([^"]+)"', block)[1] for block in blocks]
    uses = {one: set(re.findall(r'"([^"]+)"', block)) for one, block in zip(names, blocks)}
    found, before = {name}, set()
    while found != before:
        before = set(found)
        found |= {one for one in names if uses[one] & found}
    return {one for one in found if one.endswith("Tests")}


def select(paths):
    """By phase: the suites that are enough, or `None` for all of them."""
    chosen = {}

    def add(phase, some=None):
        chosen[phase] = None if some is None or chosen.get(phase, set()) is None else chosen.get(phase, set()) | some

    for path in paths:
        known = False
        folder, _, name = path.partition("/")
        for start, phases in PHASES.items():
            if path.startswith(start):
                known = True
                for phase in phases.split():
                    add(phase)
        # A row for a folder above counts only where there is none for the folder itself.
        row = next((row for row in ROWS if path.startswith(row[0])), None)
        if row:
            known = True
            for phase, found in [("server", files(SERVER, row[1])), ("page", files(PAGE, row[2]))]:
                if found:
                    add(phase, found)
        elif folder == "Public" and not path.endswith(".md"):
            add("page")
        target = path.split("/")[1] if "/" in path else ""
        if folder == "Sources" or folder == "Tests" and target.endswith("Tests"):
            known = True
            add("swift", suites(target))
            add("format")
        if re.match(r"Tests/(Server|Browser)/test_\w+\.py$", path):
            known = True
            if (ROOT / path).exists():
                add("server" if "/Server/" in path else "page", {path})
        if path.endswith(".md") or folder in ("docs", "Sources"):
            known = True
            add("server", files(SERVER, "documents limits reference_table rest_page http_interface_page" if folder != "Sources" else "documents limits"))
        if not known:
            return dict.fromkeys(EVERYTHING)
    return chosen


def changed(rev):
    git = lambda *words: subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({path for path in [*git("diff", "--name-only", rev), *git("ls-files", "--others", "--exclude-standard")] if path})


def main():
    chosen = select(changed(*sys.argv[1:2] or ["HEAD"]))
    if not chosen:
        sys.exit("Nothing was changed.")
    print("phases", *sorted(chosen))
    for phase, some in chosen.items():
        if some:
            print(phase, "^(" + "|".join(sorted(some)) + r")\." if phase == "swift" else " ".join(sorted(some)))


if __name__ == "__main__":
    main()
