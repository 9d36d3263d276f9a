#!/usr/bin/env python3
"""The rules of batch updates and patches in their plainest form, and the vectors that every implementation must pass.

    vectors.py check      applies each vector and compares
    vectors.py generate   writes batches.json and patches.json anew (seeded: the same every time)
"""
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent


def apply_batch(before, batch):
    """The order after a batch, or None where the batch contradicts itself."""
    order = [{"id": s["id"], "items": list(s["items"])} for s in before]
    get = lambda name: batch.get(name, [])
    has = lambda p: 0 <= p[0] < len(order) and 0 <= p[1] < len(order[p[0]]["items"])
    distinct = lambda values: len(set(map(str, values))) == len(values)

    gone = get("deleteSections") + [m["from"] for m in get("moveSections")]
    coming = [i["at"] for i in get("insertSections")] + [m["to"] for m in get("moveSections")]
    count = len(order) - len(get("deleteSections")) + len(get("insertSections"))
    if not all(0 <= s < len(order) for s in gone) or not distinct(gone):
        return None
    if not all(0 <= s < count for s in coming) or not distinct(coming):
        return None
    taken = get("deletes") + [m["from"] for m in get("moves")]
    if not all(map(has, taken)) or not distinct(taken):
        return None
    if any(m["from"][0] in get("deleteSections") for m in get("moves")):
        return None
    for path in get("reloads"):
        if not has(path) or path in get("deletes") or path[0] in get("deleteSections"):
            return None
    known = {item for s in order for item in s["items"]} | {i["item"]["id"] for i in get("inserts")}
    if not set(get("reconfigures")) <= known:
        return None

    puts = [(i["at"], i["item"]["id"]) for i in get("inserts")]
    puts += [(m["to"], order[m["from"][0]]["items"][m["from"][1]]) for m in get("moves")]
    for section, item in sorted(taken, reverse=True):
        del order[section]["items"][item]

    slots = [None] * count
    for insert in get("insertSections"):
        section = insert["section"]
        slots[insert["at"]] = {"id": section["id"], "items": [i["id"] for i in section.get("items", [])]}
    for move in get("moveSections"):
        slots[move["to"]] = order[move["from"]]
    rest = iter([s for index, s in enumerate(order) if index not in gone])
    after = [slot if slot is not None else next(rest) for slot in slots]

    if not distinct([path for path, _ in puts]):
        return None
    for (section, item), identifier in sorted(puts):
        if not 0 <= section < len(after) or not 0 <= item <= len(after[section]["items"]):
            return None
        after[section]["items"].insert(item, identifier)
    items = [item for s in after for item in s["items"]]
    if not distinct(items) or not distinct([s["id"] for s in after]):
        return None
    return after


def apply_patch(before, patch):
    """The order after a patch. A patch may move items out of a section that it deletes."""
    order = [{"id": s["id"], "items": list(s["items"])} for s in before]
    get = lambda name: patch.get(name, [])
    for section, item in sorted(get("deletes") + [m["from"] for m in get("moves")], reverse=True):
        del order[section]["items"][item]
    hand = [(i["at"], {"id": i["section"]["id"], "items": []}) for i in get("insertSections")]
    hand += [(m["to"], order[m["from"]]) for m in get("moveSections")]
    for section in sorted(get("deleteSections") + [m["from"] for m in get("moveSections")], reverse=True):
        del order[section]
    for at, section in sorted(hand, key=lambda h: h[0]):
        order.insert(at, section)
    puts = [(i["at"], i["item"]["id"]) for i in get("inserts")] + [(m["to"], m["item"]) for m in get("moves")]
    for (section, item), identifier in sorted(puts):
        order[section]["items"].insert(item, identifier)
    return order


def order(*sections):
    return [{"id": f"s{n}", "items": list(items)} for n, items in enumerate(sections)]


def insert(at, identifier):
    return {"at": at, "item": {"id": identifier}}


def move(source, to):
    return {"from": source, "to": to}


NAMED = [
    ("an empty batch changes nothing", order("abc"), {}),
    ("a move onto its own place changes nothing", order("abc"), {"moves": [move([0, 1], [0, 1])]}),
    ("a move's destination counts after the move", order("abcd"), {"moves": [move([0, 0], [0, 2])]}),
    ("deletes count before, inserts after", order("abc"), {"deletes": [[0, 0]], "inserts": [insert([0, 0], "n")]}),
    ("a place freed by a delete can be filled at the end", order("abc"), {"deletes": [[0, 0]], "inserts": [insert([0, 2], "n")]}),
    ("an after-path outside the new counts is refused", order("abc"), {"deletes": [[0, 0]], "inserts": [insert([0, 3], "n")]}),
    ("a before-path outside the old counts is refused", order("abc"), {"deletes": [[0, 3]]}),
    ("one place deleted and moved is refused", order("abc"), {"deletes": [[0, 1]], "moves": [move([0, 1], [0, 0])]}),
    ("one place filled twice is refused", order("abc"), {"inserts": [insert([0, 1], "n"), insert([0, 1], "m")]}),
    ("a place deleted and reloaded is refused", order("abc"), {"deletes": [[0, 1]], "reloads": [[0, 1]]}),
    ("a moved item can be reloaded, by its place before", order("abc"), {"moves": [move([0, 0], [0, 2])], "reloads": [[0, 0]]}),
    ("two neighbours swap", order("abc"), {"moves": [move([0, 0], [0, 1]), move([0, 1], [0, 0])]}),
    ("an item moves to another section", order("abc", "de"), {"moves": [move([0, 1], [1, 2])]}),
    ("an item moves into an inserted section", order("abc"), {"insertSections": [{"at": 0, "section": {"id": "t"}}], "moves": [move([0, 0], [0, 0])]}),
    ("an inserted section's items stand between what is put there", order("ab"), {"insertSections": [{"at": 1, "section": {"id": "t", "items": [{"id": "x"}, {"id": "y"}]}}], "inserts": [insert([1, 1], "n")]}),
    ("an item moved out of a deleted section is refused", order("ab", "c"), {"deleteSections": [1], "moves": [move([1, 0], [0, 0])]}),
    ("a delete inside a deleted section is legal", order("ab", "cd"), {"deleteSections": [1], "deletes": [[1, 0]]}),
    ("a section moves with its changes", order("ab", "cd", "e"), {"moveSections": [move(0, 2)], "deletes": [[0, 0]], "inserts": [insert([2, 1], "n")]}),
    ("an identifier that would stand twice is refused", order("abc"), {"inserts": [insert([0, 0], "b")]}),
    ("an identifier deleted and inserted again stands once", order("abc"), {"deletes": [[0, 1]], "inserts": [insert([0, 0], "b")]}),
    ("a section that would stand twice is refused", order("ab"), {"insertSections": [{"at": 1, "section": {"id": "s0"}}]}),
    ("a reconfigure of an unknown item is refused", order("ab"), {"reconfigures": ["q"]}),
    ("a section outside is refused", order("ab"), {"deleteSections": [1]}),
    ("everything goes", order("ab", "c"), {"deleteSections": [0, 1]}),
    ("something comes to an empty collection", order(), {"insertSections": [{"at": 0, "section": {"id": "t"}}], "inserts": [insert([0, 0], "n")]}),
]


