"""Invented prices that look like prices: a seeded walk through the points that a lesson names."""

import random


def walk(points, count, noise, seed):
    """`count` values that pass through `points` at even distances, with seeded noise between them."""
    chance = random.Random(seed)
    values = []
    for i in range(count):
        place = i / max(1, count - 1) * (len(points) - 1)
        low = min(int(place), len(points) - 2)
        part = place - low
        own = points[low] + (points[low + 1] - points[low]) * part
        # No noise at the named points themselves: what the lesson says is what is drawn.
        values.append(own + chance.gauss(0, noise) * min(1.0, 4 * part * (1 - part) + 0.02))
    return values


def to_candles(points, count, noise, seed, tick):
    """Candles (open, high, low, close) along the same walk, every price a whole number of ticks."""
    chance = random.Random(seed + 1)
    round_to = lambda value: round(value / tick) * tick
    closes = walk(points, count + 1, noise, seed)
    result = []
    for before, after in zip(closes, closes[1:]):
        top, foot = max(before, after), min(before, after)
        high, low = top + abs(chance.gauss(0, noise * 0.6)), foot - abs(chance.gauss(0, noise * 0.6))
        result.append([round_to(before), round_to(high), round_to(low), round_to(after)])
    return result


class Scale:
    """Maps values to units of the sheet, upward."""

    def __init__(self, low, high, foot, top):
        self.low, self.high, self.foot, self.top = low, high, foot, top

    def __call__(self, value):
        return self.foot - (value - self.low) / (self.high - self.low) * (self.foot - self.top)
