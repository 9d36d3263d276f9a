"""LookaheadKit, the library for data of one's own: what is public, and the examples as programs of other packages."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import urllib.request

import pytest
from own_programs import BUILD, EXAMPLES, compile_program, import_words, running
from running import BINARY, ROOT, poll

DUMP = ROOT / "docs" / "api" / "LookaheadKit.txt"
PROGRAMS = [("products", "products"), ("dashboard", "dashboard"), ("logs", "logs"), ("uikit-programs", "emoji-rater"),
            ("uikit-programs", "friends")]


@pytest.fixture(scope="module")
def symbols(module_path):
    """The public symbols, without those that the compiler makes."""
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    words = ["swift-symbolgraph-extract", "-module-name", "LookaheadKit", *import_words(), "-target", target["target"]["unversionedTriple"],
             "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", module_path]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads((module_path / "LookaheadKit.symbols.json").read_text())["symbols"]


def line(symbol):
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return ".".join(symbol["pathComponents"]) + ": " + " ".join(declaration.split())


def test_the_public_interface_is_the_one_that_is_written_down(symbols):
    text = "\n".join(sorted(line(symbol) for symbol in symbols)) + "\n"
    if os.environ.get("WRITE_API"):
        DUMP.parent.mkdir(exist_ok=True)
        DUMP.write_text(text)
    assert text == DUMP.read_text(), "WRITE_API=1 writes it anew: a change for others, which belongs in the change log"


def test_what_is_public_is_little_and_names_nothing_of_the_engine(symbols):
    # Each one more is a promise (decision 0089).
    assert len(symbols) <= 170
    declarations = "\n".join(line(symbol) for symbol in symbols)
    assert not re.search(r"\b(GridEngine|SourceItem|JSON\w+|HTTP\w+|Cancellation|Reason|ItemOrdinal)\b", declarations)


def test_everything_public_is_documented(symbols):
    made = {"==(_:_:)", "!=(_:_:)", "hash(into:)", "hashValue"}
    assert [line(symbol) for symbol in symbols if not symbol.get("docComment") and symbol["pathComponents"][-1] not in made] == []


@pytest.mark.skipif(not shutil.which("docc"), reason="this toolchain has no docc")
def test_the_page_of_the_documentation_links_to_what_is_there(symbols, module_path):
    done = subprocess.run(
        ["docc", "convert", "--fallback-display-name", "LookaheadKit", "--fallback-bundle-identifier", "LookaheadKit",
         "--additional-symbol-graph-dir", module_path, "--warnings-as-errors", "--output-path", module_path / "kit.doccarchive",
         ROOT / "Sources/LookaheadKit/LookaheadKit.docc"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package, target", PROGRAMS)
def test_the_examples_compile_with_what_is_public(package, target):
    compile_program(package, target)


def test_the_program_in_the_documentation_compiles(module_path):
    page = (ROOT / "docs" / "swift.md").read_text()
    program = re.search(r"^```swift\n(import LookaheadKit\n.*?)^```", page, re.MULTILINE | re.DOTALL)[1]
    assert len(program.splitlines()) <= 40
    assert program in (ROOT / "Sources/LookaheadKit/LookaheadKit.docc/LookaheadKit.md").read_text()
    folder = module_path / "main"
    folder.mkdir()
    (folder / "main.swift").write_text(program)
    words = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-emit-sil", "-wmo", "-o", "/dev/null", *import_words(), folder / "main.swift"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]


# Options of `lookahead serve` that a program does not have, and why.
OTHERS = {
    "urls": "its sources", "demo": "its sources", "items": "its sources", "watch": "its sources", "demo-latency": "its sources",
    "demo-seed": "its sources", "originals": "no source of a program offers files to download",
    "prepare": "a picture may cost a program what nobody has asked for", "data": "storage", "store": "storage",
    "token-file": "it reads its own files", "read-only-token-file": "it reads its own files", "config": "the command line's",
    "open": "the command line's", "log-format": "it has its own log", "verbose": "it has its own log",
    "version": "the command line's"}


def test_the_configuration_has_the_options_of_the_program_under_their_names():
    shown = set(re.findall(r"^  --([a-z-]+)", subprocess.run([BINARY, "serve", "--help"], capture_output=True, text=True, timeout=60).stdout, re.MULTILINE))
    own = {name.replace("-", "") for name in shown - set(OTHERS)}
    offered = {name.lower() for name in re.findall(r"^Configuration\.(\w+): var", DUMP.read_text(), re.MULTILINE)}
    # `storage` stands for two of them; the decoder is hidden there.
    assert own == offered - {"storage", "decoder"}
    assert set(OTHERS) <= shown


def test_the_reference_programs_have_at_most_sixty_lines():
    for name in ["emoji-rater", "friends"]:
        assert len((EXAMPLES / "uikit-programs/Sources" / name / "main.swift").read_text().splitlines()) <= 60, name


# As a program, with SQLite.

@pytest.fixture(scope="module")
def products(module_path):
    return compile_program("products", "products", module_path / "products")


def ask(address, path, method="GET", body=None):
    request = urllib.request.Request(
        address + "/api/v1/collections/" + path, method=method, data=json.dumps(body).encode() if body else None,
        headers={"Content-Type": "application/json"} if body else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def section(database, name):
    rows = database.execute("SELECT sku FROM products WHERE category = ? ORDER BY rank", [name])
    return [row[0] for row in rows]


def opened(address):
    """The collection's description, once it is open."""
    return poll(lambda: (description := ask(address, "products")[1]).get("open") and description, 60)


