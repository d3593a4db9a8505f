// Whether a page looks the same with its critical rules alone and with the whole stylesheet.
import { expect } from '../harness.mjs';

/** Runs in the page, twice: the differences in the computed styles of elements and their pseudo-elements. */
function changedLooks() {
  // A running animation still has its old style.
  for (const animation of document.getAnimations()) animation.finish();
  const looks = [...document.body.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].map((part) => {
      const style = getComputedStyle(element, part);
      const names = [...style].filter((name) => !name.startsWith('--'));
      return names.map((name) => `<${element.localName}>${part} ${name}: ${style[name]}`);
    }),
  );
  const before = globalThis.looks ?? looks;
  globalThis.looks = looks;
  return looks.flatMap((lines, at) => lines.filter((line, i) => line !== before[at][i]));
}

/** Opens a page without its scripts, and holds it against itself with the whole stylesheet. */
export async function expectSameLooks(page, path) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/assets\/start-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(path, { waitUntil: 'networkidle' });
  // Also the elements that a visitor can open.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await page.evaluate(changedLooks);
  const { stylesheet } = JSON.parse(await page.locator('#page-start').textContent());
  await page.addStyleTag({ url: stylesheet });
  expect(await page.evaluate(changedLooks)).toEqual([]);
}
