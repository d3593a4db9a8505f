"""Reads a lesson's text and refuses one whose captions would not fit, whose translation has gaps or whose sums are wrong.

The figures of a translation are written as in the picture (5,000.25), so that caption and chart show the same.
"""

import re
import tomllib
from dataclasses import dataclass, field

CAPTION_LIMIT = 104  # two rows of 52 letters, more is not read in the time
MOVEMENT = 2.4  # seconds; every movement ends this soon after the sentence that started it


class LessonError(Exception):
    """The file, and what is wrong in it."""


@dataclass
class Beat:
    """What is said at once, its translation, what is noted beside the drawing with it, and when it is heard.

    `spans` has the start and the end of each of its sentences, in seconds of the video.
    """

    say: str
    aloud: str
    dutch: str
    note: str = ""
    start: float = 0.0
    end: float = 0.0
    spans: list = field(default_factory=list)


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
    attachments: list = field(default_factory=list)

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


def sentences(text):
    return re.split(r"(?<=[.?!])\s+", text)


def beats(path, scene):
    """What is said in a scene, with its translation line by line and sentence by sentence."""
    own, dutch = scene["beats"], scene["nl"]
    if len(own) != len(dutch):
        raise LessonError(f"{path}: {len(own)} lines and {len(dutch)} in Dutch: {own[0]['say']}")
    for beat, line in zip(own, dutch):
        aloud = beat.get("aloud", beat["say"])
        if len({len(sentences(text)) for text in (beat["say"], aloud, line)}) > 1:
            raise LessonError(f"{path}: not the same number of sentences in Dutch: {line}")
        for sentence in sentences(beat["say"]) + sentences(line):
            if len(sentence) > CAPTION_LIMIT:
                raise LessonError(f"{path}: {len(sentence)} letters, {CAPTION_LIMIT} fit: {sentence}")
        yield Beat(beat["say"], aloud, line, beat.get("note", ""))


def read(path):
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    check_sums(path, data.get("sums", []))
    lesson = Lesson(path.stem, data["title"], attachments=data.get("attachments", []))
    for scene in data["scenes"]:
        own = list(beats(path, scene))
        lesson.scenes.append(Scene(scene["kind"], scene.get("heading", data["title"]), own, scene.get("chart", {})))
    return lesson
