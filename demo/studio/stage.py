"""How a frame is laid out: lesson and heading above, drawing left, notes right, nothing where captions stand."""

from studio.drawings import bars, book, candles, cover, lines, sessions, table
from studio.lesson import Clock
from studio.paper import ACCENT, HEIGHT, INK, MUTED, PAPER, WIDTH, ease

MARGIN = 36
# The lowest 62 units stay empty: a player writes its two rows of captions there.
AREA_TOP, AREA_FOOT = 112, 478
NOTES_LEFT = 640
NOTE, NOTE_ROW = 30, 37
POINT, POINT_ROW = 40, 50
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
        paper.text(MARGIN, 44, f"{number}  {lesson.title}", 27, ACCENT, "medium")
        paper.text(MARGIN, 91, scene.heading, 40, PAPER, "bold")
        has_notes = any(beat.note for beat in scene.beats)
        if scene.kind == "points":
            points(paper, clock)
        else:
            right = NOTES_LEFT - 24 if has_notes else WIDTH - MARGIN
            DRAWINGS[scene.kind](paper, clock, scene.chart, (MARGIN, AREA_TOP, right, AREA_FOOT))
            if has_notes:
                notes(paper, clock)


def notes(paper, clock):
    """The sentences worth keeping, one under the other; the newest is brighter than the rest."""
    y = AREA_TOP + 28
    shown = [i for i, beat in enumerate(clock.scene.beats) if beat.note and clock.since(i) >= 0]
    for i in shown:
        grown = ease(clock.arrived(i))
        colour = PAPER if i == shown[-1] else MUTED
        rows = paper.wrap(clock.scene.beats[i].note, NOTE, WIDTH - MARGIN - NOTES_LEFT - 18)
        paper.box(NOTES_LEFT, y - 25, 4, (NOTE_ROW * len(rows) - 4) * grown, ACCENT)
        for row in rows:
            paper.text(NOTES_LEFT + 18, y, row, NOTE, colour, alpha=grown)
            y += NOTE_ROW
        y += 18
    if y - NOTE_ROW - 18 > AREA_FOOT:
        raise ValueError(f"the notes of {clock.scene.heading!r} do not fit beside the drawing")


def points(paper, clock):
    """A full page of numbered sentences, for the end of a lesson."""
    shown = [i for i, beat in enumerate(clock.scene.beats) if beat.note]
    wrapped = [paper.wrap(clock.scene.beats[i].note, POINT, 820) for i in shown]
    gap = 54 if sum(map(len, wrapped)) < 5 else 34
    y = AREA_TOP + 52
    for number, (i, rows) in enumerate(zip(shown, wrapped), 1):
        grown = ease(clock.arrived(i))
        if clock.since(i) >= 0:
            paper.text(MARGIN, y, str(number), POINT, ACCENT, "bold", alpha=grown)
            for offset, row in enumerate(rows):
                paper.text(MARGIN + 50, y + POINT_ROW * offset, row, POINT, alpha=grown)
        y += POINT_ROW * len(rows) + gap
