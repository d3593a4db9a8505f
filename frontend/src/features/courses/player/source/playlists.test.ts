import { describe, expect, it } from 'vitest';

import { filesAt, parseVariants } from './playlists';

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=346000,AVERAGE-BANDWIDTH=330000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=700000,CODECS="avc1.640032,mp4a.40.2",RESOLUTION=1920x1080
https://elsewhere.example/top.m3u8
`;

const MEDIA = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXTINF:1.000000,
0.m4s
#EXTINF:4.000000,
1.m4s
#EXTINF:2.5,
2.m4s
#EXT-X-ENDLIST
`;

describe('a playlist', () => {
  it('names its renditions with their mean rates, else their greatest', () => {
    expect(parseVariants(MASTER, 'http://site/media/9/master.m3u8')).toEqual([
      { url: 'http://site/media/9/low/index.m3u8', bitrate: 330_000 },
      { url: 'https://elsewhere.example/top.m3u8', bitrate: 700_000 },
    ]);
  });

  it('with Windows line ends is the same', () => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    expect(parseVariants(windows(MASTER), 'http://site/')).toHaveLength(2);
    expect(filesAt(windows(MEDIA), 'http://site/', 0)).toEqual([
      'http://site/init.mp4',
      'http://site/0.m4s',
    ]);
  });

  it.each([
    [0, '0.m4s'],
    [0.9, '0.m4s'],
    [1, '1.m4s'],
    [6, '2.m4s'],
    [99, '2.m4s'],
  ])('has the second %d in %s', (seconds, segment) => {
    expect(filesAt(MEDIA, 'http://site/low/index.m3u8', seconds)).toEqual([
      'http://site/low/init.mp4',
      `http://site/low/${segment}`,
    ]);
  });

  it('that is none has no files', () => {
    expect(parseVariants('<!doctype html>', 'http://site/')).toEqual([]);
    expect(filesAt('<!doctype html>', 'http://site/', 0)).toEqual([]);
  });
});
