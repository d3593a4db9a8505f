"""A candlestick chart that unfolds with the words: candles, then levels, then marks.

chart: points, count, noise, seed, tick (an invented walk) and/or candles (exact ones, drawn first);
reveal = [[beat, candles seen from then on]]; levels = [{price, name, at, colour, side}];
bands = [{from, to, low, high, at}]; marks = [{index, text, side}], seen with their candle; times = [[index, text]];
digits (of a price). A level's price stands on the axis at the right, its name above it, below it with side = "below", over an end of its line with "left" or "right".
"""

from studio.drawings import axis
from studio.drawings.path import Scale, to_candles
from studio.paper import ACCENT, AXIS, COLOURS, CORAL, LABEL, LINE, MUTED, ease


def series(chart):
    exact = chart.get("candles", [])
    if "points" not in chart:
        return exact
    return exact + to_candles(chart["points"], chart["count"], chart["noise"], chart["seed"], chart["tick"])


def visible(clock, reveal):
    """How many candles are seen now; a fraction is a candle that is just appearing."""
    seen = 0.0
    for beat, count in reveal:
        if clock.since(beat) >= 0:
            seen += (count - seen) * clock.arrived(beat, 2.2)
    return seen


def candle(paper, x, width, prices, scale, grown, alpha=1.0):
    start, high, low, close = prices
    colour = ACCENT if close >= start else CORAL
    close = start + (close - start) * grown
    top, foot = max(start, close), min(start, close)
    high, low = top + (high - max(prices[0], prices[3])) * grown, foot - (min(prices[0], prices[3]) - low) * grown
    paper.line([(x, scale(high)), (x, scale(low))], colour, 2, alpha)
    paper.box(x - width / 2, scale(top), width, max(2.0, scale(foot) - scale(top)), colour, alpha, 1)


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    prices = series(chart)
    times = chart.get("times", [])
    foot -= 38 if times else 0
    low, high = min(c[2] for c in prices), max(c[1] for c in prices)
    low, high = chart.get("low", low), chart.get("high", high)
    scale = Scale(low, high, foot - 8, top + 8)
    levels, digits = chart.get("levels", []), chart.get("digits", 0)
    # The axis has the right margin to itself, so that no candle is covered.
    edge = right - axis.gutter(paper, low, high, levels, digits)
    axis.grid(paper, scale, left, edge, right, digits, levels)
    step = (edge - left - 8) / len(prices)
    place = lambda index: left + 2 + (index + 0.5) * step
    paper.line([(left, foot + 2), (edge, foot + 2)], LINE, 1)
    for index, text in times:
        paper.line([(place(index), foot + 2), (place(index), foot + 9)], MUTED, 1)
        align = "left" if index == 0 else "centre"
        paper.text(place(index) - (8 if index == 0 else 0), foot + 36, text, AXIS, MUTED, align=align)
    for band in chart.get("bands", []):
        grown = ease(clock.arrived(band["at"], 1.2))
        if clock.since(band["at"]) >= 0:
            x, end = place(band["from"]) - step / 2, place(band["to"]) + step / 2
            y, down = scale(band.get("high", high)), scale(band.get("low", low))
            paper.box(x, y, (end - x) * grown, down - y, ACCENT, 0.13)
    seen = visible(clock, chart["reveal"])
    for index, own in enumerate(prices):
        if seen > index:
            candle(paper, place(index), min(22, step * 0.62), own, scale, ease(min(1.0, seen - index)))
    for level in levels:
        if clock.since(level["at"]) >= 0:
            axis.tag(paper, scale, left, edge, right, level, digits, ease(clock.arrived(level["at"])))
    for mark in chart.get("marks", []):
        if seen > mark["index"]:
            own, grown = prices[mark["index"]], ease(seen - mark["index"])
            half = paper.width(mark["text"], LABEL, "medium") / 2
            reach = int((half + 8) / step) + 1
            around = prices[max(0, mark["index"] - reach) : mark["index"] + reach + 1]
            below = mark.get("side") == "below"
            y = scale(min(c[2] for c in around)) + 46 if below else scale(max(c[1] for c in around)) - 22
            near = scale(own[2]) + 7 if below else scale(own[1]) - 7
            paper.line([(place(mark["index"]), near), (place(mark["index"]), y - 25 if below else y + 7)], MUTED, 2, grown)
            x = max(left + half + 8, min(edge - half - 8, place(mark["index"])))
            paper.tag(x, y, mark["text"], LABEL, COLOURS[mark.get("colour", "paper")], "centre", grown)
