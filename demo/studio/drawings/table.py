"""A sum worked out row by row.

chart: head = [column names]; rows = [{cells, at, result}]; wide = the first column's share of the width.
"""

from studio.paper import ACCENT, LABEL, LINE, MUTED, PAPER, ease

PADDING = 12


def fitting(paper, rows, widths, largest):
    """The size at which every cell fits its column; a table for which that is too small to read is refused."""
    cells = [(text, width, row) for row in rows for text, width in zip(row["cells"], widths)]
    weight = lambda row: "bold" if row.get("result") else "medium"
    size = min(largest * min(1, (width - 2 * PADDING) / paper.width(text, largest, weight(row))) for text, width, row in cells if text)
    if size < LABEL:
        raise ValueError(f"a table's text would be set at {size:.1f} units: {rows[0]['cells']}")
    return size


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    rows = chart["rows"]
    head = chart.get("head")
    count = len(rows) + (1 if head else 0)
    height = min(92, (foot - top) / count)
    columns = len(rows[0]["cells"])
    first = (right - left) * chart.get("wide", 0.5)
    rest = (right - left - first) / max(1, columns - 1)
    size = fitting(paper, rows, [first] + [rest] * (columns - 1), min(44, height * 0.5))
    edge = lambda column: left + PADDING if column == 0 else left + first + rest * column - PADDING
    y = top
    if head:
        for column, text in enumerate(head):
            paper.text(edge(column), y + height * 0.66, text, LABEL, MUTED, "medium", "left" if column == 0 else "right")
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
