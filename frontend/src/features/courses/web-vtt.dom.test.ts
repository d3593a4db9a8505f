import { describe, expect, it } from 'vitest';

import { fileSize } from './lesson/file-size';
import { parseSeekPictures } from './player/seek-pictures/seek-pictures';
import { indexAt } from './player/store/playback';
import { parseWebVtt } from './web-vtt';

describe('parseWebVtt', () => {
  it('reads times with and without hours, names, settings, tags and entities', () => {
    const source =
      'WEBVTT\r\n\r\nNOTE nothing\r\n\r\n1\r\n00:01.500 --> 00:04.000 line:0\r\n<c>Risk</c> &amp; size\r\nfirst\r\n\r\n01:00:00.000 --> 01:00:01.250\nLast';
    expect(parseWebVtt(source)).toEqual([
      { start: 1.5, end: 4, text: 'Risk & size\nfirst' },
      { start: 3600, end: 3601.25, text: 'Last' },
    ]);
  });

  it.each(['', 'WEBVTT', 'no times\n\nat all'])('finds nothing in %j', (source) => {
    expect(parseWebVtt(source)).toEqual([]);
  });
});

it('parseSeekPictures reads the part of each picture, beside the track', () => {
  const source =
    'WEBVTT\n\n00:00.000 --> 00:05.000\nsheet.jpg#xywh=0,0,160,90\n\n00:05.000 --> 00:10.000\nno picture\n';
  expect(parseSeekPictures(source, '/media/videos/7/previews/track.vtt')).toEqual([
    {
      start: 0,
      image: 'http://localhost:3000/media/videos/7/previews/sheet.jpg',
      x: 0,
      y: 0,
      width: 160,
      height: 90,
    },
  ]);
});

it.each([
  [-1, -1],
  [0, 0],
  [9.9, 0],
  [10, 1],
  [99, 2],
])('at %d seconds the line is number %d', (seconds, index) => {
  expect(indexAt([{ start: 0 }, { start: 10 }, { start: 20 }], seconds)).toBe(index);
});

it.each([
  [12, '1 kB'],
  [184_320, '184 kB'],
  [1_234_567, '1.2 MB'],
  [52_000_000, '52 MB'],
])('%d bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
