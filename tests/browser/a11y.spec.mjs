// Every page of the portal in its main states: no violation of accessibility rules, on phone and desktop sizes, in light
// and dark mode; no horizontal scrolling at 320 px; the main journey works with the keyboard alone.
import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { refuseCall } from './harness/answers.mjs';
import { courseIds, COURSES, freshName, issueKey, PASSWORD } from './harness/members.mjs';
import { loaded, playedPast, video } from './harness/player.mjs';
import { expectToast } from './harness/toasts.mjs';
import { publicPages } from './site/public-pages.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = (page, name) => page.getByRole('heading', { level: 1, name });

async function watched(context, courseId) {
  const [{ videos }] = await (await context.request.get(`/api/courses/${courseId}/models`)).json();
  await context.request.put(`/api/videos/${videos[0].id}/progress`, {
    data: { watchedSeconds: 12 },
  });
}

test.describe('no accessibility rule is violated', () => {
  for (const [mode, query, button] of [
    ['signing in', '', 'Login'],
    ['asking for a reset', '?mode=reset', 'Send Reset Instructions'],
    ['checking a key', '?mode=key', 'Verify Key'],
  ]) {
    test(`by ${mode}, with and without messages`, async ({ page }) => {
      await page.goto(`/portal/auth${query}`);
      const submit = page.getByRole('button', { name: button, exact: true });
      await expect(submit).toBeVisible();
      await expectAccessible(page);
      await submit.click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('by registering, with a toast and with messages', async ({ page, server }) => {
    await page.goto(`/portal/auth#key=${await issueKey(server)}`);
    await page.getByRole('button', { name: 'Verify Key' }).click();
    await expectToast(page, 'Purchase key verified', 'Please complete your registration');
    // The toast stays while the pointer is on it.
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('listitem')
      .hover();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expectAccessible(page);
  });

  test('by a reset link, with a token and without', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(heading(page, 'Invalid Reset Link')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/reset-password?token=abc');
    await page.getByLabel('New Password').fill('short');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await expectAccessible(page);
  });

  test('by the dashboard, empty and full', async ({ page, context, member, server, staff }) => {
    const { username } = await member();
    await watched(context, (await courseIds(server))[COURSES.futures]);
    await staff('users', 'grant', username, COURSES.forex, '--access', '3m');
    await page.goto('/portal');
    await expect(page.getByRole('link', { name: 'Continue', exact: true })).toBeVisible();
    await expectAccessible(page);
    for (const course of [COURSES.futures, COURSES.forex]) {
      await staff('users', 'revoke', username, course, '--yes');
    }
    await page.goto('/portal');
    await expect(page.getByText('No Courses Yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Browse Courses' }).click();
    await expect(page.getByText('No Courses Available')).toBeVisible();
    await expectAccessible(page);
  });

  test('by My Courses, its menu and its failure', async ({ page, member, problems }) => {
    await member();
    await page.goto('/portal/courses');
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave a Review' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expectAccessible(page);
    problems.expect(/^GET \/api\/user\/courses 503$/);
    await refuseCall(page, '/api/user/courses', { status: 503, code: 'x', message: 'Down.' });
    await page.goto('/portal/courses');
    await expect(page.getByText(/^Error fetching courses/)).toBeVisible();
    await expectAccessible(page);
  });

  test('by the account and its dialog', async ({ page, member }) => {
    await member();
    await page.goto('/portal/account');
    await expect(page.getByText('This device')).toBeVisible();
    for (const name of ['Save Changes', 'Redeem Key', 'Change Password']) {
      await page.getByRole('button', { name }).click();
    }
    await expect(page.getByText('Purchase key is required')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('by the linking of a Discord account', async ({ page, member }) => {
    await member();
    await page.route('**/api/discord/config', (route) =>
      route.fulfill({ json: { clientId: '1' } }),
    );
    await page.goto('/portal/discord-verify');
    await expect(page.getByRole('button', { name: 'Koppel Discord Account' })).toBeEnabled();
    await expectAccessible(page);
  });

  test('by a locked course, signed out and signed in', async ({ page, server, member }) => {
    const id = (await courseIds(server))[COURSES.crypto];
    await page.goto(`/courses/${id}`);
    await expect(page.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
    await expectAccessible(page);
    const { username } = await member();
    await server.staff('users', 'grant', username, COURSES.crypto, '--access', 'lifetime');
    await server.staff('users', 'revoke', username, COURSES.crypto, '--yes');
    await page.goto(`/portal/course/${id}`);
    await expect(page.getByRole('button', { name: /^Subscribe Now/ })).toBeVisible();
    await expectAccessible(page);
  });

  test('by the player, paused, with its keys and at a lesson’s end', async ({
    page,
    member,
    server,
  }) => {
    await member();
    const id = (await courseIds(server))[COURSES.futures];
    await page.goto(`/portal/course/${id}`);
    await loaded(page);
    await expectAccessible(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // The countdown pauses while the page is hidden, so that every check sees it.
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
    );
    await video(page).evaluate((element) => {
      element.currentTime = element.duration - 0.3;
      return element.play();
    });
    await expect(page.getByRole('group', { name: 'Next lesson' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('group', { name: 'Next lesson' })).toBeVisible();
  });
});

test.describe('nothing scrolls sideways at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth);

  test('on the public pages', async ({ page }) => {
    const broken = [];
    for (const { path } of publicPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if ((await wide(page)) !== 320) broken.push(`${path}: ${await wide(page)}`);
    }
    expect(broken).toEqual([]);
  });

  test('on the pages of the portal', async ({ page, member, server, otherBrowser, problems }) => {
    problems.expect(/^GET \/nowhere 404$/);
    problems.allow(/^GET \/api\/discord\/config 503$/);
    const id = (await courseIds(server))[COURSES.futures];
    const closed = (await courseIds(server))[COURSES.forex];
    const broken = [];
    const visit = async (where, paths) => {
      for (const path of paths) {
        await where.goto(path, { waitUntil: 'networkidle' });
        await expect(where.getByRole('heading', { level: 1 })).toBeVisible();
        if ((await wide(where)) !== 320) broken.push(`${path}: ${await wide(where)}`);
      }
    };
    const auth = ['', '?mode=key', '?mode=reset'].map((query) => `/portal/auth${query}`);
    const visitor = await otherBrowser({ viewport: { width: 320, height: 640 } });
    await visit(visitor.page, [...auth, '/reset-password', '/verify-email', `/courses/${id}`]);
    await member();
    await visit(page, [
      '/portal',
      '/portal/courses',
      '/portal/live',
      '/portal/account',
      '/portal/discord-verify',
      `/portal/course/${id}`,
      `/portal/course/${closed}`,
      `/courses/${id}`,
      '/nowhere',
    ]);
    expect(broken).toEqual([]);
  });
});

test('the main journey works with the keyboard alone', async ({ page, server }) => {
  /** Presses Tab until the control has the focus, which must be visible. */
  const tabTo = async (control) => {
    await expect(control).toBeVisible();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await control.evaluate((element) => element === document.activeElement)) {
        await expect(control).toBeInViewport();
        const ring = await control.evaluate((element) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        });
        expect(ring, 'the focus is visible').toBe(true);
        return;
      }
    }
    throw new Error('Tab never reached the control.');
  };
  const press = async (control) => {
    await tabTo(control);
    await page.keyboard.press('Enter');
  };
  const type = async (label, text) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };

  const username = freshName('keys');
  await page.goto('/', { waitUntil: 'networkidle' });
  await press(page.getByRole('banner').getByRole('link', { name: 'Course Portal' }));
  await press(page.getByRole('button', { name: 'Register with Purchase Key' }));
  await type('Purchase Key', await issueKey(server));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await type('Username', username);
  await type('Email', `${username}@example.com`);
  await type('Password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, `Welcome back, ${username}!`)).toBeVisible();
  await press(page.getByRole('link', { name: 'Start Learning', exact: true }));
  await loaded(page);
  await tabTo(page.getByRole('button', { name: 'Play', exact: true }));
  await page.keyboard.press('Space');
  await playedPast(page, 0.5);
  await press(page.getByRole('button', { name: 'Pause', exact: true }));
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await tabTo(page.getByRole('slider', { name: 'Position in the lesson' }));
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => video(page).evaluate(({ currentTime }) => currentTime))
    .toBeGreaterThan(9);
  await press(page.getByRole('link', { name: /Tick size and tick value/ }).first());
  await expect(page.getByRole('region', { name: /^Video: Tick size/ })).toBeVisible();
  await press(page.getByRole('link', { name: 'Dashboard' }));
  await expect(page.getByRole('progressbar', { name: /^Watched of / }).first()).toBeVisible();
  await press(page.getByRole('button', { name: 'Log out' }));
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});
