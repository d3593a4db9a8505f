import { expect, test } from 'vitest';

import { underThisName } from './leave';

const at = (href: string) => ({ href });

test('a page of this very server stays under the name by which the visitor came', () => {
  const page = 'http://localhost:8080/checkout/sandbox?order=abc';
  expect(underThisName(page, at('http://127.0.0.1:8080/courses/1'))).toBe(
    'http://127.0.0.1:8080/checkout/sandbox?order=abc',
  );
  expect(underThisName(page, at('http://localhost:8080/'))).toBe(page);
});

test.each([
  ['https://pay.example/session', 'http://127.0.0.1:8080/'],
  ['http://localhost:9090/other', 'http://127.0.0.1:8080/'],
  ['https://localhost:8080/other', 'http://127.0.0.1:8080/'],
  ['http://localhost:8080/', 'https://courses.example/'],
  ['not an address', 'http://127.0.0.1:8080/'],
])('%s is left as it is, seen from %s', (address, here) => {
  expect(underThisName(address, at(here))).toBe(address);
});
