#!/usr/bin/python3
"""Makes every video of the demo courses again: `demo/make-videos.py`, or some: `demo/make-videos.py futures 02`.
Needs Debian's ffmpeg, espeak-ng, python3-cairo and fonts-inter; `--still SECOND FOLDER` draws pictures instead.
"""

import argparse
import multiprocessing
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from studio import captions, film, lesson, voice, worksheet  # noqa: E402, the studio lies beside this file


@dataclass
class Course:
    slug: str
    title: str
    type: str


def planned(words):
    """Each video that a course names, written lessons left out, with its lesson; a course without its lesson's text is an error."""
    for manifest in sorted(HERE.glob("*/course.toml")):
        data = tomllib.loads(manifest.read_text(encoding="utf-8"))
        course = Course(data["slug"], data["title"], data["type"])
        for section in data["sections"]:
            for video in section["videos"]:
                if video["file"].endswith(".md"):
                    continue
                source = HERE / "lessons" / course.slug / Path(video["file"]).with_suffix(".toml")
                if not all(word in f"{course.slug}/{source.stem}" for word in words):
                    continue
                own = lesson.read(source)
                if own.title != video["title"]:
                    raise lesson.LessonError(f"{source}: the course calls it {video['title']!r}")
                yield course, own, manifest.parent / video["file"]


def stills(course, own, asked):
    """Pictures of one second (negative: from the end), or with `scenes` of each scene's last moment."""
    second, album = asked
    if second == "scenes":
        moments = [scene.end - 0.2 for scene in own.scenes]
    else:
        moments = [float(second) if float(second) >= 0 else own.scenes[-1].end + float(second)]
    for moment in moments:
        film.still(course, own, moment, Path(album) / f"{course.type}-{own.name[:2]}-{moment:05.1f}.png")
    return f"{course.slug}/{own.name}  {len(moments)} pictures"


def make(job):
    course, own, target, asked = job
    with tempfile.TemporaryDirectory() as folder:
        raw = voice.speak(own, folder)
        if asked.still:
            return stills(course, own, asked.still)
        captions.write(own, film.length(own), target)
        worksheet.write(course, own, target.parent)
        if asked.words:
            return f"{course.slug}/{target.stem}  captions, chapters, {len(own.attachments)} attachments"
        film.shoot(course, own, voice.warm(raw), target)
    return f"{course.slug}/{target.name}  {own.scenes[-1].end:.1f} s  {target.stat().st_size / 1000:.0f} kB"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="WORD", help="only videos whose course/name holds each word")
    parser.add_argument("--still", nargs=2, metavar=("SECOND", "FOLDER"))
    parser.add_argument("--words", action="store_true", help="captions, chapters and attachments alone, no videos")
    asked = parser.parse_args()
    try:
        jobs = [(*plan, asked) for plan in planned(asked.names)]
    except (lesson.LessonError, OSError, tomllib.TOMLDecodeError, KeyError) as problem:
        sys.exit(f"make-videos: {problem}")
    with multiprocessing.Pool(2) as pool:
        for line in pool.imap(make, jobs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
