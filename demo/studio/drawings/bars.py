"""Standing bars around a zero line: funding rates, hours of a day, losses that must be won back.

chart: bars = [{label, value, text, at, colour}]; low, high.
"""

from studio.drawings.path import Scale
from studio.paper import AXIS, COLOURS, LINE, MUTED, PRICE, ease


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    bars = chart["bars"]
    low = min(0, chart.get("low", 0))
    scale = Scale(low, chart["high"], foot - 40 - (34 if low < 0 else 0), top + 38)
    step = (right - left) / len(bars)
    zero = scale(0)
    paper.line([(left, zero), (right, zero)], LINE, 2)
    size = min(PRICE, PRICE * (step - 6) / max(paper.width(own["text"], PRICE, "medium") for own in bars))
    for i, own in enumerate(bars):
        if clock.since(own["at"]) < 0:
            continue
        grown = ease(clock.arrived(own["at"], 1.2))
        colour = COLOURS[own.get("colour", "accent")]
        x, end = left + step * (i + 0.5), scale(own["value"] * grown)
        radius = 3 if abs(end - zero) > 6 else 0
        paper.box(x - step * 0.31, min(zero, end), step * 0.62, max(2, abs(end - zero)), colour, 0.9, radius)
        up = own["value"] >= 0
        paper.text(x, end - 11 if up else end + 33, own["text"], size, colour, "medium", "centre", grown)
        paper.text(x, foot - 4, own["label"], AXIS, MUTED, align="centre", alpha=grown)
