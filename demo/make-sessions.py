#!/usr/bin/python3
"""Makes the markets of the demo's replays again: synthetic sub-bars of 10 seconds, the same at each run. Needs nothing but Python.

Each session begins with a gap from the close before it. The size of a move is a product of three: a curve over the session (busy at
the open and at the close), a slow factor that remembers (after a large move large moves are likely), and a normal number. A few sub-bars
have a jump. A sub-bar's high and low come from twelve steps inside it. `tests/sessions.rs` holds the stylised facts of markets: fat tails,
clusters of volatility, no linear autocorrelation.

Before the first session of a chart is the night from 00:00 UTC on: a sub-bar each minute, as a quiet market trades, so that a run begins with
a past to read. It ends at the price at which the session begins.

Only sums, products and whole numbers are used, so each machine makes the same bytes.
"""

from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 10
STEPS = 12
# The square root of STEPS; a library's may differ in the last digit.
ROOT = 3.4641016151377544
# Of the slow factor, for a sub-bar: how much it keeps, and how much is new.
KEPT, NEW = 0.99, 0.09


class Noise:
    """Numbers of a linear congruential generator (Knuth, MMIX), the same everywhere."""

    def __init__(self, seed):
        self.state = seed * 6364136223846793005 % 2**64
        for _ in range(20):
            self.even()

    def even(self):
        """From 0 to 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def normal(self):
        """About normal: the sum of twelve even numbers has a variance of 1."""
        return sum(self.even() for _ in range(12)) - 6


def curve(place, open_, middle, close):
    """How busy a session is at a place from 0 to 1: a parabola through three values."""
    bend = 2 * (open_ + close) - 4 * middle
    return open_ + (close - open_ - bend) * place + bend * place * place


def exponential(x):
    """e to the power of x, by its series: the same bytes with every library."""
    term = total = 1.0
    for n in range(1, 24):
        term *= x / n
        total += term
    return total


def session(noise, price, count, move, shape):
    """Sub-bars in ticks from a price on. `move` is the typical move of a sub-bar, in ticks."""
    slow = 0.0
    for number in range(count):
        slow = KEPT * slow + NEW * noise.normal()
        size = move * curve(number / count, *shape) * exponential(slow - 0.2)
        jump = 6 * size * noise.normal() if noise.even() < 0.0015 else 0.0
        prices = [round(price)]
        for _ in range(STEPS):
            price += size * noise.normal() / ROOT + jump / STEPS
            prices.append(round(price))
        yield prices[0], max(prices), min(prices), prices[-1]


def night(seed, until, minutes, move):
    """A sub-bar each minute, in ticks, up to a price: calm after midnight, and busier towards the session. A minute of a quiet market moves
    about twice what ten seconds of a session do."""
    bars = list(session(Noise(seed), 0, minutes, 2 * move, (0.8, 0.5, 1.0)))
    shift = until - bars[-1][3]
    return [tuple(value + shift for value in bar) for bar in bars]


def chart(name, seed, price, days, begin, hours, move, shape, gap, scale, decimals):
    """Writes the night before the first of these days' sessions, and the sessions. Prices are ticks; a tick is `scale` units of the last
    decimal."""
    noise = Noise(seed)
    rows = ["time,open,high,low,close"]

    def add(time, bar):
        shown = [f"{value * scale / 10**decimals:.{decimals}f}" for value in bar]
        rows.append(",".join([time.strftime("%Y-%m-%dT%H:%M:%SZ"), *shown]))

    for number, day in enumerate(days):
        midnight = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=timezone.utc)
        time = datetime.fromisoformat(f"{day}T{begin}").replace(tzinfo=timezone.utc)
        if number > 0:
            price += gap * noise.normal()
        else:
            minutes = (time - midnight) // timedelta(minutes=1)
            for minute, bar in enumerate(night(100 + seed, round(price), minutes, move)):
                add(midnight + timedelta(minutes=minute), bar)
        for bar in session(noise, price, int(hours * 3600) // SECONDS, move, shape):
            add(time, bar)
            time += timedelta(seconds=SECONDS)
            price = bar[3]
    (HERE / name).write_text("\n".join(rows) + "\n", encoding="utf-8")


def main():
    week = [f"2026-03-{day:02}" for day in range(2, 7)]
    # An index future of a quarter point a tick, five sessions of six and a half hours: 11,700 sub-bars.
    chart("futures-foundations/05-five-days.csv", 5, 21_640, week, "14:30", 6.5, 3.4, (1.9, 0.7, 1.3), 60, 25, 2)
    # Four hours of a coin from half an hour before the American open, a dollar a tick.
    for seed, day in ((11, "2026-03-03"), (12, "2026-03-05")):
        name = f"crypto-market-structure/03-opening-{day[5:]}.csv"
        chart(name, seed, 61_250 + 40 * seed, [day], "14:00", 3, 11, (1.0, 1.6, 0.8), 0, 1, 0)
    # The euro in dollars while London meets New York, a tenth of a pip a tick.
    for seed, day in ((21, "2026-03-02"), (22, "2026-03-04")):
        name = f"forex-sessions/02-overlap-{day[5:]}.csv"
        chart(name, seed, 108_400 + 17 * (seed - 20), [day], "12:00", 5, 7, (1.0, 1.5, 0.7), 0, 1, 5)


if __name__ == "__main__":
    main()
