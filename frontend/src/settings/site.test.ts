import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';

import colours from './colours.json';
import { accessReading, currencyName, refundDays, withdrawalDays } from './readings';
import { builtInSite } from './site';

const SERVER_FILE = path.resolve(import.meta.dirname, '../../../outbound/src/site/site.toml');

/** `legal_name` becomes `legalName`, on every level. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(inner),
    ]),
  );
}

it('the built-in site is the site that the server charges for', () => {
  const { colours: _, ...values } = parse(readFileSync(SERVER_FILE, 'utf8'));
  expect(camelCased(values)).toEqual(builtInSite);
});

it('the built-in colours are the ones that the server checks', () => {
  expect(parse(readFileSync(SERVER_FILE, 'utf8')).colours).toEqual(colours);
});

describe('facts that differ from page to page', () => {
  const site = { ...builtInSite, mark: false, texts: [], homeQuestions: [] };
  const published = {
    ...site,
    refundDays: { pricing: 14, checkout: 14, faq: 14, terms: 30 },
    access: { home: 'subscription', faq: 'lifetime' },
  } as const;

  it('have a value for each page', () => {
    expect(refundDays('pricing', published)).toBe(14);
    expect(refundDays('terms', published)).toBe(30);
    expect(accessReading('home', published)).toBe('subscription');
    expect(accessReading('faq', published)).toBe('lifetime');
  });

  it('can be one value for every page', () => {
    const agreed = { ...published, refundDays: 21, access: 'lifetime' } as const;
    for (const page of ['pricing', 'checkout', 'faq', 'terms'] as const) {
      expect(refundDays(page, agreed)).toBe(21);
    }
    expect(accessReading('home', agreed)).toBe('lifetime');
    expect(accessReading('faq', agreed)).toBe('lifetime');
  });

  it('have the law’s fourteen days where the values say nothing', () => {
    const { withdrawalDays: _, ...silent } = site;
    expect(withdrawalDays(silent)).toBe(14);
    expect(withdrawalDays({ ...site, withdrawalDays: 30 })).toBe(30);
  });

  it('name the currency in words', () => {
    expect(currencyName(site)).toBe('US dollars');
    expect(currencyName({ ...site, currency: 'eur' })).toBe('euros');
  });
});
