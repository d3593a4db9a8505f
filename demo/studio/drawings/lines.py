"""Lines that draw themselves: two prices, two accounts, one cost against another.

chart: low, high; series = [{name, points, count, noise, seed, at, colour, label, label_at}] where label = "above"
or "below" the line, or corners = [[part of the width, value]] instead of points, with fill; levels = [{price, name, at, colour, side}]; between = {at, first, second} shades the gap of two
series; times = [[part of the width, text]]; axis = {digits, prefix, suffix}: round values at the right, and the levels there.
"""

from studio.drawings import axis
from studio.drawings.path import Scale, walk
from studio.paper import ACCENT, AXIS, COLOURS, LABEL, LINE, MUTED, ease


def split(corners):
    """More points between the corners, so that the line grows smoothly."""
    for (x, y), (next_x, next_y) in zip(corners, corners[1:]):
        for part in range(8):
            yield x + (next_x - x) * part / 8, y + (next_y - y) * part / 8
    yield tuple(corners[-1])


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    times = chart.get("times", [])
    foot -= 38 if times else 0
    scale = Scale(chart["low"], chart["high"], foot - 4, top + 6)
    levels, own_axis, outer = chart.get("levels", []), chart.get("axis"), right
    if own_axis:
        right = outer - axis.gutter(paper, chart["low"], chart["high"], levels, **own_axis)
        axis.grid(paper, scale, left, right, outer, levels=levels, **own_axis)
    paper.line([(left, foot), (right, foot)], LINE, 1)
    for part, text in times:
        align = "left" if part == 0 else "right" if part == 1 else "centre"
        paper.text(left + (right - left) * part, foot + 34, text, AXIS, MUTED, align=align)
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
    for level in levels:
        if clock.since(level["at"]) >= 0:
            axis.tag(paper, scale, left, right, outer, level, grown=ease(clock.arrived(level["at"])), **own_axis)
    for own, curve in zip(chart["series"], curves):
        if clock.since(own["at"]) < 0:
            continue
        colour = COLOURS[own.get("colour", "accent")]
        grown = ease(clock.arrived(own["at"], 2.0))
        seen = max(2, round(grown * len(curve)))
        if own.get("fill"):
            paper.area([(curve[0][0], foot), *curve[:seen], (curve[seen - 1][0], foot)], colour, 0.2)
        paper.line(curve[:seen], colour, 4)
        paper.dot(*curve[seen - 1], 6, colour)
        if grown > 0.6 and own["name"]:
            half = paper.width(own["name"], LABEL, "medium") / 2 + 8
            x = curve[round(own.get("label_at", 0.5) * (len(curve) - 1))][0]
            x = min(max(x, left + half), right - half)
            under = [y for other, y in curve if abs(other - x) <= half + 4]
            above = own.get("label", "above") == "above"
            y = min(under) - 17 if above else max(under) + 39
            paper.tag(x, y, own["name"], LABEL, colour, "centre", (grown - 0.6) / 0.4)
