// The size of controls: the player's bar in one line beside the outline, and text that a phone does not zoom to.
import { expect, test } from '../harness.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { loaded } from '../harness/player.mjs';

async function openLesson(page, server) {
  const { [COURSES.futures]: id } = await courseIds(server);
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  const bar = page.getByRole('group', { name: 'Player controls' });
  await expect(bar.getByRole('button', { name: 'Settings' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Captions' })).toBeVisible();
  return { id, bar };
}

test.describe('the bar of the player', () => {
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [1280, 600],
    [1440, 900],
  ]) {
    test(`is one line in a window of ${width} by ${height}`, async ({ page, member, server }) => {
      await page.setViewportSize({ width, height });
      await member();
      const { bar } = await openLesson(page, server);
      const outline = page.getByRole('navigation', { name: 'Lessons' });
      const box = await bar.boundingBox();
      expect((await outline.boundingBox()).x).toBeGreaterThan(box.x + box.width);
      for (const name of ['Play', 'Sound off', 'Captions', 'Settings', 'Wide picture', 'Full screen']) {
        await expect(bar.getByRole('button', { name, exact: true })).toBeVisible();
      }
      await expect(bar.getByRole('combobox', { name: 'Speed' })).toBeVisible();
      // A low window has a narrow picture: sound is turned off by its button, and up by keys.
      if (height > 600) await expect(bar.getByRole('slider', { name: 'Volume' })).toBeVisible();
      const row = bar.locator('button, select, [aria-label=Volume]').filter({ visible: true });
      const places = await row.evaluateAll((controls) =>
        controls.map((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          return { left, right, middle: Math.round((top + bottom) / 2) };
        }),
      );
      expect(new Set(places.map(({ middle }) => middle)).size, 'lines').toBe(1);
      places.forEach(({ left, right }, index) => {
        expect(left).toBeGreaterThanOrEqual(places[index - 1]?.right ?? box.x);
        expect(right).toBeLessThanOrEqual(box.x + box.width);
      });
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

  /** The text controls of the page that are smaller than what iOS shows without zooming in. */
  async function expectLargeText(page) {
    const controls = page
      .locator('select, textarea, input:not([type=checkbox], [type=radio], [type=range])')
      .filter({ visible: true });
    await expect(controls.first()).toBeVisible();
    const small = await controls.evaluateAll((all) =>
      all
        .map((one) => [one.outerHTML.slice(0, 120), parseFloat(getComputedStyle(one).fontSize)])
        .filter(([, size]) => size < 16),
    );
    expect(small).toEqual([]);
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(overflow), 'the page is as wide as the window').toBeLessThanOrEqual(0);
  }

  test('what takes text or a choice has text of 16 pixels', async ({ page, member, server }) => {
    for (const address of ['/portal/auth', '/contact', '/checkout']) {
      await page.goto(address);
      await expectLargeText(page);
    }
    await member();
    const { bar } = await openLesson(page, server);
    await bar.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('group', { name: 'Player settings' })).toBeVisible();
    await page.getByText('Transcript', { exact: true }).first().click();
    await expectLargeText(page);
    await page.goto('/portal/search');
    await expectLargeText(page);
    await page.goto('/portal/account');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectLargeText(page);
  });
});
