"""docs/embedding.md and the comments of the example pages by their own commands, from a folder that is as a clone: nobody knows more than they say."""

import json
import re

import pytest
from grid_page import GridPage
from running import ROOT, poll
from terminal import Terminal

DOCUMENT = (ROOT / "docs" / "embedding.md").read_text()
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.html"))


@pytest.fixture
def terminal(tmp_path):
    with Terminal(tmp_path) as terminal:
        yield terminal


def section(title):
    return DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def in_comment(path):
    """The commands in the comment of an example page: lines that are indented."""
    comment = path.read_text().split("<!--")[1].split("-->")[0]
    return "\n".join(re.findall(r"^  (\S.+)$", comment, re.MULTILINE)), re.search(r"http://localhost:8000/\S+", comment)[0]


def test_the_catalogue_is_built_by_what_the_page_says_alone(terminal, page):
    text = section("A catalogue, from nothing")
    start, post, serve, read, change, picture = blocks(text, "sh")
    (html,), (make,) = blocks(text, "html"), blocks(text, "js")
    terminal.type(start)
    assert json.loads(terminal.type(post))["itemCount"] == 4
    written = terminal.folder / "catalogue" / re.search(r"\*\*3\. .*?`(\S+)`", text)[1]
    written.write_text(html)
    terminal.type(serve)
    page.goto(terminal.own(re.search(r"`(http://localhost:8000/\S+)`", text)[1]))
    grid = GridPage(page, terminal.address).settle().equip()
    assert grid.parts("[part=price]", "e.textContent") == ["39.00 €", "24.50 €", "12.00 €", "14.00 €"]
    assert grid.part("[part=price]", "getComputedStyle(e).color") == "rgb(220, 20, 60)"
    grid.drag("mug", "cup")
    poll(lambda: page.locator("output").text_content() == "mug is at 1,0.", 10, "the event says so")
    ids = lambda: [json.loads(line)["id"] for line in terminal.type(read).splitlines() if '"kind"' in line]
    assert ids() == ["desk-lamp", "lantern", "mug", "cup"], "programs read the order"
    terminal.type(change)
    poll(lambda: grid.parts("[part=price]", "e.textContent")[0] == "35.00 €", 10, "another price, at once")
    assert ids() == ["desk-lamp", "lantern", "mug", "cup"], "and the order of people"
    terminal.type(picture)
    old = re.search(r"^    make\(body\) \{\n.*?^    \},\n", html, re.MULTILINE | re.DOTALL)[0]
    written.write_text(html.replace(old, make))
    page.reload()
    grid.settle()
    shown = "e.closest('.cell').dataset.item + ' ' + (e.naturalWidth > 0 && e.clientHeight > 50 && e.clientWidth > 100)"
    poll(lambda: "mug true" in grid.parts("img.picture", shown), 20, "its picture, from an address")
    assert grid.parts("[part=price]", "e.textContent") == ["35.00 €", "24.50 €", "14.00 €", "12.00 €"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_example_runs_by_the_commands_in_its_comment(terminal, page, path):
    commands, address = in_comment(path)
    terminal.type(commands)
    page.goto(terminal.own(address))
    page.locator("collection-grid .cell[data-item]").first.wait_for()
    grid = GridPage(page, terminal.address).settle()
    assert grid.seen() and all(cell["isShown"] and cell["isLoaded"] for cell in grid.seen())


def test_the_document_has_the_same_commands_as_the_comments():
    (block,) = blocks(section("Pages to copy"), "sh")
    listed = section("Pages to copy")
    for path in EXAMPLES:
        commands, address = in_comment(path)
        assert set(commands.splitlines()) <= set(block.splitlines()) and address.endswith(f"/{path.name}"), path.name
        assert f"(examples/{path.name})" in listed, path.name
