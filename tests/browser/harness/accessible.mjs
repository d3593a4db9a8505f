// Checks a page against the accessibility rules, on phone and desktop sizes, in light and dark mode.
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Waits until the colour scheme is painted and animations have ended. */
function settled(page) {
  return page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

export async function expectAccessible(page) {
  // The rules are about the page and not about the engine; Firefox's process of the page ends under the scan.
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  const broken = [];
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) {
        broken.push(`${viewport.width} px, ${colorScheme}: ${id}: ${nodes[0].html}`);
      }
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide !== viewport.width) broken.push(`${viewport.width} px: ${wide} px wide`);
  }
  expect(broken).toEqual([]);
}
