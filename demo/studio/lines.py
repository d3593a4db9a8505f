"""Lines that draw themselves: two prices, two accounts, one cost against another.

chart: low, high; series = [{name, points, count, noise, seed, at, colour, label, label_at}] where label = "above"
or "below" the line, or corners = [[part of the width, value]] instead of points, with fill; levels = [{value, text, at, colour}]; between = {at, first, second} shades the gap of two
series; times = [[part of the width, text]].
"""

from studio.paper import COLOURS, LINE, MUTED, ACCENT, ease
from studio.path import Scale, walk


def split(corners):
    """More points between the corners, so that the line grows smoothly."""
    for (x, y), (next_x, next_y) in zip(corners, corners[1:]):
        for part in range(8):
            yield x + (next_x - x) * part / 8, y + (next_y - y) * part / 8
    yield tuple(corners[-1])


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    times = chart.get("times", [])
    foot -= 30 if times else 0
    scale = Scale(chart["low"], chart["high"], foot - 4, top + 6)
    paper.line([(left, foot), (right, foot)], LINE, 1)
    for part, text in times:
        align = "left" if part == 0 else "right" if part == 1 else "centre"
        paper.text(left + (right - left) * part, foot + 28, text, 21, MUTED, align=align)
    curves = []
    for own in chart["series"]:
        if "corners" in own:
            curves.append([(left + (right - left) * x, scale(y)) for x, y in split(own["corners"])])
            continue
        values = walk(own["points"], own.get("count", 60), own.get("noise", 0), own.get("seed", 1))
        step = (right - left) / (len(values) - 1)
        curves.append([(left + i * step, scale(value)) for i, value in enumerate(values)])
    shade = chart.get("between")
    if shade and clock.since(shade["at"]) >= 0:
        first, second = curves[shade["first"]], curves[shade["second"]]
        paper.area(first + second[::-1], ACCENT, 0.20 * ease(clock.arrived(shade["at"])))
    for level in chart.get("levels", []):
        if clock.since(level["at"]) >= 0:
            grown, y = ease(clock.arrived(level["at"])), scale(level["value"])
            colour = COLOURS[level.get("colour", "muted")]
            paper.line([(left, y), (left + (right - left) * grown, y)], colour, 2, dash=[7, 6])
            below = level.get("side") == "below"
            paper.tag(left + 8, y + 28 if below else y - 9, level["text"], 22, colour, "left", grown)
    for own, curve in zip(chart["series"], curves):
        if clock.since(own["at"]) < 0:
            continue
        colour = COLOURS[own.get("colour", "accent")]
        grown = ease(clock.arrived(own["at"], 2.0))
        seen = max(2, round(grown * len(curve)))
        if own.get("fill"):
            paper.area([(curve[0][0], foot), *curve[:seen], (curve[seen - 1][0], foot)], colour, 0.2)
        paper.line(curve[:seen], colour, 3.5)
        paper.dot(*curve[seen - 1], 5.5, colour)
        if grown > 0.6:
            half = paper.width(own["name"], 22, "medium") / 2 + 8
            x = curve[round(own.get("label_at", 0.5) * (len(curve) - 1))][0]
            x = min(max(x, left + half), right - half)
            under = [y for other, y in curve if abs(other - x) <= half + 4]
            above = own.get("label", "above") == "above"
            y = min(under) - 14 if above else max(under) + 32
            paper.tag(x, y, own["name"], 22, colour, "centre", (grown - 0.6) / 0.4)
