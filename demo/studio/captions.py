"""Captions and chapters as WebVTT, from what a lesson says and when it is heard."""

from studio.lesson import sentences

ROW = 52  # letters
LINGER = 0.3  # seconds that a caption stays after its last word, where the next one leaves room
LANGUAGES = {"en": lambda beat: beat.say, "nl": lambda beat: beat.dutch}


def clock(seconds):
    whole, milliseconds = divmod(round(seconds * 1000), 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}.{milliseconds:03}"


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def rows(text):
    """One row, or two of like length."""
    if len(text) <= ROW:
        return text
    words = text.split()
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return "\n".join(min(cuts, key=lambda pair: max(map(len, pair))))


def file(cues):
    """A WebVTT file of (start, end, text)."""
    return "WEBVTT\n" + "".join(f"\n{clock(start)} --> {clock(end)}\n{escaped(text)}\n" for start, end, text in cues)


def captions(lesson, language):
    """A cue a sentence, at the time of its sound; the same times in every language."""
    said = [
        (start, end, text)
        for beat in lesson.beats()
        for (start, end), text in zip(beat.spans, sentences(LANGUAGES[language](beat)))
    ]
    following = [start for start, _, _ in said[1:]] + [lesson.scenes[-1].end]
    return file((start, min(end + LINGER, after), rows(text)) for (start, end, text), after in zip(said, following))


def chapters(lesson, length):
    """A chapter a scene, from the first word to the first word of the next."""
    starts = [0.0] + [scene.beats[0].start for scene in lesson.scenes[1:]]
    titles = ["Introduction"] + [scene.heading for scene in lesson.scenes[1:]]
    return file(zip(starts, starts[1:] + [length], titles))


def write(lesson, length, target):
    """The files beside a video: NAME.en.vtt, NAME.nl.vtt, NAME.chapters.vtt."""
    for language in LANGUAGES:
        target.with_suffix(f".{language}.vtt").write_text(captions(lesson, language), encoding="utf-8", newline="\n")
    target.with_suffix(".chapters.vtt").write_text(chapters(lesson, length), encoding="utf-8", newline="\n")
