// Staff plan a series on a phone; each date is moved, written about or cancelled alone, and members see it.
import { expect, test } from '../harness.mjs';
import { expectAccessible, tabTo } from '../harness/accessible.mjs';
import { COURSES } from '../harness/members.mjs';
import { aMember, act, joinStaff, said, SETTINGS } from '../harness/staff.mjs';
import { JOIN, planLive, wallIn } from './plan.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({
  settings: [SETTINGS, { scope: 'worker' }],
  contextOptions: { reducedMotion: 'reduce' },
});

const PHONE = { width: 360, height: 800 };
const SIZES = [PHONE, { width: 1440, height: 900 }];
const FIVE_DAYS = 7_200;

const coming = (page, title) =>
  page.getByRole('region', { name: 'Coming' }).getByRole('listitem', { name: title, exact: true });
const sessionsOf = async ({ context }, title) => {
  const all = await (await context.request.get('/api/live')).json();
  return all.filter((session) => session.title === title);
};

test('a series is planned on a phone with eight touches and texts, and its members see each date', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server);
  await page.setViewportSize(PHONE);
  await joinStaff(page, staff, 'support');
  await page.getByRole('link', { name: 'Live' }).click();
  let steps = 1;
  const step = async (done) => {
    await done;
    steps += 1;
  };
  const plan = page.getByRole('button', { name: 'Plan a session' });
  await step(plan.click());
  await expectAccessible(page, SIZES);
  await page.setViewportSize(PHONE);
  await step(page.getByLabel('Course').selectOption({ label: 'Futures Foundations' }));
  await step(page.getByLabel('Title').fill('Sunday outlook'));
  await step(page.getByLabel('Day and time').fill(wallIn(FIVE_DAYS)));
  await step(page.getByLabel('Where').fill(JOIN));
  await step(page.getByLabel('Weeks').fill('3'));
  await expect(page.getByText(/^Plans 3 sessions, a week apart/)).toBeVisible();
  await step(plan.click());
  await expect(said(page, '3 sessions are planned.')).toBeVisible();
  expect(steps).toBe(8);
  await expect(coming(page, 'Sunday outlook')).toHaveCount(3);
  await expectAccessible(page, SIZES);

  await member.page.goto('/portal/live');
  await expect(member.page.getByRole('link', { name: 'Sunday outlook' })).toHaveCount(3);
  expect(await sessionsOf(member, 'Sunday outlook')).toHaveLength(3);
});

test('one date is moved, written about and cancelled alone, by keyboard', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server, { course: COURSES.crypto });
  const text = 'Bring your **journal**:\n\n1. *one* trade\n2. the [plan](https://example.com/a_b)';
  await planLive(staff, { course: COURSES.crypto, title: 'By keyboard', weekly: 2, text });
  await joinStaff(page, staff);
  await page.goto('/staff/live');
  const { keyboard } = page;
  await expect(coming(page, 'By keyboard')).toHaveCount(2);
  const first = coming(page, 'By keyboard').first();
  await first.getByRole('button', { name: 'Details' }).focus();
  await keyboard.press('Enter');
  await expect(first.getByText(`Held at ${JOIN}`)).toBeVisible();

  const [before, untouched] = await sessionsOf(member, 'By keyboard');
  await tabTo(page, /^Change the text$/);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Bring your \*\*journal\*\*:/);
  await expectAccessible(page, SIZES);
  await tabTo(page, /^Save the text$/);
  await keyboard.press('Enter');
  await expect(said(page, 'The text is changed.')).toBeVisible();
  const [saved] = await sessionsOf(member, 'By keyboard');
  expect(saved.html, 'saved as it was').toBe(before.html);

  await tabTo(page, /^Change$/);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Minutes').fill('60');
  await expect(page.getByText(/are mailed the old time and the new one/)).toBeVisible();
  await keyboard.press('Enter');
  await expect(said(page, /^The session is moved/)).toBeVisible();
  const [moved, other] = await sessionsOf(member, 'By keyboard');
  expect(Date.parse(moved.endsAt) - Date.parse(moved.startsAt)).toBe(3_600_000);
  expect(other).toEqual(untouched);

  await act(first, 'Cancel the session', { Reason: 'The teacher is ill.' });
  await expect(first.getByText('Cancelled: The teacher is ill.')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0);
  await expectAccessible(page, SIZES);
  await member.page.goto('/portal/live');
  await expect(member.page.getByText('Cancelled: The teacher is ill.')).toBeVisible();
});

test('a hidden course can have its first session once a member has access', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server, { course: COURSES.forex });
  await staff('courses', 'hide', COURSES.forex);
  await joinStaff(page, staff);
  await page.goto('/staff/live');
  await page.getByRole('button', { name: 'Plan a session' }).click();
  await page.getByLabel('Course').selectOption({ label: 'Forex Sessions' });
  await page.getByLabel('Title').fill('Behind the curtain');
  await page.getByLabel('Day and time').fill(wallIn(FIVE_DAYS));
  await page.getByLabel('Where').fill(JOIN);
  await page.getByRole('button', { name: 'Plan a session' }).click();
  await expect(said(page, 'The session is planned.')).toBeVisible();
  expect(await sessionsOf(member, 'Behind the curtain')).toHaveLength(1);
  await staff('courses', 'show', COURSES.forex);
});
