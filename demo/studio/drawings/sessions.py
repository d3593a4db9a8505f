"""The day as a strip of 24 hours with the hours of each market, and the hours when two overlap.

chart: markets = [{name, spans = [[from, to]], hours, at, colour}]; overlap = {from, to, text, at}; zone.
"""

from studio.paper import ACCENT, AXIS, COLOURS, INK, LABEL, LINE, MUTED, PAPER, PRICE, ease

NAMES = 172


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    start, foot = left + NAMES, foot - 42
    place = lambda hour: start + (right - start) * hour / 24
    for hour in range(0, 25, 4):
        paper.line([(place(hour), top), (place(hour), foot)], LINE, 1)
        paper.text(place(hour), foot + 36, f"{hour:02}", AXIS, MUTED, align="centre" if hour < 24 else "right")
    paper.text(left, foot + 36, chart["zone"], AXIS, MUTED)
    overlap = chart.get("overlap")
    if overlap and clock.since(overlap["at"]) >= 0:
        grown = ease(clock.arrived(overlap["at"], 1.2))
        x, end = place(overlap["from"]), place(overlap["to"])
        paper.box(x, top, end - x, (foot - top) * grown, ACCENT, 0.16)
        paper.tag((x + end) / 2, top + 30, overlap["text"], LABEL, ACCENT, "centre", grown)
    height = (foot - top - 42) / len(chart["markets"])
    for i, market in enumerate(chart["markets"]):
        if clock.since(market["at"]) < 0:
            continue
        grown, y = ease(clock.arrived(market["at"], 1.4)), top + 42 + height * i
        colour = COLOURS[market["colour"]]
        paper.text(left, y + height / 2 + 11, market["name"], PRICE, PAPER, "medium", alpha=grown)
        for begin, end in market["spans"]:
            paper.box(place(begin), y + 8, (place(end) - place(begin)) * grown, height - 16, colour, 0.92, 4)
        begin, end = market["spans"][0]
        paper.text((place(begin) + place(end)) / 2, y + height / 2 + 11, market["hours"], PRICE, INK, "bold", "centre", max(0, 2 * grown - 1))
