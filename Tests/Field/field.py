"""Tries the program on folders of files: called by Scripts/field, which explains it."""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import browser
import listing
import metadata
import pixels
import serving

HEAD = ("| corpus | files | listed | left out | silent | shown | refused | of these decoded strictly | compared | wrong turns | wrong pixels "
        "| wrong metadata |")


@dataclass
class Report:
    """What a folder came to. A fault is a kind, a path, what the server says, and what it should say."""

    name: str
    files: int = 0
    listed: int = 0
    skipped: dict = field(default_factory=dict)
    silent: int = 0
    shown: int = 0
    refused: Counter = field(default_factory=Counter)
    compared: int = 0
    not_compared: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)

    def count(self, kind):
        return sum(fault[0] == kind for fault in self.faults)

    @property
    def metadata(self):
        """Faults of metadata, by field."""
        return Counter(kind.removeprefix("metadata-") for kind, *_ in self.faults if kind.startswith("metadata-"))


def examine(folder, say):
    """Serves a folder and compares all of it."""
    return compared(folder, serving.ask(folder, say), say)


def compared(folder, told, say=lambda words: None):
    """What the server told of a folder beside the references."""
    report = Report(folder.name, listed=len(told.shown), skipped=told.skipped)
    report.files, rest = listing.left_out(folder, {one.path for one in told.shown})
    counted = sum(told.skipped.values())
    report.silent = max(0, len(rest) - counted)
    if report.silent:
        report.faults.append(("silent", str(folder), f"{counted} left out", f"{len(rest)} not listed"))
    look_at_pictures(report, told.shown, say)
    look_at_metadata(report, told.shown, say)
    return report


def look_at_pictures(report, shown, say):
    photos = [one for one in shown if one.fields.get("kind") != "video"]
    report.shown = sum(one.picture is not None for one in shown)
    report.refused = Counter(one.refusal for one in shown if one.picture is None)
    jobs = [(one.path, one.picture, one.fields.get("kind") == "raw") for one in photos]
    outcomes = pixels.compare_all(jobs, lambda done: say(f"{done} of {len(photos)} compared"))
    with browser.Browser() as chromium:
        pixels.arbitrate(jobs, outcomes, chromium)
    for one, outcome in zip(photos, outcomes):
        one.size = outcome.size
        if outcome.kind == "right" or outcome.is_wrong:
            report.compared += 1
        elif one.picture is not None:
            report.not_compared[outcome.words if outcome.kind == "not-compared" else "not read by the second decoder"] += 1
        if outcome.is_wrong:
            report.faults.append((outcome.kind, one.path, outcome.words, ""))
        elif outcome.kind == "refused":
            report.faults.append(("refused", one.path, one.refusal, "decoded strictly"))


def look_at_metadata(report, shown, say):
    say("comparing metadata")
    read = metadata.read([one.path for one in shown])
    for one in shown:
        # A sidecar counts more than the file, which is what ExifTool was asked about.
        if one.path not in read or Path(one.path + ".xmp").exists() or Path(one.path).with_suffix(".xmp").exists():
            continue
        for name, said, right in metadata.compare(one.fields, read[one.path], one.size):
            report.faults.append((f"metadata-{name}", one.path, said, right))


def counted(counter):
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))) or "none"


def text(report):
    return "\n".join([
        f"{report.name}: {report.files} files, {report.listed} listed, {report.silent} silent",
        f"  left out: {counted(report.skipped)}",
        f"  shown: {report.shown}; refused: {counted(report.refused)}; of these decoded strictly: {report.count('refused')}",
        f"  compared: {report.compared}; not compared: {counted(report.not_compared)}",
        f"  wrong turns: {report.count('turn')}, shapes: {report.count('shape')}, pixels: {report.count('pixels')}",
        f"  wrong or missing metadata: {counted(report.metadata)}",
    ])


def row(report):
    files = len({path for kind, path, *_ in report.faults if kind.startswith("metadata-")})
    cells = [
        report.name, report.files, report.listed, counted(report.skipped), report.silent, report.shown, counted(report.refused),
        report.count("refused"), report.compared, report.count("turn"), report.count("pixels") + report.count("shape"),
        f"{files} files: {counted(report.metadata)}" if files else 0,
    ]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="Scripts/field")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--details", type=Path, metavar="FILE")
    arguments = parser.parse_args(arguments)
    reports = []
    for folder in arguments.folders:
        if not folder.is_dir():
            parser.error(f"there is no folder {folder}")
        began = time.monotonic()

        def say(words, folder=folder, began=began):
            print(f"{folder.name}: {words} ({time.monotonic() - began:.0f} s)", file=sys.stderr, flush=True)

        reports.append(examine(folder.resolve(), say))
        print(text(reports[-1]), flush=True)
    if arguments.markdown:
        print(HEAD, "|" + "---|" * (HEAD.count("|") - 1), *map(row, reports), sep="\n")
    if arguments.details:
        with open(arguments.details, "w") as file:
            for report in reports:
                for kind, path, said, right in report.faults:
                    print(report.name, kind, path, repr(said), repr(right), sep="\t", file=file)
    return 1 if any(report.faults for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
