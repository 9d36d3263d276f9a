"""docs/rest.md: its commands, run by a shell in their order, print what it says; and its examples do what they say."""

import json
import re
import sqlite3
import subprocess
import sys

import pytest
from pictures import png
from running import ROOT
from test_http_interface_page import is_part

EXAMPLES = ROOT / "docs" / "examples"


def commands():
    """Each command of the page, with the lines below it."""
    text = (ROOT / "docs" / "rest.md").read_text()
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for command, said in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            yield command, said.strip("\n")


def example(name, server, folder=ROOT):
    """The page's command for an example, with this server's address and the files of a folder."""
    text = (ROOT / "docs" / "rest.md").read_text()
    words = re.search(rf"^```sh\npython3 (docs/examples/{name} .+)\n```", text, re.MULTILINE)[1].split()
    words = [word.replace("http://127.0.0.1:8080", server.address) for word in words]
    return [sys.executable, *(str(folder / word) if word.endswith(".sqlite") else word for word in words)]


def differs(said, got):
    """A line of JSON may have more members than the page shows."""
    said, got = said.split("\n") if said else [], got.strip("\n").split("\n") if got.strip("\n") else []
    if len(said) != len(got):
        return True
    return not all(
        is_part(json.loads(one), json.loads(other)) if one.startswith("{") else one == other for one, other in zip(said, got))


def test_the_commands_print_what_the_page_says(start_server, tmp_path):
    server = start_server("--items", 10)
    server.opened()
    (tmp_path / "picture.png").write_bytes(png(1, 120, 80))
    wrong, count = [], 0
    for command, said in commands():
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "A": server.address + "/api/v1"},
            capture_output=True, text=True, timeout=60)
        count += 1
        if differs(said, done.stdout):
            wrong.append((command, said, done.stdout, done.stderr))
    assert wrong == []
    assert count == 33


def test_a_command_that_prints_something_else_is_found():
    assert not differs('{"a":1}\nx', '{"a":1,"b":2}\nx\n')
    assert differs('{"a":1}', '{"a":2}') and differs("200", "204") and differs("x", "") and differs("", "x")


@pytest.fixture
def table(tmp_path):
    database = sqlite3.connect(tmp_path / "products.sqlite")
    database.execute("CREATE TABLE products (category, sku, name, price, photo)")
    database.executemany("INSERT INTO products VALUES (?, ?, ?, ?, ?)", [
        ("cups", "c1", "Cup", 12, None), ("tea", "t1", "Sencha", 9, "https://photos.example/t1.jpg"), ("tea", "t2", "Bancha", 7, None)])
    database.commit()
    yield database
    database.close()


def test_a_collection_is_kept_equal_to_a_table(start_server, tmp_path, table):
    server = start_server("--items", 10)
    command = example("keep_equal.py", server, tmp_path)

    def keep():
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT).stdout.strip()

    assert keep() == "version 1: 3 items"
    assert server.order("shop") == [("cups", ["c1"]), ("tea", ["t1", "t2"])]
    assert keep() == "version 1: 3 items"
    table.execute("UPDATE products SET price = 8 WHERE sku = 't1'")
    table.execute("DELETE FROM products WHERE sku = 't2'")
    table.commit()
    assert keep() == "version 2: 2 items"
    item = server.ask("GET", "/api/v1/collections/shop/items/t1").json
    assert item["attributes"] == {"price": 8} and item["picture"] == "https://photos.example/t1.jpg"


def test_a_follower_in_fifteen_lines_prints_each_order(start_server):
    assert len((EXAMPLES / "follow.py").read_text().splitlines()) <= 15
    server = start_server("--items", 10)
    posted = {"id": "shop", "sections": [{"id": "s", "items": [{"id": "a"}, {"id": "b"}]}]}
    assert server.ask("POST", "/api/v1/collections", posted).status == 201
    follower = subprocess.Popen(example("follow.py", server), stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert follower.stdout.readline() == "1 a b\n"
        assert server.move("b", (0, 0), "shop").status == 200
        assert follower.stdout.readline() == "2 b a\n"
        batch = {"inserts": [{"at": [0, 1], "item": {"id": "c"}}]}
        assert server.ask("POST", "/api/v1/collections/shop/batch", batch).status == 200
        assert follower.stdout.readline() == "3 b c a\n"
    finally:
        follower.kill()
        follower.wait(10)
        follower.stdout.close()
