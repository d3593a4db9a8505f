// What a member may meet at /portal/live: each state in both themes and on a small phone, the way to a recording by keyboard, the weeks in
// which clocks differ, and a card that moves nothing when it comes.
import { expect, test } from '../harness.mjs';
import { expectAccessible, tabTo } from '../harness/accessible.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { loaded } from '../harness/player.mjs';
import { planLive } from './plan.mjs';

const NEW_YORK = 'America/New_York';

// A running animation may be checked half-way, in transitional colours.
test.use({ contextOptions: { reducedMotion: 'reduce', timezoneId: NEW_YORK } });

/** The demo's course with a past session and its recording. */
const LIVE_ROOM = 'live-room';
const PHONE = { width: 360, height: 800 };
const SIZES = [PHONE, { width: 1440, height: 900 }];
const DAY_MS = 86_400_000;

const joinButton = (page) => page.getByRole('button', { name: 'Join', exact: true });

test('a session that is open, refused, cancelled or past is accessible in both themes and 360 px wide', async ({
  page,
  member,
  staff,
  server,
  problems,
}) => {
  await member({ course: LIVE_ROOM });
  const open = await planLive(staff, { course: LIVE_ROOM, title: 'Open now', minutes: 2 });
  const off = await planLive(staff, { course: LIVE_ROOM, title: 'Called off' });
  await staff('live', 'cancel', off, '--reason', 'The market is closed.', '--yes');

  await page.goto(`/portal/live/${open}`);
  await expect(joinButton(page)).toBeEnabled();
  await expectAccessible(page, SIZES);
  problems.expect(new RegExp(`^POST /api/live/${open}/join 409$`));
  await page.route(`**/api/live/${open}/join`, (route) =>
    route.fulfill({ status: 409, json: { code: 'live_over', message: 'This session is over' } }),
  );
  await joinButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This session is over');
  await expect(joinButton(page)).toBeFocused();
  await expectAccessible(page, SIZES);

  await page.goto(`/portal/live/${off}`);
  await expect(page.getByText('Cancelled: The market is closed.')).toBeVisible();
  await expect(joinButton(page)).toHaveCount(0);
  await expectAccessible(page, SIZES);

  await page.goto('/portal/live');
  const past = page.getByRole('region', { name: 'Past sessions' });
  await expect(past.getByRole('link', { name: 'Watch the recording' })).toBeVisible();
  await expectAccessible(page, SIZES);
  await page.goto(`/portal/course/${(await courseIds(server))[LIVE_ROOM]}`);
  await loaded(page);
  await expect(page.getByRole('region', { name: 'Live sessions' })).toBeVisible();
  await expectAccessible(page, SIZES);
});

test('a list that cannot be loaded says so once, and can be loaded again by keyboard', async ({
  page,
  member,
  problems,
}) => {
  // No test plans a session of this course.
  await member({ course: COURSES.forex });
  problems.expect(/^GET \/api\/live 503$/);
  await page.route('**/api/live', (route) =>
    route.fulfill({ status: 503, json: { code: 'database', message: 'Try again in a moment' } }),
  );
  await page.goto('/portal/live');
  await expect(page.getByText('Your live sessions could not be loaded.')).toHaveCount(1);
  await expectAccessible(page, SIZES);
  await page.unroute('**/api/live');
  await tabTo(page, /^Try again$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No live sessions are planned.' })).toBeVisible();
});

test('the keyboard leads from any page to a recording, and through a long series', async ({
  page,
  member,
  staff,
}) => {
  await member({ course: LIVE_ROOM });
  await planLive(staff, { course: LIVE_ROOM, title: 'Half a year', weekly: 26 });
  await page.goto('/portal');
  await expect(page.getByRole('heading', { name: 'Continue Learning' })).toBeVisible();
  await tabTo(page, /^Live$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Live' })).toBeVisible();
  const dates = page.getByRole('region', { name: 'After that' }).getByRole('listitem');
  await expect(dates).toHaveCount(8);
  await tabTo(page, /^Show all \d+$/);
  await page.keyboard.press('Enter');
  await expect(dates.nth(8).getByRole('link')).toBeFocused();
  expect(await dates.count()).toBeGreaterThanOrEqual(26);
  await expectAccessible(page, SIZES);
  await tabTo(page, /^Watch the recording$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/portal\/course\/\d+\?lesson=\d+$/);
  await loaded(page);
});

/** The Sundays of next March on which clocks change: the second in the United States, the last in the European Union. */
function marchChanges() {
  const year = new Date().getUTCFullYear() + 1;
  const first = new Date(Date.UTC(year, 2, 1)).getUTCDay();
  const second = Date.UTC(year, 2, 8 + ((7 - first) % 7));
  const thirty = new Date(Date.UTC(year, 2, 31)).getUTCDay();
  return { america: second, europe: Date.UTC(year, 2, 31 - thirty) };
}

test('a weekly session is an hour later while only one side has changed its clocks, and says so', async ({
  page,
  member,
  staff,
}) => {
  const course = COURSES.crypto;
  await member({ course });
  const { america, europe } = marchChanges();
  const weeks = Math.round((europe - america) / DAY_MS / 7) + 2;
  const day = new Date(america - 3 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const zone = 'Europe/Brussels';
  await planLive(staff, { course, title: 'Evening', start: `${day}T20:00`, zone, weekly: weeks });
  await page.goto('/portal/live');
  const there = page.getByText('20:00 to 21:30 in Brussels', { exact: true });
  await expect(there).toHaveCount(weeks);
  const own = await there.locator('xpath=preceding-sibling::p').allTextContents();
  expect(own.map((text) => /\d\d:\d\d to \d\d:\d\d, your time$/.exec(text)?.[0])).toEqual(
    Array.from({ length: weeks }, (_, week) =>
      week > 0 && week < weeks - 1 ? '15:00 to 16:30, your time' : '14:00 to 15:30, your time',
    ),
  );
  await expect(there.locator('xpath=following-sibling::p')).toHaveText([
    'For you this is an hour later than last week: clocks change.',
    'For you this is an hour earlier than last week: clocks change.',
  ]);
});

test('the card of the next session moves nothing on the dashboard when it comes', async ({
  page,
  member,
  staff,
}) => {
  await page.setViewportSize(PHONE);
  await member();
  await planLive(staff, { title: 'In three days' });
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/live-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/portal');
  const below = page.getByRole('heading', { name: 'Continue Learning' });
  await expect(below).toBeVisible();
  const { y: before } = await below.boundingBox();
  release();
  await expect(page.getByRole('region', { name: 'Next live session' })).toBeVisible();
  const { y: after } = await below.boundingBox();
  expect(Math.abs(after - before), 'less than a line').toBeLessThan(24);
});
