// The seek pictures of a lesson: a WebVTT track whose cues name a rectangle of one file (`sheet.jpg#xywh=0,0,160,90`).
import { parseWebVtt } from '../../web-vtt';

export interface SeekPicture {
  /** Seconds. */
  start: number;
  image: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export function parseSeekPictures(source: string, trackUrl: string): SeekPicture[] {
  return parseWebVtt(source).flatMap(({ start, text }) => {
    const [, address, numbers] = /^(\S+)#xywh=(?:pixel:)?([\d,]+)$/.exec(text) ?? [];
    const [x, y, width, height] = (numbers ?? '').split(',').map(Number);
    if (address === undefined || x === undefined || y === undefined) return [];
    if (width === undefined || height === undefined) return [];
    const image = new URL(address, new URL(trackUrl, location.href)).href;
    return [{ start, image, x, y, width, height }];
  });
}
