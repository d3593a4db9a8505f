import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { countries } from './countries';

const COUNTRIES_OF_SERVER = path.resolve(
  import.meta.dirname,
  '../../../../domain/orders/src/country/list.rs',
);

test('the countries are those of the server, and no other', () => {
  const source = readFileSync(COUNTRIES_OF_SERVER, 'utf8');
  const known = [...source.matchAll(/\("([A-Z]{2})", "/g)].map(([, code]) => code);
  expect(known).toHaveLength(249);
  expect(
    countries()
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(known.toSorted());
});

test('each has an English name of its own, and stands in the order of the names', () => {
  const names = countries().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
  expect(countries()).toContainEqual({ code: 'GR', name: 'Greece' });
});
