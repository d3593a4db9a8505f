// A member's live sessions: seen, joined when they open, and in a calendar; by keyboard, on a phone, and as staff change them.
import { expect, test } from '../harness.mjs';
import { expectAccessible, tabTo } from '../harness/accessible.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { loaded } from '../harness/player.mjs';
import { expectToast } from '../harness/toasts.mjs';
import { JOIN, planLive, planSoon } from './plan.mjs';

// A running animation may be checked half-way, in transitional colours. Members are in another zone than the sessions.
test.use({ contextOptions: { reducedMotion: 'reduce', timezoneId: 'America/New_York' } });

const SIZES = [
  { width: 360, height: 800 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** A session opens within 80 seconds, and its page looks each second. */
const OPENS_MS = 120_000;

const joinButton = (page) => page.getByRole('button', { name: 'Join', exact: true });
const calendar = (page) => page.getByRole('region', { name: 'In your calendar' });

test('Join is disabled until fifteen minutes before the start, and then leads by keyboard to where it is held', async ({
  page,
  context,
  member,
  staff,
  problems,
}) => {
  await context.route(`${JOIN}*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>The room</title>' }),
  );
  problems.expect(/^other host: https:\/\/meet\.example$/);
  await member();
  const id = await planSoon(staff, { title: 'Soon open' });
  const sent = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/portal');
  await expect(page.getByRole('link', { name: 'Go to the session' })).toBeVisible();
  await tabTo(page, /^Go to the session$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Soon open' })).toBeVisible();
  await expect(page).toHaveURL(`/portal/live/${id}`);
  await expect(page.getByText(/ in UTC$/)).toBeVisible();
  await expect(joinButton(page)).toBeDisabled();
  await expect(joinButton(page)).toHaveAccessibleDescription(/^You can join from \d\d:\d\d\.$/);
  await tabTo(page, /^Join$/);
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  expect(await page.content()).not.toContain('meet.example');

  await expect(joinButton(page)).toBeEnabled({ timeout: OPENS_MS });
  await expect(joinButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(JOIN);
  expect(sent).toEqual([`/api/live/${id}/join`]);
  await page.goBack();
  await expect(page.getByText('You have joined. You can join again.')).toBeVisible();
  const { attendance } = JSON.parse(await staff('live', 'show', id, '--format', 'json'));
  expect(attendance).toHaveLength(1);
});

// The tests share a server: each has a course of its own where it is about all sessions.
test('sessions are listed by day on the page, on the dashboard and beside the course, and follow a change', async ({
  page,
  member,
  staff,
  server,
}) => {
  await member({ course: COURSES.crypto });
  const first = await planLive(staff, {
    course: COURSES.crypto,
    title: 'Weekly review',
    text: 'Bring your **journal**.',
    weekly: 3,
  });
  const other = await planLive(staff, {
    course: COURSES.crypto,
    title: 'Called off',
    minutes: 6_000,
  });
  await page.goto('/portal/live');
  await expect(page.getByRole('heading', { level: 2, name: 'Weekly review' })).toBeVisible();
  await expect(page.getByText(/, your time$/).first()).toBeVisible();
  const later = page.getByRole('region', { name: 'After that' });
  await expect(later.getByRole('link', { name: 'Weekly review' })).toHaveCount(2);
  await staff('live', 'cancel', other, '--reason', 'The teacher is ill.', '--yes');
  await staff('live', 'edit', first, '--title', 'Review of the week');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Review of the week' })).toBeVisible();
  await expect(later.getByText('Cancelled: The teacher is ill.')).toBeVisible();
  await expectAccessible(page, SIZES);

  await page.getByRole('link', { name: 'Review of the week' }).click();
  await expect(page.getByRole('region', { name: 'About this session' })).toContainText('journal');
  await expectAccessible(page, SIZES);
  await page.goto('/portal');
  await expect(page.getByRole('region', { name: 'Next live session' })).toContainText('Review of the week');
  await expectAccessible(page, SIZES);
  await page.goto(`/portal/course/${(await courseIds(server))[COURSES.crypto]}`);
  await loaded(page);
  const ofCourse = page.getByRole('region', { name: 'Live sessions' });
  await expect(ofCourse.getByRole('link', { name: 'Review of the week' })).toBeVisible();
});

test('without a session the page says so, and one of a course that is not open is not shown', async ({
  page,
  member,
  staff,
  problems,
}) => {
  await member({ course: COURSES.forex });
  const id = await planLive(staff, { title: 'Of another course' });
  await page.goto('/portal/live');
  await expect(page.getByRole('heading', { name: 'No live sessions are planned.' })).toBeVisible();
  await expectAccessible(page, SIZES);
  problems.expect(new RegExp(`^GET /api/live/${id} 403$`));
  await page.goto(`/portal/live/${id}`);
  await expect(page.getByRole('heading', { name: 'This live session is not open to you' })).toBeVisible();
  await expectAccessible(page, SIZES);
});

test('the calendar’s address is added, renewed and turned off by keyboard, and is shown once', async ({
  page,
  context,
  member,
  staff,
}) => {
  await member();
  await planLive(staff, { title: 'In the calendar' });
  await page.goto('/portal/live');
  const { keyboard } = page;
  const address = page.getByRole('status', { name: 'Address of your calendar' });
  const read = async () => {
    const url = await address.textContent();
    return { url, answer: await context.request.get(url) };
  };
  await expect(page.getByRole('button', { name: 'Add to your calendar' })).toBeVisible();
  await tabTo(page, /^Add to your calendar$/);
  await keyboard.press('Enter');
  await expect(page.getByText(/^This address is shown only now/)).toBeFocused();
  await expect(address).toBeVisible();
  const first = await read();
  expect(first.answer.status()).toBe(200);
  expect(first.answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await first.answer.text()).toContain('SUMMARY:In the calendar');
  expect(await first.answer.text()).not.toContain('meet.example');
  await expectAccessible(page, SIZES);
  await context.grantPermissions(['clipboard-write', 'clipboard-read']);
  await calendar(page).getByRole('button', { name: 'Copy' }).focus();
  await keyboard.press('Enter');
  await expectToast(page, 'Address copied', 'Add it to your calendar as a subscription.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.url);

  await tabTo(page, /^New address$/);
  await keyboard.press('Enter');
  await expect(page.getByText('The address that you have now will stop working.')).toBeFocused();
  await expectAccessible(page, SIZES);
  await tabTo(page, /^New address$/);
  await keyboard.press('Enter');
  await expect(address).not.toHaveText(first.url);
  await expect(page.getByText(/^This address is shown only now/)).toBeFocused();
  const second = await read();
  expect(second.answer.status()).toBe(200);
  expect((await context.request.get(first.url)).status()).toBe(404);

  await page.reload();
  await expect(calendar(page)).toContainText('Your calendar has its address');
  await expect(address).toHaveCount(0);
  await tabTo(page, /^Turn off$/);
  await keyboard.press('Enter');
  await expect(page.getByText('Your calendar will no longer show your sessions.')).toBeFocused();
  await tabTo(page, /^Turn off$/);
  await keyboard.press('Enter');
  await expect(calendar(page).getByRole('button', { name: 'Add to your calendar' })).toBeVisible();
  expect((await context.request.get(second.url)).status()).toBe(404);
});
