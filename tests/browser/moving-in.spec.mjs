// A member of another site: the old password, the second where they stopped, a course that has ended, and an unused old key.
import { rm } from 'node:fs/promises';

import { expect, test } from './harness.mjs';
import { courseIds, COURSES, freshName } from './harness/members.mjs';
import { OLD_KEY, writeOldSite } from './harness/old-site.mjs';
import { loaded, position } from './harness/player.mjs';
import { expectToast } from './harness/toasts.mjs';

const LESSON = 'What a future is';
const PASSWORD = 'old pässword';
const SECONDS = 22;

test('a member of another site goes on where they stopped', async ({ page, server, staff }) => {
  const username = freshName('moved');
  const ids = await courseIds(server);
  await test.step('the dump is imported while the server runs', async () => {
    const folder = await writeOldSite({
      username,
      password: PASSWORD,
      seconds: SECONDS,
      lesson: LESSON,
    });
    const report = await staff('users', 'import', folder, '--yes', '--format', 'json');
    await rm(folder, { recursive: true });
    const rows = JSON.parse(report);
    expect(rows.find(({ file }) => file === 'users.csv')).toMatchObject({ new: 1, refused: 0 });
  });

  await test.step('the old password signs in', async () => {
    await page.goto('/portal/auth');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/portal');
  });

  await test.step('the ended course is in sight', async () => {
    const courses = page.getByRole('region', { name: 'My Courses' });
    await expect(courses.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    await expect(page.getByText('Your access ended on 1 January 2026')).toBeVisible();
  });

  await test.step('the lesson continues at the right second', async () => {
    await page.goto(`/portal/course/${ids[COURSES.futures]}`);
    await expect(page.getByRole('region', { name: `Video: ${LESSON}` })).toBeVisible();
    await loaded(page);
    expect(Math.round(await position(page))).toBe(SECONDS);
  });

  await test.step('an old key opens its course in its old spelling', async () => {
    await page.goto('/portal/account');
    await page.getByLabel('Purchase Key').fill(OLD_KEY.toLowerCase());
    await page.getByRole('button', { name: 'Redeem Key' }).click();
    // A call that has not been sent ends with its page.
    await expectToast(page, 'Purchase key redeemed', 'Forex Sessions is in My Courses.');
    await page.goto(`/portal/course/${ids[COURSES.forex]}`);
    await expect(page.getByRole('region', { name: /^Video: / })).toBeVisible();
  });
});
