"""The folders of a target are floors: no circle of folders whose files name each other's types."""

import re
from collections import defaultdict

import pytest
from running import ROOT

DECLARATION = re.compile(
    r"^(?:(?:package|public|internal|final|indirect|open)\s+)*"
    r"(?:struct|enum|class|protocol|actor|typealias)\s+([A-Z]\w*)", re.MULTILINE)
TARGETS = sorted(path for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift")))


def code(text):
    """Without long texts, comments and texts."""
    text = re.sub(r'"""[\s\S]*?"""', "", text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', re.sub(r"//[^\n]*", "", text))


def arrows_between(files):
    """Which folders name types of which others. `files` has lists of texts by folder; files that lie beside the folders are in `.`."""
    owners = defaultdict(set)
    for folder, texts in files.items():
        for text in texts:
            for name in DECLARATION.findall(code(text)):
                owners[name].add(folder)
    arrows = defaultdict(set)
    for folder, texts in files.items():
        for text in texts:
            for name in set(re.findall(r"\b[A-Z]\w*\b", code(text))):
                if folder not in owners[name]:
                    arrows[folder] |= owners[name]
    return arrows


def in_circles(arrows):
    """The folders that lead back to themselves."""
    def reached(start):
        seen, new = set(), list(arrows.get(start, ()))
        while new:
            folder = new.pop()
            if folder not in seen:
                seen.add(folder)
                new += arrows.get(folder, ())
        return seen

    return {folder for folder in list(arrows) if folder in reached(folder)}


def folders(target):
    files = defaultdict(list)
    for path in sorted(target.rglob("*.swift")):
        parts = path.relative_to(target).parts
        files[parts[0] if len(parts) > 1 else "."].append(path.read_text())
    return files


@pytest.mark.parametrize("target", TARGETS, ids=lambda path: path.name)
def test_folders_of_a_target_form_no_circle(target):
    arrows = arrows_between(folders(target))
    assert not in_circles(arrows), {
        folder: sorted(arrows[folder]) for folder in sorted(in_circles(arrows))}


def test_a_circle_is_found():
    files = {
        "Above": ["struct Roof { var wall: Wall }"],
        "Middle": ["final class Wall {\n    var floor: Floor\n}"],
        "Below": ["package struct Floor {}"],
    }
    assert in_circles(arrows_between(files)) == set()
    files["Below"].append("extension Floor { func over(_ roof: Roof) {} }")
    assert in_circles(arrows_between(files)) == {"Above", "Middle", "Below"}
    # Comments, texts and a folder's own types of the same name are no arrows.
    files["Below"][1] = '// Roof\nlet name = "Roof"\nprivate struct Other {}'
    assert in_circles(arrows_between(files)) == set()


def test_every_queue_is_in_the_table_of_threads():
    page = (ROOT / "docs" / "architecture.md").read_text()
    queues = {
        name for path in (ROOT / "Sources").rglob("*.swift")
        for name in re.findall(r'DispatchQueue\(\s*label: "([^"\\]+)', path.read_text())}
    assert queues and [name for name in sorted(queues) if f"`{name}" not in page] == []
