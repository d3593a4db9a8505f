import { expect, it } from 'vitest';

import { EMAIL_ADDRESS } from './email-address';

it.each([
  'trader@example.com',
  'first.last+tag@mail.example.co.uk',
  "o'hara@example.org",
  'anna@bücher.example',
  'anna@xn--bcher-kva.example',
  'a@例子。测试',
  'a@xn--fsqu00a.xn--0zwm56d',
  'rené@example.com',
  'anna＠example．com',
  '\u200banna@example.com\ufeff',
])('takes %s', (text) => {
  expect(EMAIL_ADDRESS.test(text)).toBe(true);
});

it.each([
  '',
  'trader',
  'trader@localhost',
  'a@b@example.com',
  'a@example.com,b@example.com',
  'Trader <trader@example.com>',
  'tra der@example.com',
  'trader@127.0.0.1',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@-example.com',
  'a@example',
])('refuses %s', (text) => {
  expect(EMAIL_ADDRESS.test(text)).toBe(false);
});

it('takes no time over a long text', () => {
  expect(EMAIL_ADDRESS.test(`${'a-'.repeat(5000)}@${'a-'.repeat(5000)}`)).toBe(false);
});
