"""Checks the types of each module as a whole, as the compiler does for a release: whole_modules.py .build/debug.yaml

In a debug build a file may use a name that only another file imports; in a release it may not, and what is for debug builds only is not there. No code is
made, so that this takes a fraction of a release build's time.

LookaheadKit is checked with each of the package's traits alone, too, and with none: by their own flags, beside the modules alone that they leave.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Options of the debug build that make files, with the number of words after them; and those that a release has not.
LEFT_OUT = {"-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1, "-output-file-map": 1, "-incremental": 0, "-c": 0,
            "-enable-batch-mode": 0, "-serialize-diagnostics": 0, "-index-store-path": 1, "-Onone": 0, "-enable-testing": 0, "-j2": 0,
            "-DDEBUG": 0, "-parseable-output": 0, "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-g": 0, "-o": 1}


def modules(manifest):
    """The compiler's words for each module in Sources, of what the debug build does."""
    for name, inputs, words in re.findall(
            r'^  "C\.([\w-]+)-x86_64[^"]*debug\.module":\n.*?^    inputs: (\[.*?\])\n.*?^    args: (\[.*?\])$', manifest, re.MULTILINE | re.DOTALL):
        sources = [path for path in json.loads(inputs) if path.endswith(".swift") and "/Sources/" in path and "/checkouts/" not in path]
        if sources:
            yield name, json.loads(words)


def whole(words):
    kept, skip = [], 0
    for before, word in zip(["", *words], words):
        if skip:
            skip -= 1
        elif before == "-Xcc":
            kept.append(word)
        elif word in LEFT_OUT:
            skip = LEFT_OUT[word]
        elif not re.fullmatch(r"-j\d+", word):
            kept.append(word)
    return [*kept, "-typecheck", "-whole-module-optimization", "-O"]


def reached(package, root, traits):
    """The targets of this package that one needs where some traits are on."""
    targets, found, waiting = {target["name"]: target for target in package["targets"]}, set(), [root]
    while waiting:
        name = waiting.pop()
        if name in found or name not in targets:
            continue
        found.add(name)
        for dependency in targets[name]["dependencies"]:
            kind, (other, *rest) = next(iter(dependency.items()))
            wanted = ((rest[-1] if rest else None) or {}).get("traits")
            if kind != "product" and (not wanted or set(wanted) & traits):
                waiting.append(other)
    return found


def with_traits(words, package, traits, folder):
    """The words that check LookaheadKit with some traits, in a folder for links to the modules that are there then."""
    own = {target["name"] for target in package["targets"]}
    there = reached(package, "LookaheadKit", traits)
    place = Path(words[words.index("-I") + 1])
    for module in place.glob("*.swiftmodule"):
        if module.stem not in own - there:
            (folder / module.name).symlink_to(module)
    kept = []
    for word in words:
        header = re.match(r"-fmodule-map-file=.*/Sources/(\w+)/", word)
        if header and header[1] in own - there:
            kept.pop()
        elif word not in {f"-D{trait['name']}" for trait in package["traits"]} - {f"-D{trait}" for trait in traits}:
            kept.append(str(folder) if word == str(place) else word)
    return kept


def kits(words, folder):
    """LookaheadKit with each trait alone, and with none."""
    package = json.loads(subprocess.run(["swift", "package", "--ignore-lock", "dump-package"], capture_output=True, text=True, check=True).stdout)
    names = [trait["name"] for trait in package["traits"] if trait["name"] != "default"]
    everything = reached(package, "LookaheadKit", set(names))
    for traits in [set(), *({name} for name in names)]:
        assert reached(package, "LookaheadKit", traits) < everything, f"{traits} leaves nothing out"
        place = folder / "-".join(["only", *traits])
        place.mkdir()
        yield f"LookaheadKit with {' and '.join(traits) or 'no trait'}", with_traits(words, package, traits, place)


def main():
    found = list(modules(Path(sys.argv[1]).read_text()))
    assert len(found) > 15, f"the build has other rooms than this expects: {[name for name, _ in found]}"
    folder = tempfile.TemporaryDirectory()
    found += kits(dict(found)["LookaheadKit"], Path(folder.name))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda one: (one[0], subprocess.run(whole(one[1]), capture_output=True, text=True)), found))
    failed = [(name, run) for name, run in done if run.returncode != 0]
    for name, run in failed:
        print(f"{name}, as a whole:\n{run.stdout}{run.stderr}", file=sys.stderr)
    print(f"{len(done)} modules, {len(failed)} of them wrong")
    sys.exit(1 if failed else 0)


main()
