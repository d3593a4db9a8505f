"""Turns a lesson into an mp4 that every browser plays and can seek in: H.264 and AAC, index in front."""

import subprocess

from studio import stage
from studio.lesson import MOVEMENT
from studio.paper import HEIGHT, WIDTH, Paper

FRAMES = 10  # a second
SCALE = 2  # 1920 x 1080
KEYFRAME_EVERY = 6 * FRAMES  # a packager that copies the stream cuts it there; at a greater distance it would encode anew
# The pictures are flat and mostly still. The encoder looks ahead (mbtree, its default) and gives its bits to what stays on the
# screen, so what moves for half a second may be coarse; nothing is spent on grain (psy). Four reference pictures are what
# level 4.0 allows at this size, which every phone decodes.
QUALITY = 35
STILLNESS = "psy=0:aq-mode=1:aq-strength=0.6:chroma-qp-offset=-6:ref=4"


def moments(lesson):
    """Each frame's scene and time. Once a beat's movement has ended its picture stands still."""
    beats = [(scene, beat) for scene in lesson.scenes for beat in scene.beats]
    at = 0
    for frame in range(round(length(lesson) * FRAMES)):
        now = frame / FRAMES
        while at + 1 < len(beats) and beats[at + 1][1].start <= now:
            at += 1
        scene, beat = beats[at]
        yield scene, min(now, beat.start + MOVEMENT)


def length(lesson):
    """The seconds of the picture."""
    return int(lesson.scenes[-1].end * FRAMES) / FRAMES


def command(sound, target):
    return [
        "ffmpeg", "-y", "-v", "error",
        "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", f"{round(WIDTH * SCALE)}x{round(HEIGHT * SCALE)}",
        "-r", str(FRAMES), "-i", "-", "-i", str(sound),
        "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-c:v", "libx264", "-profile:v", "high", "-preset", "veryslow", "-crf", str(QUALITY), "-x264-params", STILLNESS,
        "-g", str(KEYFRAME_EVERY), "-keyint_min", "1", "-threads", "1",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-c:a", "aac", "-b:a", "20k", "-ac", "1",
        "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact",
        "-movflags", "+faststart", str(target),
    ]  # fmt: skip


def shoot(course, lesson, sound, target):
    """Draws every frame straight into the encoder."""
    unfinished = target.with_name(f".{target.name}")  # hidden, so that no build embeds it
    with subprocess.Popen(command(sound, unfinished), stdin=subprocess.PIPE) as encoder:
        last, pixels = None, b""
        for scene, now in moments(lesson):
            if (id(scene), now) != last:
                paper = Paper(SCALE)
                stage.draw(paper, course, lesson, scene, now)
                paper.surface.flush()
                pixels, last = bytes(paper.surface.get_data()), (id(scene), now)
            encoder.stdin.write(pixels)
        encoder.stdin.close()
    if encoder.returncode:
        raise RuntimeError(f"{target.name}: the encoder stopped with {encoder.returncode}")
    unfinished.replace(target)


def still(course, lesson, now, target):
    """One frame as a picture, for looking at."""
    scene, moment = list(moments(lesson))[min(int(now * FRAMES), round(length(lesson) * FRAMES) - 1)]
    paper = Paper(SCALE)
    stage.draw(paper, course, lesson, scene, moment)
    paper.surface.write_to_png(str(target))
