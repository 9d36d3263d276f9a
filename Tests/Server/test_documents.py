"""What the documents name is there: links, headings, files, folders, functions; and so is each document that the code names."""

import re
from functools import cache
from pathlib import Path

from running import ROOT

DECISIONS = ROOT / "docs" / "decisions"
OUTSIDE = {".git", ".build", ".venv", "node_modules"}
SOURCE_FILE = r"[\w+.-]+\.(?:swift|js|css|html|py|c|h|md|svg|webp|jpg)"


def documents():
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Tests" / "Vectors" / "README.md"]


@cache
def files():
    """Name by name: the paths of the project's files."""
    found = {}
    for top in ROOT.iterdir():
        if top.name not in OUTSIDE:
            for path in [top] if top.is_file() else top.rglob("*"):
                found.setdefault(path.name, []).append(path)
    return found


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """The headings of a document as GitHub names them in addresses."""
    titles = re.findall(r"^#+ (.+)$", without_blocks(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"[*`]", "", title).lower()).replace(" ", "-") for title in titles}


def missing_links(text, folder):
    missing = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(text)):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        linked = folder / path if path else None
        if linked is not None and not linked.exists():
            missing.append(target)
        elif anchor and anchor not in anchors(linked.read_text() if linked else text):
            missing.append(target)
    return missing


def missing_paths(text, folder):
    """What is in backticks: paths from the project's top or the document's folder, and names of source files."""
    tops = {path.name for path in ROOT.iterdir()} - OUTSIDE
    missing = []
    for quoted in re.findall(r"`([^`\n]+)`", without_blocks(text)):
        name = quoted.split()[0]
        if "/" in name and name.split("/")[0] in tops:
            is_there = any(True for _ in ROOT.glob(name.rstrip("/")))
        elif re.fullmatch(f"(?:[\\w-]+/)*{SOURCE_FILE}", name):
            is_there = any(str(path).endswith(f"/{name}") for path in files().get(Path(name).name, []))
        else:
            continue
        if not is_there:
            missing.append(name)
    return missing


def walks(text):
    """Step by step: a file, and the functions that a walk of the architecture page goes through in it."""
    rows = re.findall(rf"^\| \d+ \| `((?:[\w-]+/)+{SOURCE_FILE})` \| ([^|]+) \|", text, re.MULTILINE)
    return [(path, re.findall(r"`([\w.#]+)`", functions)) for path, functions in rows]


def missing_functions(text):
    missing = []
    for path, functions in walks(text):
        source = (ROOT / path).read_text() if (ROOT / path).is_file() else ""
        for function in functions:
            name = re.escape(function.split(".")[-1])
            declared = rf"(?:func {name}\b|^ *(?:async |static |get )*{name} ?\(|function {name}\b|\b{name}: |#{name} = \(|var {name}\b)"
            if function.split(".")[-1] in ("init", "constructor"):
                declared = rf"\b{name}\("
            if not re.search(declared, source, re.MULTILINE):
                missing.append((path, function))
    return missing


def test_every_link_leads_somewhere():
    assert len(documents()) > 25
    assert [(p.name, m) for p in documents() for m in missing_links(p.read_text(), p.parent)] == []


def test_every_picture_is_shown_and_made():
    """What is not drawn is taken by Scripts/screenshots, so that none is left of an earlier look."""
    shown = {name for path in documents() for name in re.findall(r"!\[[^\]]*\]\((?:docs/)?images/([\w.-]+)\)", path.read_text())}
    assert {path.name for path in (ROOT / "docs" / "images").iterdir()} == shown
    taken = (ROOT / "Tests" / "Support" / "screenshots.py").read_text()
    photos = [name for name in shown if not name.endswith(".svg")]
    assert len(photos) > 5 and [name for name in photos if f'"{name.removesuffix(".webp")}"' not in taken] == []


def test_every_path_that_is_named_is_there():
    assert [(p.name, m) for p in documents() for m in missing_paths(p.read_text(), p.parent)] == []


def test_the_walks_go_through_functions_that_are_there():
    text = (ROOT / "docs" / "architecture.md").read_text()
    assert len(walks(text)) > 25
    assert missing_functions(text) == []


def test_every_target_and_every_room_of_the_page_is_on_the_architecture_page():
    text = (ROOT / "docs" / "architecture.md").read_text()
    rooms = [p for top in ("Sources", "Public", "Public/grid", "Tests") for p in (ROOT / top).iterdir()
             if p.is_dir() and not p.name.startswith((".", "__"))]
    assert [str(room.relative_to(ROOT)) for room in rooms if f"`{room.relative_to(ROOT)}`" not in text] == []


def test_every_document_that_the_code_names_is_there():
    code = [path for paths in files().values() for path in paths
            if path.suffix in {".swift", ".js", ".py", ".html"} or path.parent.name == "Scripts"]
    named = {(path.name, name) for path in code for name in re.findall(r"\bdocs/[\w/-]+(?:\.\w+)?", path.read_text())}
    assert len(named) > 10
    assert [(path, name) for path, name in sorted(named)
            if not (ROOT / name).exists() and not any(True for _ in ROOT.glob(f"{name}-*.md"))] == []


def test_decisions_have_a_number_each_one_form_and_are_in_the_index():
    pages = sorted(path for path in DECISIONS.glob("*.md") if path.name != "README.md")
    # One that was deleted, or is still being written, leaves its number unused.
    assert len({path.name[:4] for path in pages}) == len(pages)
    index = (DECISIONS / "README.md").read_text()
    for path in pages:
        text = path.read_text()
        title = re.match(r"# (\d{4})\. (.+)\n", text)
        assert title and title[1] == path.name[:4], path.name
        assert f"[{title[2]}]({path.name})" in index, path.name
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings[:1] == ["Context"] and {"Decision", "Refused", "Consequences"} <= set(headings), path.name


def test_what_is_not_there_is_found():
    text = "# A title\n[a](nowhere.md) [b](README.md#nothing) [c](README.md) [d](#a-title) [e](#b)\n"
    assert missing_links(text, ROOT) == ["nowhere.md", "README.md#nothing", "#b"]
    text = "`Sources/Nowhere` `Sources/*/Nowhere.swift` `Nowhere.swift` `Sources/GridEngine` `Scripts/test quick` `a/b` `1.5`"
    assert missing_paths(text, ROOT) == ["Sources/Nowhere", "Sources/*/Nowhere.swift", "Nowhere.swift"]
    text = "| 1 | `Public/grid/dom.js` | `append`, `nowhere` |\n"
    assert missing_functions(text) == [("Public/grid/dom.js", "nowhere")]