def random_batch(before, rng):
    batch = {}
    add = lambda name, value: batch.setdefault(name, []).append(value)
    longest = max([len(s["items"]) for s in before], default=0)
    path = lambda: [rng.randrange(max(1, len(before))), rng.randint(0, longest)]
    section = lambda: rng.randint(0, len(before))
    for _ in range(rng.randint(1, 5)):
        kind = rng.choice("ddiiimmmmmrSIM")
        if kind == "d": add("deletes", path())
        elif kind == "i": add("inserts", insert(path(), rng.choice("uvwxyz")))
        elif kind == "m": add("moves", move(path(), path()))
        elif kind == "r": add("reloads", path())
        elif kind == "S": add("deleteSections", section())
        elif kind == "I": add("insertSections", {"at": section(), "section": {"id": rng.choice(["t", "u", "s1"]), "items": [{"id": c} for c in rng.choice(["", "p", "pq"])]}})
        else: add("moveSections", move(section(), section()))
    return batch


def random_order(rng):
    letters = list("abcdefghijkl")
    rng.shuffle(letters)
    cuts = sorted(rng.randint(0, len(letters)) for _ in range(rng.randint(0, 3)))
    return order(*[letters[a:b] for a, b in zip(cuts, cuts[1:])])


def as_patch(before, batch):
    """A batch without contradictions in a patch's form: identifiers in moves, ids in reloads, an inserted section's items as inserts."""
    after = apply_batch(before, batch)
    place = {item: [s, i] for s, section in enumerate(before) for i, item in enumerate(section["items"])}
    patch = {name: batch[name] for name in ("deleteSections", "moveSections") if batch.get(name)}
    gone = batch.get("deleteSections", [])
    patch["deletes"] = sorted(p for p in batch.get("deletes", []) if p[0] not in gone)
    patch["moves"] = sorted(({"item": before[m["from"][0]]["items"][m["from"][1]], **m} for m in batch.get("moves", [])), key=lambda m: m["from"])
    patch["insertSections"] = [{"at": i["at"], "section": {"id": i["section"]["id"]}} for i in batch.get("insertSections", [])]
    new = {i["item"]["id"] for i in batch.get("inserts", [])} | {x["id"] for i in batch.get("insertSections", []) for x in i["section"].get("items", [])}
    patch["inserts"] = [insert([s, i], item) for s, section in enumerate(after) for i, item in enumerate(section["items"]) if item in new]
    patch["reloads"] = [before[p[0]]["items"][p[1]] for p in batch.get("reloads", [])]
    return {name: value for name, value in patch.items() if value}, any(item in place for item in new) or any(i["section"]["id"] in [s["id"] for s in before] for i in batch.get("insertSections", []))


def generate():
    rng = random.Random(2026)
    batches = [{"name": name, "before": before, "batch": batch, "after": apply_batch(before, batch)} for name, before, batch in NAMED]
    patches = []
    while len(batches) < 400:
        before = random_order(rng)
        batch = random_batch(before, rng)
        after = apply_batch(before, batch)
        if after is None and sum(b["after"] is None for b in batches) > 130:
            continue
        batches.append({"name": f"random {len(batches)}", "before": before, "batch": batch, "after": after})
    for vector in batches:
        if vector["after"] is not None:
            patch, reinserts = as_patch(vector["before"], vector["batch"])
            if not reinserts:
                patches.append({"name": vector["name"], "before": vector["before"], "patch": patch, "after": vector["after"]})
    for name, vectors in (("batches.json", batches), ("patches.json", patches)):
        lines = ",\n".join(json.dumps(v, separators=(",", ":")) for v in vectors)
        (HERE / name).write_text('{"format":1,"vectors":[\n' + lines + "\n]}\n")


def check():
    failed = 0
    for name, member, apply in (("batches.json", "batch", apply_batch), ("patches.json", "patch", apply_patch)):
        for vector in json.loads((HERE / name).read_text())["vectors"]:
            if apply(vector["before"], vector[member]) != vector["after"]:
                failed += 1
                print(f"{name}: {vector['name']}")
    print("all vectors pass" if failed == 0 else f"{failed} vectors fail")
    return failed != 0


if __name__ == "__main__":
    sys.exit(generate() if sys.argv[1:] == ["generate"] else check())
