"""A lesson's first picture: its name over the drawing of the course's type, in the hand of the site."""

from studio.drawings.candles import candle
from studio.drawings.path import Scale, to_candles, walk
from studio.paper import ACCENT, LINE, MUTED, PAPER, STEEL, WIDTH, ease

LEFT, TOP, RIGHT, FOOT = 520, 60, WIDTH + 6, 470


def draw(paper, clock, course, lesson):
    grown = ease(clock.arrived(0, 2.2))
    for step in range(1, 5):
        y = TOP + (FOOT - TOP) * step / 4
        paper.line([(0, y), (WIDTH, y)], LINE, 1, 0.6)
    {"futures": futures, "crypto": crypto, "forex": forex}[course.type](paper, grown)
    paper.text(40, 76, course.title, 30, ACCENT, "medium")
    number = lesson.name.split("-")[0].lstrip("0")
    rows = paper.wrap(lesson.title, 58, 520, "bold")
    y = 290 - 35 * (len(rows) - 1)
    paper.text(40, y - 80, f"Lesson {number}", 30, MUTED, "medium")
    for row in rows:
        paper.text(40, y, row, 58, PAPER, "bold")
        y += 70
    paper.box(40, y - 35, 72 * ease(clock.arrived(0)), 4, ACCENT)


def futures(paper, grown):
    prices = to_candles([20, 34, 27, 48, 42, 66, 61, 78], 18, 5, 11, 0.25)
    scale = Scale(8, 88, FOOT, TOP)
    step = (RIGHT - LEFT - 60) / len(prices)
    for i, own in enumerate(prices):
        part = min(1.0, max(0.0, grown * (len(prices) + 2) - i))
        if part:
            candle(paper, LEFT + 60 + (i + 0.5) * step, step * 0.58, own, scale, part, 0.35 + 0.65 * i / len(prices))


def crypto(paper, grown):
    middle, bids, asks = (LEFT + 90 + RIGHT) / 2, [], []
    sizes = [10, 16, 24, 30, 44, 52, 70, 84, 104, 118, 140, 166]
    for i, size in enumerate(sizes):
        rise, away = size * 2.1 * grown, 8 + i * 15
        for side, sign in ((bids, -1), (asks, 1)):
            before = side[-1][1] if side else FOOT
            x = middle + sign * away
            side += [(x, before), (x, FOOT - rise * (0.86 if sign > 0 and i > 5 else 1))]
    for side, colour in ((bids, ACCENT), (asks, STEEL)):
        paper.area([(side[0][0], FOOT), *side, (side[-1][0], FOOT)], colour, 0.22)
        paper.line(side, colour, 3)


def forex(paper, grown):
    scale = Scale(0, 100, FOOT, TOP)
    for points, seed, colour in (([74, 60, 66, 44, 36, 22], 5, STEEL), ([22, 34, 30, 52, 62, 82], 8, ACCENT)):
        values = walk(points, 70, 2.2, seed)
        step = (RIGHT - LEFT - 60) / (len(values) - 1)
        curve = [(LEFT + 60 + i * step, scale(value)) for i, value in enumerate(values)]
        paper.line(curve[: max(2, round(grown * len(curve)))], colour, 4)
