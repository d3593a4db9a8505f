// A lesson's replay in a real browser: a whole run by keyboard alone, by the pointer, in two tabs and without a connection;
// no accessibility rule is violated in any of its states.
import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { importReplayCourse, SLUG } from './harness/courses/replay-course.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const desk = (page) => page.getByRole('region', { name: 'MES', exact: true });
const heard = (page) => page.getByRole('log');
const position = (page) => page.getByRole('form', { name: 'Position' });
const review = (page) => page.getByRole('article', { name: 'Your run' });

/** The run has the window to itself: nothing of it is below the fold, and nothing of the portal stands around it. */
async function expectRoom(page) {
  await expect(desk(page)).toBeFocused();
  await expect(page).toHaveURL(/\?lesson=\d+&run=\d+$/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to the lesson' })).toBeVisible();
}

/** A member at the lesson, before a run. */
async function open(page, { member, server, staff }) {
  const { username } = await member();
  const course = await importReplayCourse(server);
  await staff('users', 'grant', username, SLUG, '--access', 'lifetime');
  await page.goto(`/portal/course/${course}`);
  await expect(page.getByRole('heading', { name: 'The first minutes' })).toBeVisible();
}

async function start(page, fixtures) {
  await open(page, fixtures);
  await page.getByRole('button', { name: 'Start a run' }).click();
  await expect(desk(page)).toBeFocused();
}

/** Presses Tab until the control has the focus. */
async function tabTo(page, control) {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the control.');
}

test('a whole run is played by keyboard alone', async ({ page, member, server, staff }) => {
  await open(page, { member, server, staff });
  const begin = page.getByRole('button', { name: 'Start a run' });
  await tabTo(page, begin);
  await page.keyboard.press('Enter');
  await expectRoom(page);

  await page.keyboard.press('n');
  await expect(heard(page)).toHaveText('14:30, up, close 5,416.50.');
  await page.keyboard.press('t');
  await expect(heard(page)).toHaveText('14:31, forming, up, now 5,416.75.');

  await page.keyboard.press('b');
  await expect(page.getByRole('form', { name: 'Buy' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Target' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5420');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Waiting entry' })).toBeVisible();
  await expect(desk(page)).toBeFocused();

  await page.keyboard.press('t');
  await expect(position(page)).toBeVisible();
  await expect(heard(page)).toContainText(/^Entry filled, \d at 5,417\.00\./);
  const stop = page.getByRole('slider', { name: 'Stop' });
  await tabTo(page, stop);
  const before = Number(await stop.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(stop).toHaveAttribute('aria-valuenow', String(before + 0.25));
  await expect(page.getByRole('button', { name: 'Move stop and target' })).toHaveCount(0);

  await page.keyboard.press('e');
  await expect(heard(page)).toContainText(/^Target reached, \d at 5,420\.00\./);
  await tabTo(page, page.getByRole('button', { name: 'End the run' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'End it now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(review(page).getByRole('heading', { name: 'Your run' })).toBeFocused();
  await expect(review(page)).toContainText('1 of 1');
  await expect(review(page)).toContainText('Hypothetical or simulated performance results');
  await expect(review(page)).toContainText('The rise is bought at once.');
});

test('no accessibility rule is violated before, during and after a run', async ({
  page,
  member,
  server,
  staff,
}) => {
  await start(page, { member, server, staff });
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await page.getByText('70', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Buy \d at market$/ }).click();
  await page.getByRole('button', { name: 'Step' }).click();
  await expect(position(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByRole('button', { name: 'End the run' }).click();
  await page.getByRole('button', { name: 'End it now' }).click();
  await expect(review(page).getByRole('img', { name: /^Equity from/ })).toBeVisible();
  await expectAccessible(page);
});

test('a run waits for the connection, and a step is done once', async ({
  page,
  context,
  member,
  server,
  staff,
  problems,
}) => {
  await start(page, { member, server, staff });
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.keyboard.press('t');
  await expect(page.getByText(/No connection: the run waits/)).toBeVisible();
  await context.setOffline(false);
  await expect(heard(page)).toHaveText('14:30, forming, up, now 5,415.25.');
  await expect(page.getByText(/No connection/)).toHaveCount(0);
});

test('a reload goes on where the run stands, and another tab that moves it is noticed', async ({
  page,
  context,
  member,
  server,
  staff,
  problems,
}) => {
  await start(page, { member, server, staff });
  const other = await context.newPage();
  const lesson = page.url().replace(/&run=.*/, '');
  await other.goto(lesson);
  await other.getByRole('button', { name: 'Go on with your run' }).click();
  await expectRoom(other);
  expect(other.url()).toBe(page.url());
  await other.keyboard.press('n');
  await expect(heard(other)).toHaveText('14:30, up, close 5,416.50.');
  problems.expect(/409/);
  await page.keyboard.press('t');
  await expect(page.getByText(/moved on in another tab/)).toBeVisible();
  await page.keyboard.press('t');
  await expect(heard(page)).toHaveText('14:31, forming, up, now 5,416.75.');
});

test('the newest twenty runs are listed, and earlier ones when asked for', async ({
  page,
  member,
  server,
  staff,
}) => {
  await open(page, { member, server, staff });
  await page.evaluate(async () => {
    const course = location.pathname.split('/').at(-1);
    const models = await fetch(`/api/courses/${course}/models`);
    const sections = await models.json();
    const [{ id }] = sections.flatMap(({ videos }) => videos);
    const post = async (path, body) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    for (let run = 0; run < 23; run += 1) {
      const begun = await post(`/api/videos/${id}/replay/runs`, {});
      await post(`/api/replay-runs/${begun.id}/end`, { at: begun.at });
    }
  });
  await page.reload();
  const runs = page.getByRole('region', { name: 'Your runs' });
  const more = runs.getByRole('button', { name: 'Show earlier runs' });
  await expect(runs.getByRole('listitem')).toHaveCount(20);
  await expectAccessible(page);
  await more.click();
  await expect(runs.getByRole('listitem')).toHaveCount(23);
  await expect(more).toBeHidden();
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
]) {
  test(`nothing of a desk is below the fold at ${width} by ${height}`, async ({
    page,
    member,
    server,
    staff,
  }) => {
    await page.setViewportSize({ width, height });
    await start(page, { member, server, staff });
    const expectWhole = async () => {
      for (const button of await desk(page).getByRole('button').all()) {
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    };
    await expectWhole();
    await page.keyboard.press('b');
    await page.getByText('Limit', { exact: true }).click();
    await expectWhole();
    await page.getByText('Market', { exact: true }).click();
    await page.getByRole('button', { name: /^Buy \d at market$/ }).click();
    await expect(page.getByRole('form', { name: 'Waiting entry' })).toBeVisible();
    await page.getByRole('button', { name: 'Step' }).click();
    await expect(position(page)).toBeVisible();
    await expectWhole();
  });
}

test('on a phone a line and its number are seen together', async ({ page, member, server, staff }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page, { member, server, staff });
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const ticket = page.getByRole('form', { name: 'Buy' });
  for (const name of ['Stop', 'Target', 'Size']) {
    await expect(ticket.getByRole('textbox', { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(ticket.getByRole('button', { name: /^Buy \d at market$/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('slider', { name: 'Bars' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('slider', { name: 'Stop' })).toBeInViewport({ ratio: 1 });
});
