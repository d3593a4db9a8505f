// The pages of staff, translated by the browser: everything is pressed, and nothing breaks or stays as it was.
import { expect } from '../harness.mjs';
import { authenticator } from '../harness/authenticator.mjs';
import { COURSES, freshName } from '../harness/members.mjs';
import { aMember, ask, buy, openMember, SETTINGS, SIGNED_OUT, today } from '../harness/staff.mjs';
import { pressEverything } from './press.mjs';
import { open, test } from './translate.mjs';

test.use({ settings: [SETTINGS, { scope: 'worker' }] });

/** What was typed may be no term, count or sum. */
const REFUSED = /^(POST|PUT) \S+ 4\d\d$/;
const LEAVES = 'Sign out';

test('joining, today, a member and the questions', async ({
  page,
  staff,
  server,
  otherBrowser,
  problems,
}) => {
  problems.allow(SIGNED_OUT, REFUSED);
  const member = await aMember(otherBrowser, server);
  await buy(member, server, COURSES.crypto);
  await ask(member, server, { text: 'Why is the tick worth 12.50 here?' });
  await authenticator(page);
  await open(page, await staff('staff', 'add', freshName('staff'), '--role', 'owner'));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(today(page)).toBeVisible();
  await open(page, '/staff');
  await expect(page.getByRole('button', { name: 'Issue keys' })).toBeVisible();
  await pressEverything(page, LEAVES);
  await page.getByLabel('Search').fill('ab');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByText('Search for at least 3 characters')).toBeVisible();

  await openMember(page, member);
  await pressEverything(page, LEAVES);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await open(page, '/staff/questions');
  const pressed = await pressEverything(page, LEAVES);
  expect(pressed.some((key) => key.includes('Answer'))).toBe(true);
});

test('signing in, and a link that has been used', async ({ page, staff, problems }) => {
  problems.allow(SIGNED_OUT, REFUSED);
  await staff('staff', 'add', freshName('staff'));
  await open(page, '/staff');
  await pressEverything(page);
  await open(page, '/staff/join?token=x');
  await pressEverything(page);
});
