"""What a lesson gives to take along: a worksheet or checklist as PDF, a table as CSV.

attachments = [{file, title, intro, head, rows, empty, wide, checks}]: `rows` are filled in, `empty` more are left to write in,
`wide` is the first column's share of the width, `checks` are sentences with a box. A CSV has `head` and `rows` alone.
"""

import csv

import cairo

from studio.paper import FAMILIES

WIDTH, HEIGHT, MARGIN = 595.28, 841.89, 54  # A4 in points
ROW = 27
INK, MUTED, RULE, TINT = (0.04, 0.08, 0.13), (0.33, 0.39, 0.45), (0.66, 0.71, 0.75), (0.92, 0.96, 0.95)


class Sheet:
    def __init__(self, target, title):
        self.surface = cairo.PDFSurface(str(target), WIDTH, HEIGHT)
        self.surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
        self.surface.set_metadata(cairo.PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z")
        self.pen = cairo.Context(self.surface)
        self.y = MARGIN

    def font(self, size, weight):
        self.pen.select_font_face(FAMILIES[weight])
        self.pen.set_font_size(size)

    def text(self, x, y, text, size, colour=INK, weight="regular", right=False):
        self.font(size, weight)
        self.pen.set_source_rgb(*colour)
        self.pen.move_to(x - self.pen.text_extents(text).x_advance if right else x, y)
        self.pen.show_text(text)

    def paragraph(self, text, size, left=MARGIN, gap=10, colour=INK, weight="regular"):
        self.font(size, weight)
        row = ""
        for word in text.split():
            longer = f"{row} {word}".strip()
            if self.pen.text_extents(longer).x_advance > WIDTH - MARGIN - left:
                self.line(row, left, size, colour, weight)
                row = word
            else:
                row = longer
        self.line(row, left, size, colour, weight)
        self.y += gap

    def line(self, text, left, size, colour, weight):
        self.y += size * 1.45
        self.text(left, self.y, text, size, colour, weight)

    def rule(self, y):
        self.pen.set_source_rgb(*RULE)
        self.pen.set_line_width(0.6)
        self.pen.move_to(MARGIN, y)
        self.pen.line_to(WIDTH - MARGIN, y)
        self.pen.stroke()

    def table(self, head, rows, empty, wide):
        """The head, what is filled in on a tint, and lines to write on."""
        room = WIDTH - 2 * MARGIN
        rest = room * (1 - wide) / max(1, len(head) - 1)
        edge = lambda column: MARGIN + 6 if column == 0 else MARGIN + room * wide + rest * column - 6
        self.y += 10
        for column, text in enumerate(head):
            self.text(edge(column), self.y + ROW * 0.66, text, 9.5, MUTED, "medium", column > 0)
        self.y += ROW
        for cells in rows:
            self.pen.set_source_rgb(*TINT)
            self.pen.rectangle(MARGIN, self.y, room, ROW)
            self.pen.fill()
            for column, text in enumerate(cells):
                self.text(edge(column), self.y + ROW * 0.66, text, 11, right=column > 0)
            self.rule(self.y)
            self.y += ROW
        for _ in range(empty):
            self.rule(self.y)
            self.y += ROW
        self.rule(self.y)
        self.y += 14

    def check(self, text):
        self.pen.set_source_rgb(*INK)
        self.pen.set_line_width(1)
        self.pen.rectangle(MARGIN + 1, self.y + 6, 11, 11)
        self.pen.stroke()
        self.paragraph(text, 11.5, MARGIN + 24, 7)


def pdf(course, own, target):
    sheet = Sheet(target, own["title"])
    sheet.paragraph(course.title, 10.5, colour=MUTED, weight="medium", gap=2)
    sheet.paragraph(own["title"], 22, weight="bold", gap=4)
    sheet.paragraph(own["intro"], 11.5)
    if "head" in own:
        sheet.table(own["head"], own.get("rows", []), own.get("empty", 0), own.get("wide", 0.3))
    for text in own.get("checks", []):
        sheet.check(text)
    if sheet.y > HEIGHT - MARGIN - 20:
        raise ValueError(f"{target.name} does not fit on one page")
    sheet.text(MARGIN, HEIGHT - MARGIN + 14, "For learning only. No advice, and no promise of a result.", 8.5, MUTED)
    sheet.surface.finish()


def write(course, lesson, folder):
    """Each attachment of a lesson, into its course's folder."""
    for own in lesson.attachments:
        target = folder / own["file"]
        if target.suffix == ".csv":
            with target.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([own["head"], *own["rows"]])
        else:
            pdf(course, own, target)
