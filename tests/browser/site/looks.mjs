// Whether a page looks the same with its critical rules alone and with the whole stylesheet.
import { expect } from '../harness.mjs';

/** Runs in the page, twice a width: the differences in the computed styles of elements and their pseudo-elements. */
function changedLooks(width) {
  // A running animation still has its old style.
  for (const animation of document.getAnimations()) animation.finish();
  const looks = [...document.body.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].map((part) => {
      const { cssText } = getComputedStyle(element, part);
      return { name: `<${element.localName}>${part}`, cssText };
    }),
  );
  globalThis.looks ??= {};
  const before = (globalThis.looks[width] ??= looks);
  return looks.flatMap(({ name, cssText }, at) => {
    if (cssText === before[at].cssText) return [];
    const known = before[at].cssText.split('; ');
    return cssText
      .split('; ')
      .filter((line) => !known.includes(line))
      .map((line) => `${width} px: ${name} ${line}`);
  });
}

/** Opens a page without its scripts, and holds it against itself with the whole stylesheet, at each size. */
export async function expectSameLooks(page, path, sizes) {
  const changed = async () => {
    const found = [];
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      found.push(...(await page.evaluate(changedLooks, viewport.width)));
    }
    return found;
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/assets\/start-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(path, { waitUntil: 'networkidle' });
  // Also the elements that a visitor can open.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  expect(await changed()).toEqual([]);
  const { stylesheet } = JSON.parse(await page.locator('#page-start').textContent());
  await page.addStyleTag({ url: stylesheet });
  expect(await changed()).toEqual([]);
}
