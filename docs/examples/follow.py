"""Prints a collection's items whenever they change: follow.py http://127.0.0.1:8080/api/v1/collections/shop"""
import json
import sys
from urllib.request import Request, urlopen

from jsonpatch import apply_patch

address = sys.argv[1]
events = urlopen(address + "/events")
snapshot = json.load(urlopen(address + "/snapshot"))
for line in events:
    if line.startswith(b"data:"):
        patches = Request(f"{address}/patches?from={snapshot['version']}", headers={"Accept": "application/json-patch+json"})
        snapshot = apply_patch(snapshot, json.load(urlopen(patches)))
        print(snapshot["version"], *[item["id"] for section in snapshot["sections"] for item in section["items"]], flush=True)
