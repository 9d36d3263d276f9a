"""Makes the pages that the server shows at /docs, from the Markdown of the repository: docs.py REPOSITORY FOLDER PREFIX

FOLDER gets a page for each document, `search.json` and the images. PREFIX is where, from FOLDER, documentation.js and documentation.css are. Called by Scripts/page.
"""

import html
import json
import posixpath
import re
import shutil
import sys
from pathlib import Path

from markdown_it import MarkdownIt

# The list of pages, by what the reader is about to do; what is in no group is in the last one.
GROUPS = {
    "Use": ["README.md", "CHANGELOG.md"],
    "Embed": ["docs/embedding.md", "docs/layouts.md", "docs/uikit.md"],
    "Program": ["docs/http-interface.md", "docs/rest.md", "docs/batch-updates.md", "docs/swift.md"],
    "Run": ["docs/running.md", "docs/scaling.md", "docs/backups.md", "SECURITY.md", "docs/threat-model.md"],
    "Understand": ["docs/architecture.md", "docs/reference-systems.md", "docs/benchmarks.md", "docs/field-tests.md"],
}

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title} · Lookahead</title>
  <link rel="icon" href="{home}../favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="{home}{prefix}documentation.css">
  <script type="module" src="{home}{prefix}documentation.js"></script>
</head>
<body>
  <nav>
    <div class="search"><input type="search" autocomplete="off" data-home="{home}"><p role="status"></p><ol></ol></div>
{menu}
  </nav>
  <main>
{body}
  </main>
</body>
</html>
"""


def slug(title):
    """The anchor of a heading, as GitHub names it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[*`]", "", title).lower()).replace(" ", "-")


def address(path):
    """The page of a document, by the document's path in the repository."""
    name = path.removeprefix("docs/").removesuffix(".md")
    return {"README": "index", "decisions/README": "decisions/index"}.get(name, name.lower()) + ".html"


class Documents:
    def __init__(self, repository):
        self.repository = repository
        found = [*repository.glob("*.md"), *(repository / "docs").rglob("*.md")]
        self.paths = sorted(path.relative_to(repository).as_posix() for path in found)
        self.is_link = True
        self.parser = MarkdownIt("commonmark", {"html": False}).enable("table")

    def tokens(self, path):
        return self.parser.parse((self.repository / path).read_text())

    def render(self, path):
        """The page's title, its HTML, and its places for the search."""
        tokens, places = self.tokens(path), []
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                text = plain(tokens[index + 1])
                token.attrSet("id", slug(text))
                places.append({"anchor": slug(text) if places else "", "heading": text, "text": []})
            elif token.type in ("th_open", "td_open") and "style" in token.attrs:
                # The page's policy allows no style in the document.
                if "right" in token.attrs.pop("style"):
                    token.attrSet("class", "end")
            elif token.type == "inline" and tokens[index - 1].type != "heading_open" and places:
                places[-1]["text"].append(plain(token))
            elif token.type == "fence" and places:
                places[-1]["text"].append(token.content)
            for child in token.children or []:
                self.mend(child, path)
        body = self.parser.renderer.render(tokens, self.parser.options, {})
        body = body.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
        title = places[0]["heading"] if places else path
        for place in places:
            place["text"] = re.sub(r"\s+", " ", " ".join(place["text"]))
        return title, body, places

    def mend(self, token, path):
        """Links between documents lead to pages; those to files that are no documents stay words."""
        if token.type == "image":
            token.attrSet("src", self.link(token.attrs["src"], path) or "")
        elif token.type == "link_open":
            target = self.link(token.attrs["href"], path)
            self.is_link = target is not None
            if self.is_link:
                token.attrSet("href", target)
            else:
                token.tag, token.attrs = "span", {}
        elif token.type == "link_close" and not self.is_link:
            token.tag = "span"

    def link(self, target, path):
        if re.match(r"[a-z]+:|#", target):
            return target
        name, _, anchor = target.partition("#")
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        here = posixpath.dirname(address(path))
        if whole in self.paths:
            return posixpath.relpath(address(whole), here or ".") + (f"#{anchor}" if anchor else "")
        if whole.startswith("docs/images/") or (whole.startswith("docs/examples/") and whole.endswith(".html")):
            return posixpath.relpath(whole.removeprefix("docs/"), here or ".")
        return None

    def menu(self, titles, current):
        here = posixpath.dirname(address(current))

        def entry(path):
            mark = ' aria-current="page"' if path == current else ""
            return f'      <li><a href="{posixpath.relpath(address(path), here or ".")}"{mark}>{html.escape(titles[path])}</a></li>\n'

        decisions = [path for path in self.paths if path.startswith("docs/decisions/")]
        grouped = {path for group in GROUPS.values() for path in group}
        others = [path for path in self.paths if path not in grouped and path not in decisions]
        is_open = " open" if current in decisions else ""
        lists = []
        for name, group in GROUPS.items():
            pages = [path for path in group if path in self.paths] + (others if name == "Understand" else [])
            lists.append(f'    <p class="group" id="group-{name.lower()}">{name}</p>\n    <ul aria-labelledby="group-{name.lower()}">\n{"".join(map(entry, pages))}    </ul>\n')
        lists.append(f"    <details{is_open}><summary>Decisions</summary><ul>\n{''.join(map(entry, decisions))}    </ul></details>\n")
        return "".join(lists)


def plain(token):
    """The words of a piece of text, without its marks."""
    return "".join(" " if child.type in ("softbreak", "hardbreak") else child.content for child in token.children or [])


def write_pages(repository, folder, prefix):
    documents = Documents(repository)
    rendered = {path: documents.render(path) for path in documents.paths}
    titles = {path: title for path, (title, _, _) in rendered.items()}
    places = []
    for path, (title, body, found) in rendered.items():
        page = folder / address(path)
        page.parent.mkdir(parents=True, exist_ok=True)
        home = "../" * address(path).count("/")
        page.write_text(PAGE.format(title=html.escape(title), home=home, prefix=prefix, menu=documents.menu(titles, path), body=body))
        places += [{"page": address(path), "title": title, **place} for place in found]
    for example in sorted((repository / "docs/examples").glob("*.html")):
        # Shown, not run: an example is a page of another server.
        page = folder / "examples" / example.name
        page.parent.mkdir(exist_ok=True)
        body = f"<h1>{example.name}</h1>\n<pre><code>{html.escape(example.read_text())}</code></pre>"
        page.write_text(PAGE.format(title=example.name, home="../", prefix=prefix, menu="", body=body))
    shutil.copytree(repository / "docs/images", folder / "images")
    (folder / "search.json").write_text(json.dumps(places, ensure_ascii=False))


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
