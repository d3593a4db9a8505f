// The account page: name, password, devices, another key.
import { expect, test } from './harness.mjs';
import { COURSES, freshName, issueKey } from './harness/members.mjs';
import { expectToast } from './harness/toasts.mjs';

const part = (page, name) => page.getByRole('region', { name });

async function open(page) {
  await page.goto('/portal/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

test('a new name is saved only with the current password', async ({
  page,
  otherBrowser,
  member,
  problems,
}) => {
  const { username, email, password } = await member();
  await open(page);
  const form = part(page, 'Name and e-mail');
  await expect(form.getByLabel('Username')).toHaveValue(username);
  await expect(form.getByLabel('Email')).toHaveValue(email);
  const renamed = freshName('renamed');
  await form.getByLabel('Username').fill(renamed);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Current password is required', { exact: true })).toBeVisible();
  problems.expect(/^PUT \/api\/user\/account 400$/);
  await form.getByLabel('Current Password').fill('not the password');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Current password is incorrect', { exact: true })).toBeVisible();
  await form.getByLabel('Current Password').fill(password);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Account updated');
  await expect(page.getByText(`Welcome, ${renamed}`).first()).toBeVisible();
  const { context } = await otherBrowser();
  const signIn = (name) =>
    context.request.post('/api/login', { data: { username: name, password } });
  expect((await signIn(username)).status()).toBe(401);
  expect((await signIn(renamed)).status()).toBe(200);
});

test('a name or address of another user is refused at its field', async ({
  page,
  otherBrowser,
  member,
  server,
  problems,
}) => {
  const { password } = await member();
  const { context } = await otherBrowser();
  const other = { username: freshName(), email: `${freshName()}@example.com` };
  await context.request.post('/api/register', {
    data: { ...other, password, purchaseCode: await issueKey(server) },
  });
  problems.expect(/^PUT \/api\/user\/account 409$/);
  await open(page);
  const form = part(page, 'Name and e-mail');
  await form.getByLabel('Username').fill(other.username);
  await form.getByLabel('Current Password').fill(password);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Username is already taken', { exact: true })).toBeVisible();
  await form.getByLabel('Username').fill(freshName());
  await form.getByLabel('Email').fill(other.email);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Email is already registered', { exact: true })).toBeVisible();
});

test('a new password needs the current one and signs out every other device', async ({
  page,
  otherBrowser,
  member,
  signIn,
  problems,
}) => {
  const person = await member();
  const phone = await otherBrowser();
  await signIn(phone.context, person);
  await open(page);
  const devices = part(page, 'Signed-in devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  const form = part(page, 'Password');
  problems.expect(/^PUT \/api\/user\/password 400$/);
  await form.getByLabel('Current Password').fill('not the password');
  await form.getByLabel('New Password').fill('short');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    form.getByText('Password must be at least 8 characters', { exact: true }),
  ).toBeVisible();
  await form.getByLabel('New Password').fill('another long password');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expect(form.getByText('Current password is incorrect', { exact: true })).toBeVisible();
  expect((await phone.context.request.get('/api/user')).status()).toBe(200);
  await form.getByLabel('Current Password').fill(person.password);
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expectToast(page, 'Password changed', 'Every other device has been signed out.');
  await expect(form.getByLabel('New Password')).toHaveValue('');
  await expect(devices).toHaveCount(1);
  expect((await phone.context.request.get('/api/user')).status()).toBe(401);
  expect((await page.request.get('/api/user')).status()).toBe(200);
});

test('one device can be signed out, and then all of them', async ({
  page,
  context,
  otherBrowser,
  member,
  signIn,
}) => {
  const person = await member();
  const phone = await otherBrowser({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  await signIn(phone.context, person);
  await open(page);
  const devices = part(page, 'Signed-in devices');
  await expect(devices.getByText('Safari on iPhone', { exact: true })).toBeVisible();
  await expect(devices.getByText('This device', { exact: true })).toHaveCount(1);
  await devices.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(devices.getByText('Safari on iPhone', { exact: true })).toBeHidden();
  expect((await phone.context.request.get('/api/user')).status()).toBe(401);

  await signIn(phone.context, person);
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  expect((await phone.context.request.get('/api/user')).status()).toBe(200);
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/portal/auth');
  expect((await phone.context.request.get('/api/user')).status()).toBe(401);
  expect((await context.request.get('/api/user')).status()).toBe(401);
});

test('a dialog is left by Escape and by a press outside, and says in it what was not done', async ({
  page,
  member,
  problems,
}) => {
  problems.expect(/^DELETE \/api\/user\/sessions 503$/);
  await member();
  await open(page);
  const opener = part(page, 'Signed-in devices').getByRole('button', {
    name: 'Sign out everywhere',
  });
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  const scrolled = () => page.evaluate(() => window.scrollY);
  await opener.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused();
  const before = await scrolled();
  expect(before, 'the page can be scrolled up').toBeGreaterThan(0);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, -400);
  // A wheel scrolls with one of the next frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  expect(await scrolled(), 'the page behind stays where it is').toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog.getByRole('heading').click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.route('**/api/user/sessions', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { code: 'database', message: 'Down.' } })
      : route.continue(),
  );
  await opener.click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The device was not signed out503: Down.');
});

test('a second key for the same course adds its time, and the page says so', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  await member({ access: '3m' });
  const access = async () => {
    const [course] = await (await context.request.get('/api/user/courses')).json();
    return new Date(course.expiresAt);
  };
  const inWords = (date) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(
      date,
    );
  const before = await access();
  await page.goto('/portal/courses');
  await expect(page.getByText(`Access until ${inWords(before)}`)).toBeVisible();

  await page.getByRole('link', { name: 'Account' }).click();
  const form = part(page, 'Redeem a key');
  await form.getByRole('button', { name: 'Redeem Key' }).click();
  await expect(form.getByText('Purchase key is required', { exact: true })).toBeVisible();
  problems.expect(/^POST \/api\/user\/redeem 400$/);
  await form.getByLabel('Purchase Key').fill('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA');
  await form.getByRole('button', { name: 'Redeem Key' }).click();
  await expect(form.getByText('Invalid purchase key', { exact: true })).toBeVisible();
  await form.getByLabel('Purchase Key').fill(await issueKey(server, { access: '6m' }));
  await form.getByRole('button', { name: 'Redeem Key' }).click();
  await expectToast(page, 'Purchase key redeemed', 'Futures Foundations is in My Courses.');
  await expect(form.getByLabel('Purchase Key')).toHaveValue('');

  const after = await access();
  const months = (date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  expect(months(after) - months(before)).toBe(6);
  await page.getByRole('link', { name: 'My Courses' }).click();
  await expect(page.getByText(`Access until ${inWords(after)}`)).toBeVisible();
  await expect(page.getByText(`Access until ${inWords(before)}`)).toBeHidden();
});

test('a key for another course opens it', async ({ page, member, server }) => {
  await member();
  await open(page);
  const form = part(page, 'Redeem a key');
  await form.getByLabel('Purchase Key').fill(await issueKey(server, { course: COURSES.crypto }));
  await form.getByLabel('Purchase Key').press('Enter');
  await expectToast(page, 'Purchase key redeemed', 'Crypto Market Structure is in My Courses.');
  await page.getByRole('link', { name: 'My Courses' }).click();
  await expect(page.getByRole('heading', { name: 'Crypto Market Structure' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
});
