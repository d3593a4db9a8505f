// Compares the renderer's replacements of a browser's globals with the globals of Node.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

import { expect, test } from 'vitest';

const source = readFileSync(path.join(import.meta.dirname, 'globals.js'), 'utf8');

/** The globals as an engine without any has them. */
function bare() {
  const context = vm.createContext({});
  vm.runInContext(`{${source}}`, context);
  return context;
}

test('a query is written and read as browsers do', () => {
  const { URLSearchParams: Own } = bare();
  for (const pairs of [{}, { plan: 'basic' }, { a: "it's (1) ~*!&=+", b: 'é ü', c: '' }]) {
    const own = new Own(pairs);
    expect(own.toString()).toBe(new URLSearchParams(pairs).toString());
    const read = new Own(`?${own.toString()}`);
    expect([...read].map(([name, value]) => [name, value])).toEqual(Object.entries(pairs));
  }
  const own = new Own('a=1&a=2&b=3');
  const seen = [];
  own.forEach((value, name) => seen.push(`${name}=${value}`));
  expect(seen).toEqual(['a=1', 'a=2', 'b=3']);
  own.set('a', '4');
  own.delete('b');
  expect([own.get('a'), own.getAll('a').length, own.has('b'), own.get('b')]).toEqual([
    '4',
    1,
    false,
    null,
  ]);
});

test('the parts of an address are the same as in a browser', () => {
  const { URL: Own } = bare();
  const parts = ['origin', 'protocol', 'host', 'hostname', 'pathname', 'search', 'hash', 'href'];
  for (const [address, base] of [
    ['https://a.example:8080/b/c?d=e#f', undefined],
    ['https://a.example', undefined],
    ['/faq?x=1#y', 'http://localhost'],
    ['/', 'http://localhost'],
  ]) {
    const [own, known] = [new Own(address, base), new URL(address, base)];
    for (const part of parts) expect([part, own[part]]).toEqual([part, known[part]]);
  }
});

test('text is encoded as UTF-8', () => {
  const { TextEncoder: Own } = bare();
  for (const text of ['', 'abc', '€ é 🙂']) {
    expect([...new Own().encode(text)]).toEqual([...new TextEncoder().encode(text)]);
  }
});

test('what an engine has already stays', () => {
  const context = vm.createContext({ setTimeout: 'own' });
  vm.runInContext(`{${source}}`, context);
  expect(context.setTimeout).toBe('own');
  expect(context.setInterval()).toBe(0);
});
