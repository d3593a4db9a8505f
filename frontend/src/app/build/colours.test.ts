import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import colours from '@/settings/colours.json';

import { coloured, colourStyle, drawings } from './colours';

const SRC = path.resolve(import.meta.dirname, '../..');
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;

describe('the owner’s colours', () => {
  test('are sixteen values, and six for dark surfaces', () => {
    const { dark, ...light } = colours;
    expect(Object.keys(light)).toHaveLength(16);
    expect(Object.keys(dark)).toHaveLength(6);
    const style = colourStyle(colours);
    expect(style).toContain(`--surface-raised:${light.surface_raised};`);
    expect(style).toContain(`--dark-ink-muted:${dark.ink_muted};`);
  });

  test('are the only ones of the drawings', () => {
    const other = { ...colours, dark: { ...colours.dark, accent: '#123456' } };
    for (const [address, drawing] of drawings()) {
      expect(drawing, address).not.toMatch(COLOUR);
      expect(coloured(drawing, other), address).toContain(colours.dark.surface);
      expect(coloured(drawing, other), address).not.toContain(colours.dark.accent);
    }
    expect(() => coloured('<path fill="{dark.gold}"/>', colours)).toThrow('{dark.gold}');
  });

  test('are the only ones of styles and components', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:css|tsx|ts)$/.test(name) && !/\.test\.|api-schema/.test(name),
    );
    expect(files.length).toBeGreaterThan(300);
    const literal = files.filter((name) => COLOUR.test(readFileSync(path.join(SRC, name), 'utf8')));
    expect(literal).toEqual([]);
  });
});
