#!/usr/bin/python3
"""Makes the charts of the demo's exercises again: synthetic bars, the same at each run. Needs nothing but Python."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
STEPS = 12


class Noise:
    """Whole numbers from -1000 to 1000 (a linear congruential generator), the same everywhere."""

    def __init__(self, seed):
        self.state = seed * 7919 + 17

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 8) % 2001 - 1000


def bars(points, count, noise, seed):
    """Bars in ticks along a path of prices in ticks, each opening at the close before it."""
    random, price = Noise(seed), points[0]
    for number in range(count):
        prices = [price]
        for step in range(1, STEPS + 1):
            place = (number + step / STEPS) / count * (len(points) - 1)
            left = min(int(place), len(points) - 2)
            path = points[left] + (points[left + 1] - points[left]) * (place - left)
            prices.append(round(path + noise * random.next() / 1000))
        price = prices[-1]
        yield prices[0], max(prices), min(prices), prices[-1]


def volumes(count, seed, busy):
    """Contracts or coins traded in each bar; `busy` says how busy a bar is."""
    random = Noise(seed)
    return [int(busy(number) * (1 + random.next() / 2500)) for number in range(count)]


def write(name, start, minutes, found, decimals, volume=None):
    """Prices are whole numbers of the last decimal."""
    time = datetime.fromisoformat(start).replace(tzinfo=timezone.utc)
    rows = ["time,open,high,low,close" + (",volume" if volume else "")]
    for number, prices in enumerate(found):
        moment = (time + timedelta(minutes=minutes * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
        fields = [moment, *(f"{price / 10**decimals:.{decimals}f}" for price in prices)]
        rows.append(",".join(fields + ([str(volume[number])] if volume else [])))
    (HERE / name).write_text("\n".join(rows) + "\n", encoding="utf-8")


def quarters(points):
    return [round(point * 4) for point in points]


def hundredths(found):
    """Bars in quarters of a point as hundredths."""
    return [[price * 25 for price in bar] for bar in found]


def busy_open(number):
    return 9000 if number < 2 else 6000 if number < 6 else 3200


# The candles of the video: the range, the close above it, the look back at it.
OPENING = [
    [5010, 5013, 5006, 5008], [5008, 5009, 5002, 5004], [5004, 5011, 5003, 5010], [5010, 5016, 5009, 5015],
    [5015, 5018, 5012, 5013], [5013, 5015, 5009, 5011], [5011, 5015, 5010, 5014], [5014, 5017, 5012, 5016.5],
    [5016.5, 5022, 5016, 5021.5], [5021.5, 5025, 5020, 5024], [5024, 5024.5, 5020, 5020.5],
    [5020.5, 5021.5, 5018.25, 5019.5], [5019.5, 5024, 5019, 5023.5], [5023.5, 5028, 5022.5, 5027],
    [5027, 5029, 5024.5, 5028.5], [5028.5, 5032, 5027, 5031],
]


def main():
    later = list(bars(quarters([5031, 5027, 5034, 5030, 5037]), 32, 7, 3))
    opening = [[round(price * 4) for price in bar] for bar in OPENING] + later
    folder = "futures-foundations/"
    write(folder + "04-opening-range.csv", "2026-03-02T14:30:00", 5, hundredths(opening), 2, volumes(48, 4, busy_open))

    # Four settlements, with the hours of the days between them.
    week = [5000, 5006, 5012, 4994, 4976.5, 4966, 4955, 4946, 4935]
    days = list(bars(quarters(week), 32, 14, 8))
    for number, settled in [(7, 5012), (15, 4976.5), (23, 4955), (31, 4935)]:
        close = round(settled * 4)
        opened, high, low, _ = days[number]
        days[number] = (opened, max(high, close), min(low, close), close)
        if number < 31:
            _, high, low, last = days[number + 1]
            days[number + 1] = (close, max(high, close), min(low, close), last)
    write(folder + "03-four-days.csv", "2026-03-02T00:00:00", 180, hundredths(days), 2)

    # Up, back to a low that holds, up again: the low is bar 21.
    swing = list(bars(quarters([5000, 5011, 5024, 5013]), 22, 5, 21))
    swing[21] = (swing[21][0], swing[21][0], quarters([5012])[0], quarters([5013])[0])
    swing = [(o, h, max(low, quarters([5012.5])[0]) if 12 < n < 21 else low, c) for n, (o, h, low, c) in enumerate(swing)]
    swing = [(max(o, low), max(h, low), low, max(c, low)) for o, h, low, c in swing]
    after = list(bars(quarters([5013, 5020, 5019, 5029]), 18, 4, 5))
    after = [(o, h, max(low, quarters([5012.75])[0]), c) for o, h, low, c in after]
    after = [(max(o, low), max(h, low), low, max(c, low)) for o, h, low, c in after]
    write(folder + "05-where-the-stop-belongs.csv", "2026-03-03T15:00:00", 5, hundredths(swing + after), 2)

    # A week of bitcoin with a fall through the closing price of ten times leverage.
    folder = "crypto-market-structure/"
    fall = list(bars([600, 591, 599, 572, 579, 541, 560, 588, 612], 56, 3, 12))
    prices = [[price * 100 for price in bar] for bar in fall]
    coins = volumes(56, 13, lambda number: 2600 if 32 <= number <= 37 else 900)
    write(folder + "05-a-week-of-bitcoin.csv", "2026-02-02T00:00:00", 180, prices, 0, coins)

    # A perpetual that stands above 60,000 between two funding times.
    perpetual = list(bars([6000, 6003, 6011, 6009, 6001, 5994, 5999, 6004], 48, 2, 31))
    write(folder + "03-a-day-of-the-perpetual.csv", "2026-02-10T00:00:00", 30, [[p * 10 for p in bar] for bar in perpetual], 0)

    # A winter's day of EUR/USD in pips: quiet in the night, most in the overlap.
    folder = "forex-sessions/"
    day = [10850, 10853, 10851, 10856, 10862, 10858, 10871, 10889, 10896, 10890, 10888, 10889]
    quiet, awake = list(bars(day[:4], 32, 2, 41)), list(bars(day[3:], 64, 5, 42))
    ticks = volumes(96, 43, lambda number: 300 if number < 32 else 2400 if 52 <= number < 68 else 1100)
    write(folder + "02-a-day-of-eurusd.csv", "2026-01-14T00:00:00", 15, [[p for p in bar] for bar in quiet + awake], 4, ticks)

    # A trade of the journal: in at 1.0850, stop at 1.0830, out at 1.0882.
    trade = list(bars([10846, 10850, 10843, 10852, 10861, 10874, 10882, 10879], 40, 3, 51))
    write(folder + "05-a-trade.csv", "2026-01-15T08:00:00", 15, trade, 4)


if __name__ == "__main__":
    main()
