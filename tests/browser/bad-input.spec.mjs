// Hostile and extreme input: long texts, scripts, invalid addresses, no scripts, missing files.
import { expect, test } from './harness.mjs';
import { courseIds, COURSES, issueKey, PASSWORD } from './harness/members.mjs';
import { publicPages } from './site/public-pages.mjs';

const LONG = 'x'.repeat(10_000);
const MARKUP = '"><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

/** The text is shown as text, and was not executed. */
async function expectUnharmed(page) {
  expect(await page.evaluate(() => globalThis.hacked)).toBeUndefined();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

async function openRegistration(page, server) {
  const key = await issueKey(server);
  await page.goto(`/portal/auth?key=${key}`);
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await expect(page.getByLabel('Purchase Code')).toHaveValue(key);
}

for (const plan of ['gold', '', '__proto__', 'constructor', MARKUP, '%00', 'x'.repeat(2_000)]) {
  test(`the plan ${plan.slice(0, 12) || 'of no name'} is the trading course`, async ({ page }) => {
    const answer = await page.goto(`/checkout?plan=${encodeURIComponent(plan)}`);
    expect(answer.status()).toBe(200);
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('Trading Course');
    await expect(summary).toContainText('$300');
    await expect(summary).toContainText('3 months');
    await expectUnharmed(page);
  });
}

test('ten thousand characters in the sign-in form are refused quickly', async ({
  page,
  problems,
}) => {
  problems.expect(/^POST \/api\/login 4\d\d$/);
  await page.goto('/portal/auth');
  await page.getByLabel('Username').fill(LONG);
  await page.getByLabel('Password', { exact: true }).fill(LONG);
  const answered = page.waitForResponse('**/api/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  expect([400, 401]).toContain((await answered).status());
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
  ).toHaveCount(1);
  await expect(page).toHaveURL('/portal/auth');
});

test('ten thousand characters in the registration form do not break it', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/^POST \/api\/register 400$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await openRegistration(page, server);
  await page.getByLabel('Username').fill(LONG);
  await page.getByLabel('Email').fill('long@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText(/^400: /)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByLabel('Username').fill('a name of fair length');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/portal');
});

test('the longest allowed name breaks no page', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openRegistration(page, server);
  await page.getByLabel('Username').fill('w'.repeat(64));
  await page.getByLabel('Email').fill(`${'e'.repeat(60)}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome back, w+!$/ })).toBeVisible();
  for (const path of ['/portal', '/portal/account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test('script text for a name stays text on every page', async ({ page, server, problems }) => {
  problems.allow(/^POST \/api\/(verify-purchase-key|login) 40[01]$/);
  await openRegistration(page, server);
  const name = '<img src=x onerror="hacked=1">';
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill('script@example.com');
  await page.getByLabel('Password', { exact: true }).fill(MARKUP);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${name}!`);
  await expect(page.getByText(`Welcome, ${name}`).first()).toBeVisible();
  await expectUnharmed(page);
  await page.goto('/portal/account');
  await expect(page.getByLabel('Username')).toHaveValue(name);
  await expectUnharmed(page);
});

test('script text in the fields of the sign-in pages stays text', async ({ page, problems }) => {
  problems.expect(/^POST \/api\/verify-purchase-key 400$/, /^POST \/api\/login 401$/);
  await page.goto('/portal/auth');
  await page.getByLabel('Username').fill(MARKUP);
  await page.getByLabel('Password', { exact: true }).fill(MARKUP);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Invalid username or password').first()).toBeVisible();
  await page.goto(`/portal/auth?key=${encodeURIComponent(MARKUP)}`);
  await expect(page.getByLabel('Purchase Key')).toHaveValue(MARKUP);
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await expect(page.getByText('Invalid purchase key').first()).toBeVisible();
  await page.goto(`/portal/auth?mode=${encodeURIComponent(MARKUP)}`);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expectUnharmed(page);
});

test('script text in every field of the checkout stays text', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled();
  for (const field of await page.getByRole('main').getByRole('textbox').all()) {
    await field.fill(MARKUP);
  }
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expectUnharmed(page);
});

test.describe('an address', () => {
  for (const path of ['/courses/abc', '/courses/999999', '/courses/1e3', '/courses/-1']) {
    test(`${path} leads home`, async ({ page, problems }) => {
      // The call for an unknown course may fail; the page answers as its route does.
      problems.allow(new RegExp(`^GET (/api)?${path}(/models)? 404$`));
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  for (const path of ['/portal/course/abc', '/portal/course/999999']) {
    test(`${path} leads a member home`, async ({ page, member, problems }) => {
      await member();
      problems.allow(/^GET (\/api)?(\/portal)?\/courses?\/\w+(\/\w+)? 404$/);
      await page.goto(path);
      await expect(page).toHaveURL('/');
    });
  }

  for (const path of ['/nowhere', '/portal/nowhere', '/courses/1/2', '/%3Cscript%3E', '/a/../b']) {
    test(`${path} is the not-found page with status 404`, async ({ page, problems }) => {
      problems.expect(/^GET \/.* 404$/);
      const answer = await page.goto(path);
      expect(answer.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
      await expect(page.getByRole('link').first()).toBeVisible();
    });
  }

  test('with a lesson of no course opens the course', async ({ page, member, server }) => {
    await member();
    const id = (await courseIds(server))[COURSES.futures];
    for (const lesson of ['999999', 'abc', '-1', MARKUP]) {
      await page.goto(`/portal/course/${id}?lesson=${encodeURIComponent(lesson)}`);
      await expect(page.getByRole('region', { name: 'Video: What a future is' })).toBeVisible();
      await expect(page).toHaveURL(/\?lesson=\d+$/);
      await expectUnharmed(page);
    }
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, heading } of publicPages) {
    test(`${path} has its heading, its text and its links`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      const text = await page.getByRole('main').innerText();
      expect(text.length).toBeGreaterThan(300);
      const main = page.getByRole('navigation', { name: 'Main' });
      for (const to of ['/', '/courses', '/pricing', '/about', '/contact']) {
        await expect(main.locator(`a[href="${to}"]`)).toBeVisible();
      }
      for (const to of ['/privacy', '/terms']) {
        await expect(page.getByRole('contentinfo').locator(`a[href="${to}"]`)).toBeVisible();
      }
    });
  }
});

test.describe('after a deployment', () => {
  // Its requests cannot be answered by a test.
  test.use({ serviceWorkers: 'block' });

  test('a missing script reloads the page once, then shows a notice', async ({
    page,
    member,
    problems,
  }) => {
    await member();
    await page.goto('/portal');
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    problems.expect(/^GET \/assets\/account-page.*\.js 404$/);
    await page.route('**/assets/account-page*.js', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
    );
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await page.getByRole('link', { name: 'Account' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This page has been updated' });
    await expect(notice).toContainText('could not be loaded');
    expect(loads).toBe(1);
    await page.unroute('**/assets/account-page*.js');
    await notice.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  });
});
