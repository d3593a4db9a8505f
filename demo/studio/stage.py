"""How a frame is laid out: course and heading above, drawing left, notes right, the spoken words below."""

from studio import bars, book, candles, cover, lines, sessions, table
from studio.lesson import Clock
from studio.paper import ACCENT, HEIGHT, INK, LINE, MUTED, PAPER, RAISED, WIDTH, ease

MARGIN = 40
CAPTION_TOP = 438
AREA_TOP, AREA_FOOT = 116, 416
NOTES_LEFT = 634
DRAWINGS = {
    "candles": candles.draw,
    "book": book.draw,
    "lines": lines.draw,
    "table": table.draw,
    "bars": bars.draw,
    "sessions": sessions.draw,
}


def draw(paper, course, lesson, scene, now):
    paper.box(0, 0, WIDTH, HEIGHT, INK)
    clock = Clock(scene, now)
    if scene.kind == "cover":
        cover.draw(paper, clock, course, lesson)
    else:
        number = lesson.name.split("-")[0].lstrip("0")
        paper.text(MARGIN, 46, f"{number}  {lesson.title}", 22, ACCENT, "medium")
        paper.text(MARGIN, 90, scene.heading, 36, PAPER, "bold")
        has_notes = any(beat.note for beat in scene.beats)
        if scene.kind == "points":
            points(paper, clock)
        else:
            right = NOTES_LEFT - 28 if has_notes else WIDTH - MARGIN
            DRAWINGS[scene.kind](paper, clock, scene.chart, (MARGIN, AREA_TOP, right, AREA_FOOT))
            if has_notes:
                notes(paper, clock)
    caption(paper, clock)


def notes(paper, clock):
    """The sentences worth keeping, one under the other; the newest is brighter than the rest."""
    y = AREA_TOP + 26
    shown = [i for i, beat in enumerate(clock.scene.beats) if beat.note and clock.since(i) >= 0]
    for i in shown:
        grown = ease(clock.arrived(i))
        colour = PAPER if i == shown[-1] else MUTED
        rows = paper.wrap(clock.scene.beats[i].note, 25, WIDTH - MARGIN - NOTES_LEFT - 18)
        paper.box(NOTES_LEFT, y - 22, 3, 33 * len(rows) * grown - 4 * grown, ACCENT)
        for row in rows:
            paper.text(NOTES_LEFT + 18, y, row, 25, colour, alpha=grown)
            y += 33
        y += 17


def points(paper, clock):
    """A full page of numbered sentences, for the end of a lesson."""
    shown = [i for i, beat in enumerate(clock.scene.beats) if beat.note]
    wrapped = [paper.wrap(clock.scene.beats[i].note, 31, 830) for i in shown]
    gap = 40 if sum(map(len, wrapped)) < 5 else 18
    y = AREA_TOP + 40
    for number, (i, rows) in enumerate(zip(shown, wrapped), 1):
        grown = ease(clock.arrived(i))
        if clock.since(i) >= 0:
            paper.text(MARGIN, y, str(number), 31, ACCENT, "bold", alpha=grown)
            for offset, row in enumerate(rows):
                paper.text(MARGIN + 44, y + 38 * offset, row, 31, alpha=grown)
        y += 38 * len(rows) + gap


def caption(paper, clock):
    """The words that are being spoken, so that the lesson can be followed without sound."""
    paper.box(0, CAPTION_TOP, WIDTH, HEIGHT - CAPTION_TOP, RAISED)
    paper.box(0, CAPTION_TOP, WIDTH, 1, LINE)
    rows = paper.wrap(clock.scene.beats[clock.current()].say, 26, WIDTH - 2 * MARGIN)
    y = CAPTION_TOP + (HEIGHT - CAPTION_TOP) / 2 + (9 if len(rows) == 1 else -8)
    for row in rows:
        paper.text(WIDTH / 2, y, row, 26, PAPER, "medium", "centre")
        y += 35
