"""Standing bars around a zero line: funding rates, hours of a day, losses that must be won back.

chart: bars = [{label, value, text, at, colour}]; low, high.
"""

from studio.paper import ACCENT, COLOURS, LINE, MUTED, ease
from studio.path import Scale


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    bars = chart["bars"]
    scale = Scale(min(0, chart.get("low", 0)), chart["high"], foot - 34, top + 30)
    step = (right - left) / len(bars)
    zero = scale(0)
    paper.line([(left, zero), (right, zero)], LINE, 2)
    for i, own in enumerate(bars):
        if clock.since(own["at"]) < 0:
            continue
        grown = ease(clock.arrived(own["at"], 1.2))
        colour = COLOURS[own.get("colour", "accent")]
        x, end = left + step * (i + 0.5), scale(own["value"] * grown)
        paper.box(x - step * 0.31, min(zero, end), step * 0.62, max(2, abs(end - zero)), colour, 0.9, 2 if abs(end - zero) > 4 else 0)
        up = own["value"] >= 0
        paper.text(x, end - 9 if up else end + 26, own["text"], 22, colour, "medium", "centre", grown)
        paper.text(x, foot - 4, own["label"], 22, MUTED, align="centre", alpha=grown)