def test_a_table_is_served_and_a_move_is_written_back(products, tmp_path):
    with running(products, "p.sqlite", 2000, 0, folder=tmp_path) as (address, _):
        order = opened(address)
        assert (order["itemCount"], order["sectionCount"]) == (2000, 20)
        database = sqlite3.connect(tmp_path / "p.sqlite")
        first = section(database, "Category A")
        assert ask(address, f"products/items/{first[7]}")[1]["attributes"]["stock"] is not None
        assert ask(address, "products/moves", "POST", {"item": first[7], "to": [0, 2]})[0] == 200
        wanted = [*first[:2], first[7], *first[2:7], *first[8:]]
        poll(lambda: section(database, "Category A") == wanted)
        # Into another section, and taken back.
        assert ask(address, "products/moves", "POST", {"item": first[7], "to": [3, 50]})[0] == 200
        poll(lambda: section(database, "Category D")[50] == first[7] and first[7] not in section(database, "Category A"))
        assert ask(address, "products/undo", "POST")[0] == 200
        poll(lambda: section(database, "Category A") == wanted)


def test_a_refusal_of_the_source_is_said_in_its_own_words(products, tmp_path):
    with running(products, "p.sqlite", 100_000, 0, folder=tmp_path) as (address, _):
        opened(address)
        status, problem = ask(address, "products/moves", "POST", {"item": "sku-100000", "to": [0, 0]})
        assert status == 403 and problem["detail"] == "sku-100000 is on the front page and stays where it is."


def test_a_move_that_was_acknowledged_is_written_back_after_a_crash(products, tmp_path):
    with running(products, "p.sqlite", 200, 0, folder=tmp_path) as (address, process):
        opened(address)
        database = sqlite3.connect(tmp_path / "p.sqlite")
        first = section(database, "Category A")
        # Another process holds the table: nothing can be written back.
        database.execute("BEGIN IMMEDIATE")
        assert ask(address, "products/moves", "POST", {"item": first[3], "to": [0, 0]})[0] == 200
        poll(lambda: "written back" in str(health(address)), seconds=30)
        process.kill()
    database.rollback()
    assert section(database, "Category A") == first
    with running(products, "p.sqlite", 200, 0, folder=tmp_path) as (address, _):
        poll(lambda: section(database, "Category A") == [first[3], *first[:3], *first[4:]])
        poll(lambda: health(address)["status"] == "ok")


def health(address):
    with urllib.request.urlopen(address + "/healthz", timeout=30) as answer:
        return json.loads(answer.read())


def test_a_program_that_is_told_to_end_leaves_its_folder_to_the_next_one(products, tmp_path):
    for number in [signal.SIGTERM, signal.SIGINT]:
        with running(products, "p.sqlite", 200, 0, folder=tmp_path) as (address, process):
            opened(address)
            process.send_signal(number)
            assert process.wait(60) == 0


def test_another_process_s_update_is_seen(products, tmp_path):
    with running(products, "p.sqlite", 200, 0, folder=tmp_path) as (address, _):
        version = opened(address)["version"]
        database = sqlite3.connect(tmp_path / "p.sqlite")
        with database:
            database.execute("UPDATE products SET name = 'Sold out' WHERE sku = 'sku-21'")
        poll(lambda: ask(address, "products")[1]["version"] > version)
        poll(lambda: ask(address, "products/items/sku-21")[1]["title"] == "Sold out")


def test_of_two_servers_of_a_database_one_writes_each_move_back(products, tmp_path, postgres):
    store = postgres.database("products")
    with running(products, "p.sqlite", 200, 0, store, folder=tmp_path) as (one, first), \
            running(products, "p.sqlite", 200, 0, store, folder=tmp_path) as (two, _):
        opened(one), opened(two)
        database = sqlite3.connect(tmp_path / "p.sqlite")
        wanted = section(database, "Category A")
        for number, address in enumerate([one, two, one, two]):
            wanted.insert(0, wanted.pop())
            assert ask(address, "products/moves", "POST", {"item": wanted[0], "to": [0, 0]})[0] == 200
            poll(lambda: section(database, "Category A") == wanted, 30, f"move {number} is in the table")
        # The one that has the lease dies: the other one goes on.
        first.kill()
        wanted.insert(0, wanted.pop())
        assert ask(two, "products/moves", "POST", {"item": wanted[0], "to": [0, 0]})[0] == 200
        poll(lambda: section(database, "Category A") == wanted, 40, "the other one writes it back")


def test_a_database_that_cannot_be_used_is_named(products, tmp_path):
    done = subprocess.run([products, "p.sqlite", "20", "0", "mysql://localhost/shop"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "must begin with postgresql://" in done.stderr
