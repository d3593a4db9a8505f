"""The house style on one sheet: colours, type and the few strokes that every drawing shares.

All measures are in units of a sheet of 960 x 540; the film decides how many pixels that is.
Nothing is set smaller than 27 units and no price smaller than 28: on a phone held upright (390 px) that is 11 px.
"""

import cairo

WIDTH, HEIGHT = 960, 540

PRICE = 30  # what a chart is about: prices of levels, values of bars
LABEL = 28  # names of lines and marks, figures of a ladder
AXIS = 27  # times and the prices of the grid

INK = "0b1420"
RAISED = "14212f"
LINE = "3a4e63"
PAPER = "f5efe4"
MUTED = "a8b3bc"
ACCENT = "35c7a4"
CORAL = "f0806a"  # the falling candle and what warns, nothing else
STEEL = "86aed0"
COLOURS = {"accent": ACCENT, "paper": PAPER, "muted": MUTED, "steel": STEEL, "coral": CORAL}

FAMILIES = {"regular": "Inter", "medium": "Inter Medium", "bold": "Inter Semi Bold"}


def ease(value):
    """A movement that starts quickly and lands softly, from 0 to 1."""
    value = min(1.0, max(0.0, value))
    return 1 - (1 - value) ** 3


class Paper:
    """A sheet to draw one frame on."""

    def __init__(self, scale):
        self.surface = cairo.ImageSurface(
            cairo.FORMAT_RGB24, round(WIDTH * scale), round(HEIGHT * scale)
        )
        self.context = cairo.Context(self.surface)
        self.context.scale(scale, scale)
        self.context.set_antialias(cairo.ANTIALIAS_GOOD)

    def ink(self, colour, alpha=1.0):
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
        self.context.set_source_rgba(red, green, blue, alpha)

    def box(self, x, y, width, height, colour, alpha=1.0, radius=0):
        pen = self.context
        if radius:
            pen.new_sub_path()
            pen.arc(x + width - radius, y + radius, radius, -1.5708, 0)
            pen.arc(x + width - radius, y + height - radius, radius, 0, 1.5708)
            pen.arc(x + radius, y + height - radius, radius, 1.5708, 3.1416)
            pen.arc(x + radius, y + radius, radius, 3.1416, 4.7124)
            pen.close_path()
        else:
            pen.rectangle(x, y, width, height)
        self.ink(colour, alpha)
        pen.fill()

    def line(self, points, colour, width=2.0, alpha=1.0, dash=None):
        pen = self.context
        pen.set_line_width(width)
        pen.set_line_join(cairo.LINE_JOIN_ROUND)
        pen.set_dash(dash or [])
        pen.move_to(*points[0])
        for point in points[1:]:
            pen.line_to(*point)
        self.ink(colour, alpha)
        pen.stroke()
        pen.set_dash([])

    def area(self, points, colour, alpha):
        self.context.move_to(*points[0])
        for point in points[1:]:
            self.context.line_to(*point)
        self.context.close_path()
        self.ink(colour, alpha)
        self.context.fill()

    def dot(self, x, y, radius, colour, alpha=1.0):
        self.context.arc(x, y, radius, 0, 6.2832)
        self.ink(colour, alpha)
        self.context.fill()

    def _cells(self, text, size, weight):
        """Each character with its width; digits share one width, so that figures stand in columns."""
        self.context.select_font_face(FAMILIES[weight])
        self.context.set_font_size(size)
        advance = lambda glyph: self.context.text_extents(glyph).x_advance
        digit = advance("0")
        return [(glyph, digit if glyph.isdigit() else advance(glyph)) for glyph in text]

    def width(self, text, size, weight="regular"):
        if any(glyph.isdigit() for glyph in text):
            return sum(width for _, width in self._cells(text, size, weight))
        self.context.select_font_face(FAMILIES[weight])
        self.context.set_font_size(size)
        return self.context.text_extents(text).x_advance

    def text(self, x, y, text, size, colour=PAPER, weight="regular", align="left", alpha=1.0):
        """Sets one line with its foot at y. Aligned by x: left, right or centre."""
        total = self.width(text, size, weight)
        x -= {"left": 0, "right": total, "centre": total / 2}[align]
        self.ink(colour, alpha)
        if not any(glyph.isdigit() for glyph in text):
            self.context.move_to(x, y)
            self.context.show_text(text)
            return total
        for glyph, width in self._cells(text, size, weight):
            own = self.context.text_extents(glyph).x_advance
            self.context.move_to(x + (width - own) / 2, y)
            self.context.show_text(glyph)
            x += width
        return total

    def tag(self, x, y, text, size, colour, align="left", alpha=1.0):
        """A label on a patch of ground, so that no line runs through its letters."""
        total = self.width(text, size, "medium")
        left = x - {"left": 0, "right": total, "centre": total / 2}[align]
        self.box(left - 6, y - size, total + 12, size + 8, INK, 0.88 * alpha, 4)
        self.text(left, y, text, size, colour, "medium", alpha=alpha)

    def wrap(self, text, size, width, weight="regular"):
        rows = [""]
        for word in text.split():
            longer = f"{rows[-1]} {word}".strip()
            if rows[-1] and self.width(longer, size, weight) > width:
                rows.append(word)
            else:
                rows[-1] = longer
        if len(rows) == 2:  # two rows of like length read better than one full and one stray word
            whole = text.split()
            cuts = [[" ".join(whole[:cut]), " ".join(whole[cut:])] for cut in range(1, len(whole))]
            return min(cuts, key=lambda pair: max(self.width(row, size, weight) for row in pair))
        return rows
