"""The figures as charts: SVG, light and dark by the reader's setting."""

from html import escape

STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #1b1d20 } .quiet { fill: #5e646d; font-size: 12px } .title { font-weight: 600; font-size: 14px }
.bar { fill: #b5bcc6 } .ours { fill: #1f66d0 }
@media (prefers-color-scheme: dark) { text { fill: #e8eaed } .quiet { fill: #9aa1ab } .bar { fill: #555d68 } .ours { fill: #6aa5ff } }
</style>"""
ROW, NAME, BAR, GAP = 20, 210, 250, 34


def bars(title, groups):
    """`groups`: (heading, [(name, value, is ours)]), drawn beneath each other, to one scale."""
    most = max((value for _, rows in groups for _, value, _ in rows), default=1) or 1
    parts, y = [f'<text class="title" x="12" y="24">{escape(title)}</text>'], 46
    for heading, rows in groups:
        parts.append(f'<text class="quiet" x="12" y="{y + 8}">{escape(heading)}</text>')
        y += 18
        for name, value, is_ours in rows:
            width = max(1, BAR * value / most)
            parts.append(f'<text x="{NAME - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
                         f'<rect class="{"ours" if is_ours else "bar"}" x="{NAME}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}" rx="2"/>'
                         f'<text class="quiet" x="{NAME + width + 6:.1f}" y="{y + 14}">{value:.1f}</text>')
            y += ROW
        y += GAP - ROW
    size = f'viewBox="0 0 {NAME + BAR + 60} {y}" width="{NAME + BAR + 60}" height="{y}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">\n{STYLE}\n' + "\n".join(parts) + "\n</svg>\n"


def draw(results, folder, titles, hands):
    """Writes peers-blank.svg, peers-frames.svg and peers-thread.svg."""
    kinds = [kind for kind in hands if any(r["hand"].startswith(kind + "-") for r in results)]
    grids = [grid for grid in titles if any(r["grid"] == grid for r in results)]

    def group(kind, value):
        rows = []
        for grid in grids:
            found = [r for r in results if r["grid"] == grid and r["hand"].startswith(kind + "-")]
            if found:
                rows.append((titles[grid].replace("`", ""), value(found), grid.startswith("ours")))
        return hands[kind], rows

    total = lambda rows, name: sum(row[name] for row in rows)
    blank = lambda rows: 100 * total(rows, "blank") / total(rows, "visible")
    late = lambda rows: 100 * total(rows, "late") / total(rows, "frames")
    (folder / "peers-blank.svg").write_text(
        bars("Without the full picture, % of the cells' time in view", [group(kind, blank) for kind in kinds]))
    thread = lambda rows: sum(row["threads"]["main"] - row["watching"] for row in rows) / total(rows, "drawn")
    (folder / "peers-frames.svg").write_text(bars("Late frames, %", [group(kind, late) for kind in kinds]))
    (folder / "peers-thread.svg").write_text(bars("The page's main thread, ms a frame", [group(kind, thread) for kind in kinds]))
