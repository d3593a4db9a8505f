import { expect, test } from 'vitest';

import { withOwnTimes } from './times';

test('a time of the server’s sentences is written as everywhere else', () => {
  const sentence = withOwnTimes('Open until 2027-03-03 12:00 UTC, but too many devices watch now.');
  expect(sentence).toMatch(/^Open until 3 March 2027 at \d{2}:00 \S+, but too many devices/);
});
