// The pages of staff by keyboard alone, without a violation of accessibility rules, and out of every store, index and frame.
import { expect, test } from '../harness.mjs';
import { expectAccessible, tabTo } from '../harness/accessible.mjs';
import { authenticator } from '../harness/authenticator.mjs';
import { COURSES, freshName } from '../harness/members.mjs';
import {
  aMember,
  ask,
  buy,
  openMember,
  part,
  said,
  SETTINGS,
  SIGNED_OUT,
  signInButton,
  today,
} from '../harness/staff.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({
  settings: [SETTINGS, { scope: 'worker' }],
  contextOptions: { reducedMotion: 'reduce' },
});

const PHONE = [{ width: 360, height: 800 }];

test('the keyboard alone leads from the link to a note about a member', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server);
  await authenticator(page);
  await page.goto(await staff('staff', 'add', freshName('staff'), '--role', 'owner'));
  const { keyboard } = page;
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await tabTo(page, /^Create a passkey$/);
  await keyboard.press('Enter');
  await expect(today(page)).toBeVisible();
  await tabTo(page, /^Search$/);
  await keyboard.type(member.username);
  await keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Found' })).toBeVisible();
  await tabTo(page, new RegExp(`^Member${member.username}`));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await tabTo(page, /^Give access$/);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Course')).toBeFocused();
  await keyboard.type('Forex');
  await keyboard.press('Tab');
  await keyboard.type('3');
  await keyboard.press('Tab');
  await keyboard.type('asked by mail');
  await keyboard.press('Enter');
  await expect(said(page, /^Forex Sessions: Open until /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give access' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('Course')).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Give access' })).toBeFocused();

  await tabTo(page, /^Note$/);
  await keyboard.type('By keyboard.');
  await tabTo(page, /^Add a note$/);
  await keyboard.press('Enter');
  await expect(part(page, 'Notes').getByRole('listitem')).toContainText('By keyboard.');
});

test('no accessibility rule is violated at 360 px, in both themes', async ({
  page,
  staff,
  server,
  otherBrowser,
  problems,
}) => {
  problems.allow(SIGNED_OUT);
  const member = await aMember(otherBrowser, server);
  await buy(member, server, COURSES.crypto);
  await ask(member, server, { text: 'Why is the tick worth 12.50 here?' });
  await authenticator(page);
  await page.goto(await staff('staff', 'add', freshName('staff'), '--role', 'owner'));
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await expectAccessible(page, PHONE);

  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(today(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Issue keys' })).toBeVisible();
  await expectAccessible(page, PHONE);
  await page.getByLabel('Search').fill('ab');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByText('Search for at least 3 characters')).toBeVisible();
  await expectAccessible(page, PHONE);
  await page.getByLabel('Search').fill(member.username);
  await expect(page.getByRole('list', { name: 'Found' })).toBeVisible();
  await expectAccessible(page, PHONE);

  await openMember(page, member);
  await expectAccessible(page, PHONE);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Reason is required')).toBeVisible();
  await expectAccessible(page, PHONE);

  await page.goto('/staff/questions');
  await page.getByRole('button', { name: 'Answer' }).first().click();
  await expectAccessible(page, PHONE);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expectAccessible(page, PHONE);
});

test('it is kept by no store, no robot and no frame, and members load none of it', async ({
  page,
  staff,
  member,
  problems,
}) => {
  problems.allow(SIGNED_OUT);
  await staff('staff', 'add', freshName('staff'));
  for (const path of [
    '/staff',
    '/staff/questions',
    '/staff/live',
    '/staff/members/1',
    '/staff/join?token=x',
  ]) {
    const answer = await page.goto(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  // The link's page asks by itself whether the link is good.
  problems.expect(/^POST \/api\/staff\/join-challenge 400$/);
  await page.waitForLoadState('networkidle');
  const scripts = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await member();
  await page.goto('/portal');
  await expect(page.getByRole('link', { name: 'My Courses' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const staffs = scripts.filter((path) =>
    /\/(staff|today-page|member-page|questions-page|join-page)/.test(path),
  );
  expect(scripts.some((path) => path.includes('/portal-layout'))).toBe(true);
  expect(staffs).toEqual([]);
});
