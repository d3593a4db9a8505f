// The public pages with an owner's folder: what the server wrote is what the browser draws, without an error and without a shift.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../harness.mjs';

import { expectSameLooks } from './looks.mjs';
import { hydrated, publicPages } from './public-pages.mjs';

const FILES = {
  'site.toml': `currency = "eur"
refund_days = 45
social = []
[brand]
name = "Range & <Sons>"
[home]
headline = "Trade the range"
[plans.basic]
name = "Quarter"
price = 199
[catalogue]
show = true
[colours]
accent = "#7a1fa2"
[colours.dark]
surface = "#1a0b20"
`,
  'terms.md':
    '# Terms\n\nOur own words.\n\n## Payment\n\nPay **first**.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- one\n- two\n\n## Place\n\n> Brussels\n',
  'about.md': '## Who we are\n\nTwo traders.\n',
  'faq.toml':
    '[[groups]]\ntitle = "Ours"\n[[groups.questions]]\nquestion = "Why not?"\nanswer = "Because *it* is."\n',
  'mark.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z" fill="#e33"/></svg>',
};
const folder = mkdtempSync(join(tmpdir(), 'portal-site-'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

test.use({ settings: { PORTAL_SITE_DIR: folder } });
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADINGS = { '/': 'Trade the range', '/about': 'About Range & <Sons>', '/terms': 'Terms' };
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const viewport of SIZES) {
  for (const { path, heading } of publicPages) {
    test(`${path} is drawn as it was written at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      // The harness fails the test for an error of the console: React reports each difference there.
      await page.goto(path, { waitUntil: 'networkidle' });
      const written = await page.request.get(path).then((answer) => answer.text());
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? heading);
      expect(written).toContain('id="own-site"');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await page.title()).not.toContain('Before the Bell');
      await expect(page.getByText('Before the Bell')).toHaveCount(0);
    });
  }
}

for (const path of ['/terms', '/faq', '/about', '/courses', '/pricing']) {
  test(`${path} looks the same with the whole stylesheet at two widths`, async ({ page }) => {
    await expectSameLooks(page, path, SIZES);
  });
}

test('a visitor who comes from another page finds the texts and the courses of the folder', async ({
  page,
}) => {
  await page.goto('/pricing');
  await hydrated(page);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByText('Our own words.')).toBeVisible();
  await footer.getByRole('link', { name: 'All courses' }).click();
  await expect(page.getByRole('heading', { name: 'All courses' })).toBeVisible();
  await page.getByRole('link', { name: 'Futures Foundations' }).click();
  await expect(page).toHaveURL(/\/courses\/\d+$/);
});

test('the portal has the brand and the colours of the folder', async ({ page }) => {
  await page.goto('/portal/auth');
  await expect(page.getByText('Range & <Sons>').first()).toBeVisible();
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  );
  expect(accent.trim()).toBe('#7a1fa2');
});
