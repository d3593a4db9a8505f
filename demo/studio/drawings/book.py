"""An order book as a ladder: sellers above, buyers below, and a market order that eats its way through.

chart: asks and bids = [[price, size]], the best first; unit; digits (of a price); at (asks, bids: beats);
takes = [{at, buys}]: a market order that buys so much.
"""

from studio.paper import ACCENT, LABEL, LINE, MUTED, PAPER, STEEL, ease

SIZE = LABEL


def left_over(levels, taken):
    """What each level still holds after `taken` was bought from the best price on."""
    rest = []
    for price, size in levels:
        eaten = min(size, taken)
        taken -= eaten
        rest.append((price, size, size - eaten))
    return rest


def draw(paper, clock, chart, area):
    left, top, right, foot = area
    taken = sum(take["buys"] * ease(clock.arrived(take["at"], 2.0)) for take in chart.get("takes", []))
    asks = left_over(chart["asks"], taken)
    bids = left_over(chart["bids"], 0)
    rows = len(asks) + len(bids)
    spread = 38
    height = (foot - top - spread) / rows
    most = max(size for _, size, _ in asks + bids)
    digits = chart.get("digits", 0)
    price_right = left + paper.width(f"{asks[-1][0]:,.{digits}f}", SIZE, "medium") + 6
    bar_left = price_right + 16
    room = right - bar_left - paper.width("taken", SIZE) - 14
    at = chart.get("at", {})

    def row(y, level, colour, grown):
        if not grown:
            return
        price, size, rest = level
        gone = rest <= 0.001
        paper.text(price_right, y + height / 2 + SIZE * 0.36, f"{price:,.{digits}f}", SIZE, MUTED if gone else PAPER, "medium", "right", grown)
        paper.box(bar_left, y + 3, max(2, room * size / most * grown), height - 6, colour, 0.16, 2)
        if not gone:
            paper.box(bar_left, y + 3, max(2, room * rest / most * grown), height - 6, colour, 0.85, 2)
        text = "taken" if gone else f"{rest:.{chart.get('size_digits', 0)}f}"
        paper.text(bar_left + room * size / most + 12, y + height / 2 + SIZE * 0.36, text, SIZE, MUTED if gone else colour, "medium", alpha=grown)

    asks_seen = ease(clock.arrived(at.get("asks", 0), 1.2))
    bids_seen = ease(clock.arrived(at.get("bids", 0), 1.2))
    for i, level in enumerate(asks):
        row(top + height * (len(asks) - 1 - i), level, STEEL, asks_seen)
    middle = top + height * len(asks)
    paper.line([(left, middle + spread / 2), (right, middle + spread / 2)], LINE, 1, dash=[4, 5])
    if clock.since(at.get("spread", 0)) >= 0 and "spread" in at:
        gap = chart["asks"][0][0] - chart["bids"][0][0]
        middle_of_bars = (bar_left + right) / 2
        text = f"spread {gap:,.{digits}f}"
        paper.tag(middle_of_bars, middle + spread / 2 + 10, text, SIZE, PAPER, "centre", ease(clock.arrived(at["spread"])))
    for i, level in enumerate(bids):
        row(middle + spread + height * i, level, ACCENT, bids_seen)
    if asks_seen > 0.2:
        paper.text(right - 4, middle - height / 2 + SIZE * 0.36, "sellers", SIZE, STEEL, align="right", alpha=asks_seen)
    if bids_seen > 0.2:
        paper.text(right - 4, middle + spread + height / 2 + SIZE * 0.36, "buyers", SIZE, ACCENT, align="right", alpha=bids_seen)
