// A course, locked and open: the view of a visitor, the keys of the player, the lessons and their addresses.
import { expect, test } from './harness.mjs';
import { refuseCall } from './harness/answers.mjs';
import { courseIds, COURSES } from './harness/members.mjs';
import { loaded, playedPast, position, video } from './harness/player.mjs';
import { expectToast } from './harness/toasts.mjs';

const FIRST = 'What a future is';
const SECOND = 'Tick size and tick value';

const region = (page, lesson) => page.getByRole('region', { name: `Video: ${lesson}` });
const subscribe = /^Subscribe Now \(\$\d+\.\d\d\)$/;

async function openCourse(page, server, slug = COURSES.futures) {
  const id = (await courseIds(server))[slug];
  await page.goto(`/portal/course/${id}`);
  await expect(page.getByRole('region', { name: /^Video: / })).toBeVisible();
  await loaded(page);
  return id;
}

test.describe('a locked course', () => {
  test('shows a visitor its outline and no video', async ({ page, server }) => {
    const id = (await courseIds(server))[COURSES.futures];
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/courses/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Futures Foundations');
    await expect(page).toHaveTitle(/Futures Foundations/);
    await expect(page.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
    await expect(page.getByRole('link', { name: subscribe })).toHaveAttribute(
      'href',
      `/portal/auth?returnTo=${encodeURIComponent(`/courses/${id}`)}`,
    );
    const contents = page.getByRole('tabpanel');
    await expect(contents).toContainText(FIRST);
    // The preview alone.
    await expect(contents.getByRole('link')).toHaveCount(1);
    await expect(video(page)).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect(asked.filter((path) => /^\/(api|media)\/.*(access|progress|videos)/.test(path))).toEqual(
      [],
    );
    const [{ videos }] = await (await page.request.get(`/api/courses/${id}/models`)).json();
    const locked = videos.find(({ preview }) => !preview);
    expect(locked.url).toBeNull();
    expect((await page.request.get(`/media/videos/${locked.id}`)).status()).toBe(401);
  });

  for (const place of ['courses', 'portal/course']) {
    test(`takes a member without it from /${place} to the payment page`, async ({
      page,
      context,
      member,
      server,
      problems,
    }) => {
      await member({ course: COURSES.forex });
      const id = (await courseIds(server))[COURSES.futures];
      await page.goto(`/${place}/${id}`);
      await expect(page.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
      await expect(video(page)).toHaveCount(0);
      const [{ videos }] = await (await context.request.get(`/api/courses/${id}/models`)).json();
      const locked = videos.find(({ preview }) => !preview);
      expect((await context.request.get(`/media/videos/${locked.id}`)).status()).toBe(403);

      const pay = page.getByRole('button', { name: subscribe });
      problems.expect(/^POST \/api\/courses\/\d+\/checkout 503$/);
      await refuseCall(page, `/api/courses/${id}/checkout`, {
        status: 503,
        code: 'payments_unavailable',
        message: 'Payments are not available.',
      });
      await pay.click();
      await expectToast(page, 'Failed to process purchase. Please try again.');
      await page.unroute(`**/api/courses/${id}/checkout`);
      await page.route(`**/api/courses/${id}/checkout`, (route) =>
        route.fulfill({ json: { url: '/about#pay-here' } }),
      );
      await pay.click();
      await expect(page).toHaveURL('/about#pay-here');
    });
  }
});

test.describe('the player', () => {
  test('responds to its keys and shows what they did', async ({ page, member, server }) => {
    await member();
    await openCourse(page, server);
    const stage = region(page, FIRST);
    // A notice is gone after a second and a half: each is recorded.
    await stage
      .getByRole('status')
      .nth(1)
      .evaluate((element) => {
        globalThis.notices = [];
        new MutationObserver(() => globalThis.notices.push(element.textContent)).observe(element, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
    const says = (text) =>
      expect.poll(() => page.evaluate(() => globalThis.notices)).toContain(text);
    const at = async (seconds) =>
      expect.poll(async () => Math.abs((await position(page)) - seconds)).toBeLessThan(0.6);

    await page.keyboard.press('l');
    await says('Forward 10 seconds');
    await at(10);
    await page.keyboard.press('ArrowRight');
    await at(20);
    await page.keyboard.press('j');
    await says('Back 10 seconds');
    await at(10);
    await page.keyboard.press('ArrowLeft');
    await at(0);
    await page.keyboard.press('5');
    await says('At 50 %');
    await at(await video(page).evaluate(({ duration }) => duration / 2));
    await page.keyboard.press('m');
    await says('Sound off');
    expect(await video(page).evaluate(({ muted }) => muted)).toBe(true);
    await page.keyboard.press('m');
    await says('Sound on');
    await page.keyboard.press('>');
    await says('Speed 1.25×');
    expect(await video(page).evaluate(({ playbackRate }) => playbackRate)).toBe(1.25);
    await page.keyboard.press('<');
    await says('Speed 1×');
    await page.keyboard.press('k');
    await expect(stage.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.keyboard.press(' ');
    await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(await video(page).evaluate(({ paused }) => paused)).toBe(true);
  });

  test('lists its keys on ?, and no key reaches the video while the list is open', async ({
    page,
    member,
    server,
  }) => {
    await member();
    await openCourse(page, server);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Play or pause')).toBeVisible();
    await page.keyboard.press('l');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await position(page)).toBe(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  });

  test('offers the next lesson at the end, which can be cancelled', async ({
    page,
    member,
    server,
  }) => {
    await member();
    await page.clock.install();
    await openCourse(page, server);
    const address = page.url();
    const toTheEnd = () =>
      video(page).evaluate((element) => {
        element.currentTime = element.duration - 0.5;
        return element.play();
      });
    // The countdown pauses while the page is hidden.
    const show = (state) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => value,
        });
      }, state);
    await show('hidden');
    await toTheEnd();
    const offer = page.getByRole('group', { name: 'Next lesson' });
    await expect(offer).toContainText(SECOND);
    const spoken = region(page, FIRST).getByRole('status').filter({ hasText: `Next: ${SECOND}.` });
    await expect(spoken).toHaveCount(1);
    await offer.getByRole('button', { name: 'Cancel' }).click();
    await expect(offer).toBeHidden();
    await show('visible');
    await page.clock.runFor(60_000);
    expect(page.url()).toBe(address);
    await expect(offer).toBeHidden();

    await show('hidden');
    await toTheEnd();
    await expect(offer).toBeVisible();
    await show('visible');
    await page.clock.runFor(8_000);
    await expect(region(page, SECOND)).toBeVisible();
    expect(page.url()).not.toBe(address);
    await playedPast(page, 0.2);
  });
});

test.describe('the lessons', () => {
  test('are in tabs that the arrow keys switch', async ({ page, member, server }) => {
    await member();
    await openCourse(page, server);
    const tabs = page.getByRole('tablist', { name: 'Sections' }).getByRole('tab');
    await expect(tabs).toHaveCount(3);
    await tabs.nth(0).focus();
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toContainText('The opening range');
    // The arrow keys switch tabs while a tab has the focus.
    expect(await position(page)).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tabpanel')).toContainText(SECOND);
    await page.keyboard.press('End');
    await expect(tabs.nth(2)).toBeFocused();
  });

  test('have addresses, and the back button leads to the previous one', async ({
    page,
    member,
    server,
  }) => {
    await member();
    const id = await openCourse(page, server);
    const lessons = page.getByRole('tabpanel');
    const first = page.url();
    await lessons.getByRole('link', { name: new RegExp(SECOND) }).click();
    await expect(region(page, SECOND)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/portal/course/${id}\\?lesson=\\d+$`));
    expect(page.url()).not.toBe(first);
    await expect(page).toHaveTitle(new RegExp(SECOND));
    await expect(lessons.getByRole('link', { name: new RegExp(SECOND) })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await page.goBack();
    await expect(page).toHaveURL(first);
    await expect(region(page, FIRST)).toBeVisible();
    await page.goForward();
    await page.reload();
    await expect(region(page, SECOND)).toBeVisible();
  });

  test('show title, description, length as minutes and seconds, and whether they are finished', async ({
    page,
    context,
    member,
    server,
  }) => {
    await member();
    const id = await openCourse(page, server);
    const [{ videos }] = await (await context.request.get(`/api/courses/${id}/models`)).json();
    const rows = page.getByRole('tabpanel').getByRole('list').first().getByRole('listitem');
    await expect(rows).toHaveCount(videos.length);
    for (const [index, { kind, title, description, duration }] of videos.entries()) {
      const minutes = `${Math.floor(duration / 60)}:${String(duration % 60).padStart(2, '0')}`;
      const length = kind === 'text' ? 'Text' : minutes;
      await expect(rows.nth(index)).toContainText(title);
      await expect(rows.nth(index)).toContainText(description);
      await expect(rows.nth(index)).toContainText(length);
    }
    await expect(page.getByText('Professional', { exact: true })).toBeVisible();
    const saved = () =>
      page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/progress'),
      );
    const finished = saved();
    await page.getByRole('button', { name: 'Mark as finished' }).click();
    await finished;
    await expect(rows.nth(0)).toContainText('Finished:');
    const standing = page.getByRole('progressbar', { name: 'Course Progress' });
    await expect(standing).toHaveAttribute('aria-valuetext', '1 of 6 lessons completed');
    const reopened = saved();
    await page.getByRole('button', { name: 'Mark as not finished' }).click();
    await expect(standing).toHaveAttribute('aria-valuetext', '0 of 6 lessons completed');
    await reopened;
    await page.reload();
    await expect(standing).toHaveAttribute('aria-valuetext', '0 of 6 lessons completed');
  });
});
