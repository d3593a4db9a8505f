#!/usr/bin/python3
"""Makes `bench/packaging/chart.mp4` again: ten seconds of a trading screen at 1920 x 1080 and 30 pictures a second.
Needs Debian's ffmpeg, espeak-ng, python3-cairo and fonts-inter; `--still SECOND FILE` draws one picture instead.

Everything moves as on such a screen: the last candle with each trade, the prices of the ladder, the pointer with its crosshair, the
whole chart by a candle every four seconds and the scale of the prices once. All prices are invented.
"""

import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "demo"))
sys.dont_write_bytecode = True

from studio.paper import ACCENT, CORAL, HEIGHT, INK, LINE, MUTED, PAPER, RAISED, STEEL, WIDTH, Paper  # noqa: E402

SECONDS, FRAMES, SCALE = 10, 30, 2
CANDLE_SECONDS = 4
TICK = 0.25
# The column of prices begins at x = 1776 of 1920 pixels; `bench/packaging.mjs` measures it.
AXIS = 888
LADDER = 742
TOP, FOOT, VOLUME = 30, 500, 420
STEP, SHOWN = 8, 90
SPOKEN = (
    "We trade just above the overnight high. Watch how the offers are lifted, one after the other. "
    "There is the retest. It holds, so the stop goes under the last low."
)
QUALITY = 22


def trades(rng):
    """The price at each picture; it changes from two to five times a second."""
    price, prices, wait = 5408.0, [], 0
    for picture in range(SECONDS * FRAMES):
        if wait == 0:
            drift = 0.12 if picture < 190 else -0.05
            price += TICK * rng.choice([-2, -1, -1, 0, 1, 1, 2]) + (TICK if rng.random() < drift else 0)
            wait = rng.choice([6, 8, 10, 15])
        wait -= 1
        prices.append(round(price / TICK) * TICK)
    return prices


def history(rng):
    """The candles before the recording: open, high, low, close, volume."""
    candles, price = [], 5396.0
    for _ in range(SHOWN + 10):
        opening = price
        price += TICK * round(rng.gauss(0.5, 7))
        high = max(opening, price) + TICK * rng.randrange(0, 9)
        low = min(opening, price) - TICK * rng.randrange(0, 9)
        candles.append((opening, high, low, price, rng.randrange(200, 1400)))
    shift = TICK * round((5408 - price) / TICK)
    return [(*(value + shift for value in candle[:4]), candle[4]) for candle in candles]


def candles_at(past, prices, picture):
    """Every candle that is seen at a picture, the last one unfinished."""
    size = CANDLE_SECONDS * FRAMES
    now = list(past)
    for start in range(0, picture + 1, size):
        part = prices[start : min(start + size, picture + 1)]
        before = now[-1][3]
        now.append((before, max(before, *part), min(before, *part), part[-1], 9 * len(part) + int(part[-1] * 4) % 70))
    return now[-SHOWN:]


def books(rng, prices):
    """The sizes at each price of the ladder, by picture; a trade changes one price in eight, and those around it."""
    levels = [5300 + TICK * step for step in range(900)]
    book = {at: (rng.randrange(4, 240), rng.randrange(1, 60)) for at in levels}
    found = []
    for picture, price in enumerate(prices):
        if picture and price != prices[picture - 1]:
            book = {
                at: (rng.randrange(4, 240), rng.randrange(1, 60)) if rng.random() < 1 / 8 or abs(at - price) <= TICK else kept
                for at, kept in book.items()
            }
        found.append(book)
    return found


class Scale:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __call__(self, price):
        return TOP + 12 + (self.high - price) / (self.high - self.low) * (VOLUME - TOP - 24)


def chart(paper, candles, scale, picture):
    left = AXIS - 150 - STEP * len(candles)
    for price in range(math.ceil(scale.low / 5) * 5, int(scale.high) + 1, 5):
        paper.line([(0, scale(price)), (LADDER, scale(price))], LINE, 0.5, 0.55)
    for place in range(0, len(candles), 15):
        x = left + STEP * place
        paper.line([(x, TOP), (x, FOOT)], LINE, 0.5, 0.4)
        minute = 14 * 60 + 30 + place
        paper.text(x, FOOT + 14, f"{minute // 60}:{minute % 60:02}", 8, MUTED, align="centre")
    average = []
    for place, (opening, high, low, close, volume) in enumerate(candles):
        x, colour = left + STEP * (place + 0.5), ACCENT if close >= opening else CORAL
        paper.line([(x, scale(high)), (x, scale(low))], colour, 0.75)
        top, foot = scale(max(opening, close)), scale(min(opening, close))
        paper.box(x - 2.75, top, 5.5, max(0.75, foot - top), colour)
        paper.box(x - 2.75, FOOT - volume / 20, 5.5, volume / 20, colour, 0.45)
        last = [candle[3] for candle in candles[max(0, place - 13) : place + 1]]
        average.append((x, scale(sum(last) / len(last))))
    paper.line(average, STEEL, 1)
    opening, high, low, close, volume = candles[-1]
    words = f"ESM6  1m   O {opening:.2f}   H {high:.2f}   L {low:.2f}   C {close:.2f}   V {volume}"
    paper.text(12, 19, words, 9.5, PAPER, "medium")
    paper.text(560, 19, f"15:{59 - picture // FRAMES // 60:02}:{59 - picture // FRAMES % 60:02}", 9.5, MUTED)


