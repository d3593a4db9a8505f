// Checks a page against the accessibility rules: all of them on phone and desktop sizes, and those about colour in dark mode too.
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Those of the rules of level A and AA that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What of a page violates a rule, or one of these rules. */
export async function violations(page, only) {
  // No page has a frame of another site: without the mode for those no second page is opened for each scan.
  const rules = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (only !== undefined) rules.withRules(only);
  const found = (await rules.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** Waits until the colour scheme is painted and animations have ended. */
function atRest(page) {
  return page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
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
