// Scripts in every text that a visitor, a member or staff can give: stored, and reflected from an address. None runs, and no page
// even tries: the policy has nothing to refuse.
import { expect, test } from './harness.mjs';
import { HOSTILE, importHostileCourse } from './harness/courses/hostile-course.mjs';
import { COURSES, issueKey, PASSWORD } from './harness/members.mjs';
import { ALL, countExecutions, PAYLOADS } from './harness/payloads.mjs';

test.use({ settings: { PORTAL_PAYMENTS: 'sandbox', PORTAL_CONTACT_TO: 'desk@example.com' } });

/** What the server answers to such texts is not what these tests are about. */
const REFUSALS = /^(GET|POST|PUT|DELETE) \/\S* 4\d\d$/;

let executions;

test.beforeEach(async ({ context, problems }) => {
  problems.allow(REFUSALS);
  executions = await countExecutions(context);
});

test.afterEach(({ problems }) => {
  expect(executions(), 'executed scripts').toBe(0);
  // The last test makes some on purpose.
  if (!test.info().title.startsWith('the policy')) expect(problems.violations()).toEqual([]);
});

/** Opens a page and waits until it stands. */
async function open(page, path) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Moves over everything, for what waits for the pointer or the focus. */
async function touch(page) {
  for (const element of await page.locator('main a, main button, main [onmouseover]').all()) {
    if (await element.isVisible())
      await element.hover({ trial: true, timeout: 500 }).catch(() => {});
  }
}

async function fillAll(page, value) {
  for (const field of await page
    .locator('input:not([type=checkbox], [type=radio], [type=number]), textarea')
    .all()) {
    if ((await field.isVisible()) && (await field.isEditable())) await field.fill(value);
  }
  for (const box of await page.getByRole('checkbox').all()) {
    if (await box.isVisible()) await box.check();
  }
}

/** Fills in every form of a page with a text and submits each. */
async function submitAll(page, value) {
  const buttons = page.locator('form button[type=submit]');
  await expect(buttons.first()).toBeEnabled();
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index);
    await fillAll(page, value);
    if ((await button.isVisible()) && (await button.isEnabled())) {
      await button.click();
      await page.waitForLoadState('networkidle');
    }
  }
}

/** Registers a member by this name with the API; whether the server took it. */
async function register(server, context, username, email) {
  const purchaseCode = await issueKey(server);
  const answer = await context.request.post(`${server.url}/api/register`, {
    data: { username, email, password: PASSWORD, purchaseCode },
  });
  return answer.status() === 201;
}

test('names and addresses of members', async ({ page, context, server }) => {
  let taken = 0;
  for (const [number, payload] of PAYLOADS.entries()) {
    const name = payload.slice(0, 64);
    expect(await register(server, context, name, `${payload}@example.com`)).toBe(false);
    if (!(await register(server, context, name, `name${number}@example.com`))) continue;
    taken += 1;
    for (const path of ['/portal', '/portal/account']) {
      await open(page, path);
      await expect(page.getByText(name, { exact: false }).first()).toBeAttached();
    }
    await touch(page);
    await context.clearCookies();
  }
  expect(taken).toBeGreaterThan(PAYLOADS.length / 2);
});

