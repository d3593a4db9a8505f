"""The price axis at the right of a chart: faint lines at round prices, and tags for the prices that a lesson names."""

import math

from studio.paper import AXIS, COLOURS, INK, LINE, MUTED, PRICE

PADDING = 9
NAME = 27
INSIDE = ("left", "right")
CLEAR = 31  # units; a round price this close to a named one gives way to it


def number(value, digits, prefix="", suffix=""):
    return f"{prefix}{value:,.{digits}f}{suffix}"


def round_step(span, lines=4):
    """A step of 1, 2, 2.5 or 5 times a power of ten that gives about so many lines."""
    raw = span / lines
    power = 10 ** math.floor(math.log10(raw))
    return next(power * part for part in (1, 2, 2.5, 5, 10) if power * part >= raw - 1e-12)


def gutter(paper, low, high, levels, digits, prefix="", suffix=""):
    """How much room the widest price or name needs at the right."""
    prices = [number(value, digits, prefix, suffix) for value in (low, high)]
    widest = max(paper.width(text, AXIS) for text in prices)
    for level in levels:
        widest = max(widest, paper.width(number(level["price"], digits, prefix, suffix), PRICE, "bold"))
        if level.get("side") not in INSIDE:
            widest = max(widest, paper.width(level.get("name", ""), NAME, "medium") - PADDING)
    return widest + 2 * PADDING + 8


def grid(paper, scale, left, edge, right, digits, levels, prefix="", suffix=""):
    """Draws the lines at round prices; `edge` is where the candles end and the prices begin."""
    step = round_step(scale.high - scale.low)
    taken = []
    for level in levels:
        taken.append(scale(level["price"]))
        if level.get("name") and level.get("side") not in INSIDE:
            taken.append(taken[-1] + (-1 if level.get("side") != "below" else 1) * 34)
    value = math.ceil(scale.low / step - 1e-9) * step
    while value <= scale.high + step * 1e-6:
        y = scale(value)
        paper.line([(left, y), (edge, y)], LINE, 1, 0.55)
        if all(abs(y - other) >= CLEAR for other in taken) and y - 10 > min(scale.top, scale.foot) - 14:
            paper.text(right - PADDING, y + 9.5, number(value, digits, prefix, suffix), AXIS, MUTED, align="right")
        value += step


def tag(paper, scale, left, edge, right, level, digits, grown, prefix="", suffix=""):
    """A price of its own: a dashed line across the chart, the price on a patch of its colour, its name beside it."""
    y, colour = scale(level["price"]), COLOURS[level.get("colour", "paper")]
    paper.line([(left, y), (left + (edge - left) * grown, y)], colour, 2, dash=[7, 6])
    paper.box(edge + 2, y - 19, right - edge - 2, 38, colour, grown, 5)
    text = number(level["price"], digits, prefix, suffix)
    paper.text(right - PADDING, y + 10.5, text, PRICE, INK, "bold", "right", grown)
    name, side = level.get("name"), level.get("side")
    if name and side in INSIDE:
        paper.tag(left + 8 if side == "left" else edge - 10, y - 11, name, NAME, colour, side, grown)
    elif name:
        paper.text(right, y + 46 if side == "below" else y - 28, name, NAME, colour, "medium", "right", grown)
