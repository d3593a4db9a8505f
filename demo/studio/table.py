"""A sum worked out row by row.

chart: head = [column names]; rows = [{cells, at, result}]; wide = the first column's share of the width.
"""

from studio.paper import ACCENT, LINE, MUTED, PAPER, ease


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    rows = chart["rows"]
    head = chart.get("head")
    count = len(rows) + (1 if head else 0)
    height = min(64, (foot - top) / count)
    size = min(29, height * 0.56)
    columns = len(rows[0]["cells"])
    first = (right - left) * chart.get("wide", 0.5)
    rest = (right - left - first) / max(1, columns - 1)
    edge = lambda column: left + 12 if column == 0 else left + first + rest * column - 12
    y = top
    if head:
        for column, text in enumerate(head):
            paper.text(edge(column), y + height * 0.66, text, 22, MUTED, "medium", "left" if column == 0 else "right")
        paper.line([(left, y + height), (right, y + height)], LINE, 1.5)
        y += height
    for row in rows:
        if clock.since(row["at"]) >= 0:
            grown = ease(clock.arrived(row["at"]))
            result = row.get("result")
            if result:
                paper.box(left, y + 3, (right - left) * grown, height - 5, ACCENT, 0.16, 6)
            for column, text in enumerate(row["cells"]):
                colour = ACCENT if result and column == columns - 1 else PAPER if column or result else MUTED
                weight = "bold" if result else "medium" if column else "regular"
                paper.text(edge(column), y + height * 0.5 + size * 0.36, text, size, colour, weight, "left" if column == 0 else "right", grown)
            if not result:
                paper.line([(left, y + height), (left + (right - left) * grown, y + height)], LINE, 1)
        y += height
