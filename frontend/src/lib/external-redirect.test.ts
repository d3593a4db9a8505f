import { expect, test } from 'vitest';

import { keepHostname } from './external-redirect';

const at = (href: string) => ({ href });

test("a page of the same server keeps the visitor's host name", () => {
  const page = 'http://localhost:8080/checkout/sandbox?order=abc';
  expect(keepHostname(page, at('http://127.0.0.1:8080/courses/1'))).toBe(
    'http://127.0.0.1:8080/checkout/sandbox?order=abc',
  );
  expect(keepHostname(page, at('http://localhost:8080/'))).toBe(page);
});

test.each([
  ['https://pay.example/session', 'http://127.0.0.1:8080/'],
  ['http://localhost:9090/other', 'http://127.0.0.1:8080/'],
  ['https://localhost:8080/other', 'http://127.0.0.1:8080/'],
  ['http://localhost:8080/', 'https://courses.example/'],
  ['not an address', 'http://127.0.0.1:8080/'],
])('%s is unchanged, seen from %s', (address, here) => {
  expect(keepHostname(address, at(here))).toBe(address);
});
