// A course's language may be written from right to left, beside the portal's English: wherever its language is marked, the
// direction follows the text.
import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../{app,features,ui}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The portal's own announcements, some of them Dutch. */
const OWN_TEXTS = 'ui/toast/toaster.tsx';

it('lets the direction follow the text wherever the language of a course is marked', () => {
  const marked = Object.entries(SOURCES).filter(
    ([path, text]) =>
      !path.includes('.test.') && !path.endsWith(OWN_TEXTS) && text.includes(' lang={'),
  );
  expect(marked.length).toBeGreaterThan(20);
  const without = marked.flatMap(([path, text]) => {
    const places = text.match(/\slang=\{[^}]*\}(?!\s+dir="auto")/g) ?? [];
    return places.map((place) => `${path}:${place}`);
  });
  expect(without).toEqual([]);
});
