"""Reads a lesson's text and refuses one that would not fit the screen or whose sums are wrong."""

import re
import tomllib
from dataclasses import dataclass, field

CAPTION_LIMIT = 118  # two rows of the caption strip
MOVEMENT = 2.4  # seconds; every movement ends this soon after the sentence that started it


class LessonError(Exception):
    """The file, and what is wrong in it."""


@dataclass
class Beat:
    """One spoken sentence, what is noted beside the drawing with it, and when it is heard."""

    say: str
    aloud: str
    note: str = ""
    start: float = 0.0
    end: float = 0.0


@dataclass
class Scene:
    kind: str
    heading: str
    beats: list
    chart: dict
    end: float = 0.0


@dataclass
class Lesson:
    name: str
    title: str
    scenes: list = field(default_factory=list)

    def beats(self):
        return [beat for scene in self.scenes for beat in scene.beats]


class Clock:
    """The moment of a scene, asked in beats: has the third sentence begun, and how far is its movement?"""

    def __init__(self, scene, now):
        self.scene, self.now = scene, now

    def since(self, beat):
        return self.now - self.scene.beats[beat].start

    def arrived(self, beat, seconds=0.8):
        return min(1.0, max(0.0, self.since(beat) / seconds))

    def current(self):
        return max((i for i, beat in enumerate(self.scene.beats) if beat.start <= self.now + 1e-6), default=0)


def check_sums(path, sums):
    """Each `a = b` of a lesson is calculated, so that a number on the screen is never a slip of the pen."""
    for claim in sums:
        sides = [side.strip() for side in claim.split("=")]
        if any(not re.fullmatch(r"([\d\s.,+\-*/()]|round)+", side) for side in sides):
            raise LessonError(f"{path}: only plain arithmetic can be checked: {claim}")
        values = [eval(side) for side in sides]  # noqa: S307, digits, operators and round only, see above
        if any(abs(value - values[0]) > 1e-6 for value in values):
            raise LessonError(f"{path}: {claim} is wrong: {values}")


def read(path):
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    check_sums(path, data.get("sums", []))
    lesson = Lesson(path.stem, data["title"])
    for scene in data["scenes"]:
        beats = [Beat(b["say"], b.get("aloud", b["say"]), b.get("note", "")) for b in scene["beats"]]
        for beat in beats:
            if len(beat.say) > CAPTION_LIMIT:
                raise LessonError(f"{path}: {len(beat.say)} letters, {CAPTION_LIMIT} fit: {beat.say}")
        lesson.scenes.append(Scene(scene["kind"], scene.get("heading", data["title"]), beats, scene.get("chart", {})))
    return lesson
