// Checks a page against the accessibility rules: all of them on phone and desktop sizes, and those about colour in dark mode too; and walks
// through it by the keyboard.
import { expect } from '@playwright/test';
import axe from 'axe-core';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Those of the rules of level A and AA that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What of a page violates a rule, or one of these rules. */
export async function violations(page, only) {
  // It stays in the document, which is often scanned again.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run({ resultTypes: ['violations'], preload: false, runOnly });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  }, only);
}

/** Waits until the colour scheme is painted and animations have ended, those too that the end of another begins: a colour is inherited. */
function atRest(page) {
  return page.evaluate(async () => {
    for (;;) {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const ending = document
        .getAnimations()
        .filter((one) => one.playState === 'running')
        .filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map((one) => one.finished));
    }
  });
}

export async function expectAccessible(page, sizes = SIZES) {
  // The rules are about the page and not about the engine; Firefox's process of the page ends under the scan.
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  const broken = [];
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      const rules = colorScheme === 'dark' ? COLOUR_RULES : undefined;
      for (const violation of await violations(page, rules)) {
        broken.push(`${viewport.width} px, ${colorScheme}: ${violation}`);
      }
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide !== viewport.width) broken.push(`${viewport.width} px: ${wide} px wide`);
  }
  expect(broken).toEqual([]);
}

/** Tab until what has the focus has this label or text; the page must show it already. */
export async function tabTo(page, name) {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const own = await page.evaluate(() => {
      const { activeElement: one } = document;
      return one.labels?.[0]?.textContent ?? one.textContent ?? '';
    });
    if (name.test(own)) return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
