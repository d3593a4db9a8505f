"""A candlestick chart that unfolds with the words: candles, then levels, then marks.

chart: points, count, noise, seed, tick (an invented walk) and/or candles (exact ones, drawn first);
reveal = [[beat, candles seen from then on]]; levels = [{price, text, at, colour, side}];
bands = [{from, to, low, high, text, at}]; marks = [{index, text, side}], seen with their candle; times = [[index, text]].
"""

from studio.paper import ACCENT, COLOURS, CORAL, LINE, MUTED, ease
from studio.path import Scale, to_candles


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
    foot -= 30 if times else 0
    low, high = min(c[2] for c in prices), max(c[1] for c in prices)
    low, high = chart.get("low", low), chart.get("high", high)
    scale = Scale(low, high, foot - 8, top + 8)
    # The names of the levels have the right margin to themselves, so that no candle is covered.
    gutter = max((paper.width(level["text"], 22, "medium") + 18 for level in chart.get("levels", [])), default=0)
    step = (right - left - gutter - 4) / len(prices)
    place = lambda index: left + 2 + (index + 0.5) * step
    paper.line([(left, foot + 2), (right, foot + 2)], LINE, 1)
    for index, text in times:
        paper.line([(place(index), foot + 2), (place(index), foot + 8)], MUTED, 1)
        align = "left" if index == 0 else "centre"
        paper.text(place(index) - (8 if index == 0 else 0), foot + 30, text, 21, MUTED, align=align)
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
    for level in chart.get("levels", []):
        if clock.since(level["at"]) >= 0:
            grown = ease(clock.arrived(level["at"]))
            colour = COLOURS[level.get("colour", "paper")]
            y = scale(level["price"])
            paper.line([(left, y), (left + (right - left) * grown, y)], colour, 2, dash=[7, 6])
            paper.text(right, y + 27 if level.get("side") == "below" else y - 9, level["text"], 22, colour, "medium", "right", grown)
    for mark in chart.get("marks", []):
        if seen > mark["index"]:
            own, grown = prices[mark["index"]], ease(seen - mark["index"])
            around = prices[max(0, mark["index"] - 3) : mark["index"] + 4]
            below = mark.get("side") == "below"
            y = scale(min(c[2] for c in around)) + 36 if below else scale(max(c[1] for c in around)) - 18
            near = scale(own[2]) + 7 if below else scale(own[1]) - 7
            paper.line([(place(mark["index"]), near), (place(mark["index"]), y - 20 if below else y + 6)], MUTED, 2, grown)
            x = min(right - gutter - paper.width(mark["text"], 22, "medium") / 2 - 8, place(mark["index"]))
            x = max(left + paper.width(mark["text"], 22, "medium") / 2 + 8, x)
            paper.tag(x, y, mark["text"], 22, COLOURS[mark.get("colour", "paper")], "centre", grown)