test('the texts of a course, to a visitor, a member and in the search', async ({
  page,
  member,
  server,
}) => {
  const id = await importHostileCourse(server);
  for (const path of ['/', '/courses', `/courses/${id}`]) await open(page, path);
  await expect(page).toHaveTitle(new RegExp(PAYLOADS[1].replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  await touch(page);
  await member({ course: HOSTILE });
  for (const path of ['/portal', '/portal/courses', `/portal/course/${id}`]) await open(page, path);
  await expect(page.getByText(PAYLOADS[2], { exact: false }).first()).toBeAttached();
  await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
  await page
    .getByRole('button', { name: /check|answer/i })
    .first()
    .click();
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('link', { name: /Text <\/script>/ })
    .first()
    .click();
  await expect(page.getByText(PAYLOADS[0], { exact: false }).first()).toBeVisible();
  await touch(page);
  for (const word of ['zebra', 'executed', 'onerror']) {
    await open(page, `/portal/search?q=${word}`);
    await expect(page.getByRole('main')).toContainText('executed');
  }
  await open(page, '/portal/review');
});

test('the buyer of an order', async ({ page, context, member, server }) => {
  const { email } = await member();
  for (const payload of [...PAYLOADS, ALL.slice(0, 100)]) {
    const answer = await context.request.post(`${server.url}/api/checkout`, {
      data: { plan: 'basic', email, firstName: payload, lastName: payload },
    });
    expect(answer.status()).toBe(200);
    const { url } = await answer.json();
    await open(page, url);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/checkout\/complete/);
    await page.waitForLoadState('networkidle');
  }
  await open(page, '/portal/account');
  const coupon = await context.request.post(`${server.url}/api/checkout/quote`, {
    data: { plan: 'basic', coupon: PAYLOADS[1] },
  });
  expect(coupon.status()).toBe(400);
});

test('every field of every form', async ({ page, member }) => {
  test.slow();
  const forms = ['/contact', '/checkout?plan=premium', '/withdraw'];
  const signIns = [
    '/portal/auth',
    '/portal/auth?mode=key',
    '/portal/auth?mode=reset',
    '/reset-password?token=x',
  ];
  for (const path of [...forms, ...signIns]) {
    for (const payload of [PAYLOADS[1], PAYLOADS[3], ALL]) {
      await open(page, path);
      await submitAll(page, payload);
    }
  }
  await member();
  await open(page, '/portal/account');
  await submitAll(page, PAYLOADS[1]);
  await open(page, '/portal/search');
  await page.getByRole('searchbox').fill(PAYLOADS[1]);
  await page.keyboard.press('Enter');
  await page.waitForLoadState('networkidle');
});

const PARAMETERS = {
  '/': ['q'],
  '/portal/auth': ['mode', 'key', 'returnTo'],
  '/reset-password': ['token'],
  '/verify-email': ['token'],
  '/withdraw': ['token'],
  '/checkout': ['plan', 'coupon'],
  '/checkout/complete': ['order'],
  '/checkout/sandbox': ['order'],
  '/courses': ['type'],
};

for (const [path, names] of Object.entries(PARAMETERS)) {
  test(`the parameters of ${path}`, async ({ page }) => {
    for (const payload of [PAYLOADS[0], PAYLOADS[1], PAYLOADS[2], PAYLOADS[9], ALL]) {
      const query = names.map((name) => `${name}=${encodeURIComponent(payload)}`).join('&');
      await open(page, `${path}?${query}`);
      await open(page, `${path}#${query}`);
    }
    await open(page, `/${encodeURIComponent(PAYLOADS[1])}`);
  });
}

test('the parameters of the portal, and where a sign-in leads', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  // The server has no Discord.
  problems.expect(/^GET \/api\/discord\/config 503$/);
  const person = await member({ course: COURSES.futures });
  for (const payload of [PAYLOADS[0], PAYLOADS[1], PAYLOADS[2], PAYLOADS[9]]) {
    const text = encodeURIComponent(payload);
    await open(page, `/portal/search?q=${text}`);
    await open(page, `/portal/course/1?lesson=${text}&t=${text}`);
    const asked = page.waitForResponse('**/api/discord/config');
    await open(page, `/portal/discord/callback?code=${text}&state=${text}`);
    await asked;
  }
  for (const target of [
    'javascript:executed()',
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
  ]) {
    await context.clearCookies();
    await open(page, `/portal/auth?returnTo=${encodeURIComponent(target)}`);
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/);
    expect(new URL(page.url()).origin).toBe(server.url);
  }
});

test('the policy refuses what none of these may reach, and the harness hears of it', async ({
  page,
  problems,
}) => {
  problems.expect(/^policy: style-src-attr /, /^policy: require-trusted-types-for /);
  problems.allow(/^console: /, /^policy: (style-src-elem|script-src|trusted-types)/);
  await open(page, '/');
  const refused = await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red');
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
    const fails = (work) => {
      try {
        work();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    };
    const button = document.createElement('button');
    // Refused when it is set, or when it would run.
    fails(() => button.setAttribute('onclick', 'executed()'));
    document.body.append(button);
    button.click();
    return {
      html: fails(() => (document.createElement('div').innerHTML = '<p>a</p>')),
      script: fails(() => (document.createElement('script').src = '/sw.js')),
      worker: fails(() => new Worker('/sw.js')),
      policy: fails(() => globalThis.trustedTypes.createPolicy('other', {})),
      colour: getComputedStyle(document.body).color,
    };
  });
  expect(refused).toMatchObject({ html: true, script: true, worker: true, policy: true });
  expect(refused.colour).not.toBe('rgb(255, 0, 0)');
  await expect.poll(() => problems.violations().length).toBeGreaterThan(3);
});
