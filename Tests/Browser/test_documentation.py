"""The documentation that the server shows at /docs: made from the repository's Markdown, searched in the page."""

import posixpath
import re

import pytest
from grid_page import GridPage
from running import ROOT, poll


@pytest.fixture(scope="module")
def server(start_shared_server, bundle):
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LOOKAHEAD_PUBLIC", str(bundle))
        server = start_shared_server("--items", 10)
    server.opened()
    return server


def test_a_reader_finds_a_place_by_its_words(page, server):
    page.goto(f"{server.address}/docs")
    assert page.url == f"{server.address}/docs/" and page.locator("h1").inner_text() == "Lookahead"
    assert page.locator("main img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    page.keyboard.press("/")
    page.keyboard.type("picker form")
    found = page.locator(".search li a")
    poll(lambda: found.count() > 0, 10, "places are found")
    assert "A picker in a form" in found.first.inner_text()
    assert page.locator("[role=status]").inner_text().endswith("found")
    found.first.click()
    page.wait_for_url("**/embedding.html#a-picker-in-a-form")
    heading = page.locator("h2", has_text="A picker in a form")
    # A fraction of a pixel may be above.
    poll(lambda: -2 < heading.bounding_box()["y"] < 200, 10,
         lambda: f"the page is at that place, not {heading.bounding_box()}")
    page.locator(".search input").fill("neverwritten")
    poll(lambda: "neverwritten" in page.locator("[role=status]").inner_text(), 10, "it says that there is nothing")


@pytest.mark.parametrize("locale, words", [("en-GB", "Documentation"), ("ko-KR", "문서")])
def test_the_sheet_of_keys_leads_to_it(new_page, server, locale, words):
    page = new_page(locale=locale)
    GridPage(page, server.address).open()
    page.keyboard.press("?")
    page.locator(".key-sheet").get_by_role("link", name=words).click()
    page.wait_for_url("**/docs/")
    assert page.locator("h1").inner_text() == "Lookahead"


def test_the_list_of_pages_is_grouped_by_what_the_reader_is_about_to_do(page, server):
    page.goto(f"{server.address}/docs/")
    assert page.locator("nav .group").all_inner_texts() == ["Use", "Embed", "Program", "Run", "Understand"]
    links = lambda group: page.get_by_role("list", name=group).get_by_role("link").all_inner_texts()
    assert links("Use") == ["Lookahead", "Changelog"]
    assert "HTTP interface" in " ".join(links("Program")) and "Architecture" in " ".join(links("Understand"))
    everywhere = page.locator("nav ul a").count()
    assert everywhere == len([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_on_a_phone_nothing_is_wider_than_the_screen(new_page, server):
    page = new_page(width=390)
    for name in ["embedding", "uikit", "benchmarks", "decisions/index"]:
        page.goto(f"{server.address}/docs/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name


def test_every_document_has_a_page_and_every_link_leads_somewhere(bundle):
    folder = bundle / "docs"
    pages = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.html")}
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs/examples").glob("*.html")]
    assert len(pages) == len(documents) > 40
    broken = []
    for name, text in pages.items():
        assert 'style="' not in text, "the server's policy allows no style in a document"
        for target in re.findall(r'(?:href|src)="([^"]*)"', text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            whole = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if not (folder / whole).exists() or (anchor and f'id="{anchor}"' not in pages[whole]):
                broken.append((name, target))
    assert broken == []
