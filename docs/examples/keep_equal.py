"""Keeps a collection equal to a table of SQLite, products (category, sku, name, price, photo): run it whenever the table has changed.

keep_equal.py http://127.0.0.1:8080 shop products.sqlite
"""

import json
import sqlite3
import sys
import urllib.request


def lines(database):
    yield {"title": "Products"}
    section, count = None, 0
    rows = "SELECT category, sku, name, price, photo FROM products ORDER BY category, sku"
    for category, sku, name, price, photo in sqlite3.connect(database).execute(rows):
        if category != section:
            section = category
            yield {"section": category}
        item = {"id": sku, "title": name, "attributes": {"price": price}}
        yield item | {"picture": photo} if photo else item
        count += 1
    # Lines that end before this one delete nothing.
    yield {"end": True, "items": count}


def keep_equal(server, collection, database):
    """All or nothing: whoever looks at the collection sees what has changed, as one difference."""
    body = (json.dumps(line).encode() + b"\n" for line in lines(database))
    address = f"{server}/api/v1/collections/{collection}/import"
    request = urllib.request.Request(address, body, {"Content-Type": "application/x-ndjson"}, method="POST")
    with urllib.request.urlopen(request) as response:
        return json.load(response)


if __name__ == "__main__":
    kept = keep_equal(*sys.argv[1:])
    print(f"version {kept['version']}: {kept['itemCount']} items")