def ladder(paper, price, book):
    """Bids and offers around the price; the ladder moves when the price has left its middle."""
    middle = round(price / 4) * 4
    paper.box(LADDER, TOP, AXIS - LADDER, FOOT - TOP, RAISED)
    for row in range(-16, 17):
        y = (TOP + FOOT) / 2 + row * 14
        at = middle - row * TICK
        size, orders = book[at]
        colour = CORAL if at > price else ACCENT
        paper.box(LADDER + 2, y - 9, size / 5, 11, colour, 0.35)
        paper.text(LADDER + 44, y, str(size), 8, PAPER, align="right")
        paper.text(LADDER + 100, y, f"{at:.2f}", 8.5, STEEL if at == price else PAPER, "medium", "right")
        paper.text(AXIS - 8, y, str(orders), 8, MUTED, align="right")


def axis(paper, scale, price, pointed):
    """The column of prices that members read."""
    paper.box(AXIS, 0, WIDTH - AXIS, HEIGHT, INK)
    paper.line([(AXIS, 0), (AXIS, HEIGHT)], LINE, 0.5)
    for step in range(math.ceil(scale.low / 2.5), int(scale.high / 2.5) + 1):
        paper.text(WIDTH - 8, scale(step * 2.5) + 3, f"{step * 2.5:.2f}", 9, MUTED, align="right")
    for at, ground in ((pointed, LINE), (price, ACCENT)):
        paper.box(AXIS + 1, scale(at) - 8, WIDTH - AXIS - 1, 16, ground)
        paper.text(WIDTH - 8, scale(at) + 3.5, f"{at:.2f}", 9.5, INK if ground == ACCENT else PAPER, "medium", "right")


def pointer(picture):
    """Where the pointer is: it moves to a place and rests there."""
    places = [(300, 180), (520, 260), (610, 140), (420, 330), (660, 210), (250, 280), (560, 170)]
    part, at = divmod(picture, 90)
    (x0, y0), (x1, y1) = places[part % 7], places[(part + 1) % 7]
    share = min(1.0, at / 36)
    share = share * share * (3 - 2 * share)
    return round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share)


def draw(past, prices, book, picture):
    paper = Paper(SCALE)
    candles, price = candles_at(past, prices, picture), prices[picture]
    # The scale follows the prices when the recording is half over.
    shown = candles_at(past, prices, 0 if picture < 165 else 165)
    scale = Scale(min(c[2] for c in shown) - 4, max(c[1] for c in shown) + 4)
    paper.box(0, 0, WIDTH, HEIGHT, INK)
    chart(paper, candles, scale, picture)
    paper.line([(0, scale(price)), (LADDER, scale(price))], ACCENT, 0.5, 0.8, [3, 3])
    x, y = pointer(picture)
    pointed = round((scale.high - (y - TOP - 12) / (VOLUME - TOP - 24) * (scale.high - scale.low)) / TICK) * TICK
    paper.line([(0, y), (LADDER, y)], MUTED, 0.5, 0.8, [4, 3])
    paper.line([(x, TOP), (x, FOOT)], MUTED, 0.5, 0.8, [4, 3])
    ladder(paper, price, book)
    axis(paper, scale, price, pointed)
    paper.area([(x, y), (x, y + 13), (x + 3.5, y + 9.5), (x + 9, y + 9.5)], PAPER, 1)
    return paper.surface


def command(sound, target):
    return [
        "ffmpeg", "-y", "-v", "error",
        "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", f"{WIDTH * SCALE}x{HEIGHT * SCALE}", "-r", str(FRAMES), "-i", "-",
        "-i", str(sound), "-t", str(SECONDS), "-af", "volume=-2dB,apad", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-c:v", "libx264", "-profile:v", "high", "-preset", "slow", "-crf", str(QUALITY), "-g", str(4 * FRAMES), "-threads", "1",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-c:a", "aac", "-b:a", "64k", "-ac", "1",
        "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact",
        "-movflags", "+faststart", str(target),
    ]  # fmt: skip


def main():
    rng = random.Random(5412)
    past, prices = history(rng), trades(rng)
    sizes = books(rng, prices)
    if sys.argv[1:2] == ["--still"]:
        picture = int(float(sys.argv[2]) * FRAMES)
        draw(past, prices, sizes[picture], picture).write_to_png(sys.argv[3])
        return
    target = HERE / "chart.mp4"
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "sound.wav"
        subprocess.run(["espeak-ng", "-v", "en-us", "-s", "165", "-w", str(sound), SPOKEN], check=True)
        with subprocess.Popen(command(sound, target), stdin=subprocess.PIPE) as encoder:
            for picture in range(SECONDS * FRAMES):
                surface = draw(past, prices, sizes[picture], picture)
                surface.flush()
                encoder.stdin.write(bytes(surface.get_data()))
            encoder.stdin.close()
        if encoder.returncode:
            sys.exit(f"make-clip: the encoder stopped with {encoder.returncode}")
    print(f"{target.name}  {target.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
