"""The spoken lesson: espeak-ng reads each sentence, ffmpeg warms the voice and sets its loudness."""

import array
import re
import subprocess
import wave
from pathlib import Path

from studio.lesson import sentences

RATE = 22050
BETWEEN_SENTENCES = 0.35
BETWEEN_SCENES = 0.65
LEAD_IN, LEAD_OUT = 0.3, 1.0
ESPEAK = ["espeak-ng", "-v", "en-us", "-s", "165", "-p", "36", "-g", "0", "-a", "120"]
# Less rumble, some chest, less of the synthetic edge, even loudness near -19 LUFS. The limit leaves 5 dB free, since
# AAC at this rate overshoots by 3 dB and would clip.
WARMTH = (
    "highpass=f=75,equalizer=f=190:t=q:w=1:g=2.5,equalizer=f=3200:t=q:w=1.2:g=-2.5,"
    "acompressor=threshold=0.12:ratio=2.5:attack=8:release=120,loudnorm=I=-19:TP=-4:LRA=7,"
    f"aresample={RATE},alimiter=limit=0.55:level=false:attack=3:release=40"
)
WORDS = {
    "EUR/USD": "euro dollar", "USD/JPY": "dollar yen", "MES": "M E S", "ES": "E S", "UTC": "U T C",
    "BTC": "bitcoin", "S&P": "S and P", "R": "R",
}


def money(match):
    whole, cents = match.group(1).replace(",", ""), match.group(2)
    if whole == "0" and cents:
        return f"{int(cents)} cents"
    unit = "dollar" if whole == "1" else "dollars"
    return f"{whole} {unit} {int(cents)}" if cents and int(cents) else f"{whole} {unit}"


def spoken(text):
    """What is written, in words that the voice reads as a person would."""
    text = re.sub(r"\$([\d,]*\d)(?:\.(\d\d))?", money, text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    for word, words in WORDS.items():
        text = re.sub(rf"(?<![\w/]){re.escape(word)}(?![\w/])", words, text)
    for sign, words in (("%", " percent"), ("×", " times "), ("÷", " divided by "), ("=", " equals "), ("−", " minus ")):
        text = text.replace(sign, words)
    return re.sub(r"\s+", " ", text)


def sentence(text, folder):
    """The samples of one sentence, without the silence that the synthesizer leaves around it."""
    path = Path(folder) / "sentence.wav"
    subprocess.run([*ESPEAK, "-w", str(path), spoken(text)], check=True)
    with wave.open(str(path)) as sound:
        if (sound.getframerate(), sound.getnchannels(), sound.getsampwidth()) != (RATE, 1, 2):
            raise RuntimeError("espeak-ng answered in an unexpected format")
        samples = array.array("h", sound.readframes(sound.getnframes()))
    loud = [i for i in range(0, len(samples), 50) if abs(samples[i]) > 120]
    return samples[max(0, loud[0] - 600) : loud[-1] + 1500]


def pauses(samples, shortest=0.12):
    """The silences within, as pairs of seconds."""
    found, begin = [], None
    for i in range(0, len(samples), 50):
        if max(samples[i : i + 50], key=abs, default=0) in range(-200, 201):
            begin = i if begin is None else begin
        elif begin is not None:
            found.append((begin / RATE, i / RATE))
            begin = None
    return [(start, end) for start, end in found if start > 0.2 and end - start >= shortest]


def spans(samples, texts):
    """When each of the sentences is heard: between two of them lies the longest pause near the place where it is expected."""
    length, letters = len(samples) / RATE, sum(map(len, texts))
    silent, cuts, said = pauses(samples), [], 0
    for text in texts[:-1]:
        said += len(text)
        expected = length * said / letters
        near = [pause for pause in silent if abs(sum(pause) / 2 - expected) < 0.2 * length]
        pause = max(near, key=lambda pause: pause[1] - pause[0], default=(expected, expected))
        silent = [other for other in silent if other > pause]
        cuts.append(pause)
    return list(zip([0.0] + [end for _, end in cuts], [start for start, _ in cuts] + [length]))


def speak(lesson, folder):
    """Speaks the whole lesson into one file and writes into each beat when it is heard."""
    track = array.array("h", bytes(2 * round(LEAD_IN * RATE)))
    for scene in lesson.scenes:
        for beat in scene.beats:
            beat.start = len(track) / RATE
            samples = sentence(beat.aloud, folder)
            heard = spans(samples, [spoken(text) for text in sentences(beat.aloud)])
            beat.spans = [(beat.start + start, beat.start + end) for start, end in heard]
            track.extend(samples)
            beat.end = len(track) / RATE
            track.extend(array.array("h", bytes(2 * round(BETWEEN_SENTENCES * RATE))))
        track.extend(array.array("h", bytes(2 * round((BETWEEN_SCENES - BETWEEN_SENTENCES) * RATE))))
        scene.end = len(track) / RATE
    track.extend(array.array("h", bytes(2 * round((LEAD_OUT - BETWEEN_SCENES) * RATE))))
    lesson.scenes[-1].end = len(track) / RATE
    path = Path(folder) / "raw.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
        sound.writeframes(track.tobytes())
    return path


def warm(raw):
    """The same speech with its colour and loudness set."""
    path = raw.with_name("voice.wav")
    subprocess.run(
        ["ffmpeg", "-y", "-v", "error", "-i", raw, "-af", WARMTH, "-bitexact", "-c:a", "pcm_s16le", path], check=True
    )
    return path
