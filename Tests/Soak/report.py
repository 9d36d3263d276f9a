"""What the parts print: one Markdown table."""

import sys

rows = []


def row(what, figure, goal=""):
    rows.append((what, figure, goal))
    print(f"  {what}: {figure} (goal: {goal})", file=sys.stderr)


def table():
    lines = ["| test | figure | goal |", "|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(cells) + " |" for cells in rows])
