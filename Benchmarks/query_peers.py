"""Queries over made-up items in SQLite with plain indices and in DuckDB: what Benchmarks/Sources/QueryBenchmark does, in the same
sizes. Prints a line for each. Arguments: the number of items, and of titles for full-text search."""

import random
import resource
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import duckdb

ITEMS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
TITLES = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000

MAKE = """
create table items as
select i as id, 1262304000 + (hash(i) % 473385600)::bigint as taken,
    case when hash(i * 3 + 1) % 100 < 20 then 'like' when hash(i * 3 + 1) % 100 < 33 then 'reject' end as rating,
    'Camera ' || hash(i * 5 + 2) % 60 as camera, (500000 + hash(i * 7 + 3) % 12000000)::bigint as size
from range({}) as made(i)
"""

WORDS = """sea bird mountain harbour evening market window garden river station bridge winter morning portrait family birthday concert
street forest island castle summer train beach sunset lake snow party wedding school""".split()


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(name, run, rounds=3):
    times, walls = [], []
    for _ in range(rounds):
        began, wall = cpu(), time.monotonic()
        found = run()
        times.append(cpu() - began)
        walls.append(time.monotonic() - wall)
    print(f"{name}: {median(times) * 1e3:.3f} ms CPU, {median(walls) * 1e3:.3f} ms ({found})", flush=True)


def queries(name, execute, month):
    """Every id in the result's order, as Lookahead has it, then the months; and the first hundred alone."""
    liked = "from items where rating = 'like'"
    measure(f"{name}: filter by rating, sort by date", lambda: len(execute(f"select id {liked} order by taken desc, id")))
    measure(f"{name}: … its first 100", lambda: len(execute(f"select id {liked} order by taken desc, id limit 100")))
    measure(f"{name}: … its months with counts", lambda: len(execute(f"select {month} as m, count(*) {liked} group by m")))
    measure(f"{name}: facets of rating, camera and year under a filter", lambda: sum(len(execute(q)) for q in (
        "select rating, count(*) from items group by 1", f"select camera, count(*) {liked} group by 1",
        f"select substr({month}, 1, 4) as y, count(*) {liked} group by y")), rounds=1)


def measure_duckdb():
    database = duckdb.connect()
    database.execute("set threads = 1")
    database.execute(MAKE.format(ITEMS))

    def execute(query):
        # Columns as arrays: making Python objects of the rows is not what is measured.
        return next(iter(database.execute(query).fetchnumpy().values()))

    queries("DuckDB, one thread", execute, "strftime(make_timestamp(taken * 1000000), '%Y-%m')")
    return database


def measure_sqlite(source, folder):
    database = sqlite3.connect(folder / "items.sqlite")
    database.executescript("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000")
    database.execute("create table items (id integer primary key, taken integer, rating text, camera text, size integer)")
    rows = source.execute("select id, taken, rating, camera, size from items")
    while part := rows.fetchmany(100_000):
        database.executemany("insert into items values (?, ?, ?, ?, ?)", part)
    for index in ("rating, taken", "camera", "taken", "size"):
        database.execute(f"create index 'by {index}' on items ({index})")
    database.execute("analyze")
    database.commit()
    size = (folder / "items.sqlite").stat().st_size / ITEMS
    print(f"SQLite: the file with indices: {size:.1f} bytes an item", flush=True)
    queries("SQLite", lambda query: database.execute(query).fetchall(), "strftime('%Y-%m', taken, 'unixepoch')")
    database.close()


def measure_search(folder):
    """FTS5 with trigrams finds nothing for a word of fewer than three characters."""
    database = sqlite3.connect(folder / "titles.sqlite")
    database.executescript("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000")
    database.execute("create virtual table titles using fts5 (title, tokenize = 'trigram', content = '')")
    generator = random.Random(42)
    began = cpu()
    database.executemany("insert into titles (rowid, title) values (?, ?)", (
        (i, f"{' '.join(generator.choices(WORDS, k=3))} {generator.randrange(100_000)}") for i in range(TITLES)))
    database.commit()
    size = (folder / "titles.sqlite").stat().st_size / TITLES
    print(f"FTS5 trigram: {TITLES} titles indexed in {cpu() - began:.1f} s CPU, {size:.1f} bytes a title", flush=True)
    for text in ("sea", "bird", "mou", "wedding", "street"):
        measure(f"FTS5 trigram: “{text}”", lambda: len(database.execute(
            "select rowid from titles where titles match ?", [text]).fetchall()))
    database.close()


with tempfile.TemporaryDirectory() as name:
    made = measure_duckdb()
    measure_sqlite(made, Path(name))
    measure_search(Path(name))
