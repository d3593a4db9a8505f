import { expect, test } from 'vitest';

import { deviceName } from './device-name';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/130.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${webkit} Version/18 Safari/605`,
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5', 'Unknown device'],
  [null, 'Unknown device'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
