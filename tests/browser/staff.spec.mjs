// The pages of staff with a virtual authenticator: joining, signing in, each action, both roles, removal while signed in.
import { expect, test } from './harness.mjs';
import { authenticator } from './harness/authenticator.mjs';
import { COURSES, freshName } from './harness/members.mjs';
import {
  act,
  aMember,
  ask,
  buy,
  firstLesson,
  joinStaff,
  openMember,
  part,
  said,
  SETTINGS,
  SIGNED_OUT,
  signInButton,
  today,
} from './harness/staff.mjs';

test.use({ settings: [SETTINGS, { scope: 'worker' }] });

test('a link makes a passkey once, which signs in from then on', async ({ page, staff, problems }) => {
  problems.allow(SIGNED_OUT);
  const device = await authenticator(page);
  const link = await staff('staff', 'add', freshName('staff'));
  await page.goto(link);
  await expect(page).toHaveURL('/staff/join');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(today(page)).toBeVisible();
  await expect(page).toHaveURL('/staff');
  expect(await device.credentials()).toHaveLength(1);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await page.goto('/staff/questions');
  await signInButton(page).click();
  // Other tests of this server may have asked.
  await expect(page.getByRole('heading', { level: 1, name: 'Questions' })).toBeVisible();
  await expect(page).toHaveURL('/staff/questions');

  problems.expect(/^POST \/api\/staff\/join-challenge 400$/);
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(/^This link does not work any more/);
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toHaveCount(0);
});

test('a passkey without a verified user and a member’s passkey open nothing', async ({
  page,
  staff,
  member,
  problems,
}) => {
  problems.allow(SIGNED_OUT);
  const { device } = await joinStaff(page, staff);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await device.verifies(false);
  await signInButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/);
  // A member's session means nothing here.
  await member();
  await page.goto('/staff');
  await expect(signInButton(page)).toBeVisible();
});

test('an owner does everything for a member, and each is in the trail with its reason', async ({
  page,
  staff,
  server,
  otherBrowser,
  problems,
}) => {
  const member = await aMember(otherBrowser, server);
  await buy(member, server, COURSES.crypto);
  const { name } = await joinStaff(page, staff);
  await openMember(page, member);
  await expect(page).toHaveURL(/\/staff\/members\/\d+$/);
  await expect(part(page, 'Access').getByText('Open without end.').first()).toBeVisible();

  await test.step('access is given and taken back', async () => {
    const access = part(page, 'Access');
    await act(access, 'Give access', { Course: 'Forex Sessions', 'How long': '3m' });
    await expect(said(access, /^Forex Sessions: Open until /)).toBeVisible();
    const forex = access.getByRole('listitem').filter({ hasText: 'Forex Sessions' });
    await act(forex, 'Take back');
    await expect(said(forex, /^Forex Sessions: /)).toBeVisible();
    await expect(forex.getByRole('button', { name: 'Take back' })).toHaveCount(0);
    await expect(forex.getByRole('button', { name: 'Give', exact: true })).toBeVisible();
  });

  await test.step('a key is issued', async () => {
    const keys = part(page, 'Keys');
    await act(keys, 'Issue a key', { Course: 'Forex Sessions', 'How long': '90d' });
    await expect(said(keys, /^1 key issued and mailed to .*\n?(\w{5}-){4}\w{5}$/)).toBeVisible();
  });

  await test.step('a payment is given back, with the passkey shown once more', async () => {
    problems.expect(/^POST \/api\/staff\/orders\/\w+\/refund 401$/);
    await page.route(
      '**/refund',
      (route) => route.fulfill({ status: 401, json: { code: 'passkey_required', message: 'Again.' } }),
      { times: 1 },
    );
    const asked = page.waitForRequest('**/api/staff/session');
    const orders = part(page, 'Orders');
    await act(orders, 'Refund');
    await asked;
    await expect(said(orders, '$300.00 went back, and the course is closed.')).toBeVisible();
    await expect(orders.getByRole('button', { name: 'Refund' })).toHaveCount(0);
    await expect(part(page, 'Access').getByText(/^Refunded on /)).toBeVisible();
  });

  await test.step('mails are sent again, and a reset link is mailed', async () => {
    const mail = part(page, 'Mails').getByRole('listitem').first();
    await act(mail, 'Send again');
    // A mail that is due within a minute is left alone, and nothing is recorded of it.
    await expect(said(mail, /^It is (being tried again|due within a minute)/)).toBeVisible();
    await act(page.locator('article > header'), 'Mail a reset link');
    await expect(said(page, /^The link is on its way to /)).toBeVisible();
  });

  await test.step('an address is changed once its link is opened', async () => {
    await act(page.locator('article > header'), 'Change the address', {
      'New address': `new-${member.email}`,
    });
    await expect(said(page, `A link was mailed to new-${member.email}.`)).toBeVisible();
    await expect(page.getByText(member.email, { exact: true })).toBeVisible();
  });

  await test.step('devices are signed out', async () => {
    await act(part(page, 'Devices'), 'Sign out everywhere');
    await expect(said(page, 'One session was ended.')).toBeVisible();
    await expect(part(page, 'Devices').getByText('Signed in nowhere.')).toBeVisible();
    expect((await member.context.request.get('/api/user')).status()).toBe(401);
  });

  await test.step('a note is added', async () => {
    const notes = part(page, 'Notes');
    await notes.getByLabel('Note').fill('Rang twice.\nIs patient about it.');
    await notes.getByRole('button', { name: 'Add a note' }).click();
    await expect(notes.getByRole('listitem')).toContainText(`${name}, `);
  });

  await test.step('the trail has it all', async () => {
    const trail = part(page, 'Trail');
    const more = trail.getByRole('button', { name: /^Show all/ });
    if (await more.isVisible()) await more.click();
    for (const action of [
      'users.grant',
      'users.revoke',
      'orders.refund',
      'users.reset-mail',
      'users.email',
      'users.sign-out',
    ]) {
      const row = trail.getByRole('listitem').filter({ hasText: action });
      await expect(row.first()).toContainText(`${name} (staff)`);
      await expect(row.first()).toContainText('asked by mail');
    }
  });
});

test('what the server refuses is said where it was asked', async ({
  page,
  staff,
  server,
  otherBrowser,
  problems,
}) => {
  const member = await aMember(otherBrowser, server);
  await joinStaff(page, staff);
  await page.route('**/api/staff/members/*', async (route) => {
    const answer = await route.fetch();
    const shown = await answer.json();
    const discord = { id: '4711', username: 'mara.trades', state: 'not in the server' };
    await route.fulfill({ response: answer, json: { ...shown, discord } });
  });
  await openMember(page, member);
  problems.expect(/^POST \/api\/staff\/members\/\d+\/discord-sync 409$/);
  await act(part(page, 'Discord'), 'Sync Discord');
  await expect(part(page, 'Discord').getByRole('alert')).toHaveText(
    'The member has linked no Discord account. Nothing was changed.',
  );
  await act(part(page, 'Access'), 'Give access', {
    Course: 'Forex Sessions',
    'How long': 'three months',
  });
  await expect(page.getByLabel('Other length')).toBeFocused();
  await expect(page.getByText(/^Write months, days or no end/)).toBeVisible();
  // The page loads the member again after the first refusal.
  await page.unrouteAll({ behavior: 'wait' });
});

test('support does everything but a refund, and is told who may', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server);
  await buy(member, server, COURSES.crypto);
  await joinStaff(page, staff, 'support');
  await openMember(page, member);
  const orders = part(page, 'Orders');
  await expect(orders.getByText('Only an owner may refund.')).toBeVisible();
  await expect(orders.getByRole('button')).toHaveCount(0);
  await act(part(page, 'Access'), 'Give access', {
    Course: 'Forex Sessions',
    'How long': 'lifetime',
  });
  await expect(said(page, 'Forex Sessions: Open without end.')).toBeVisible();
});

test('a name that is removed sees nothing more, and keeps nothing', async ({
  page,
  staff,
  server,
  otherBrowser,
  problems,
}) => {
  problems.allow(SIGNED_OUT);
  const member = await aMember(otherBrowser, server);
  const { name } = await joinStaff(page, staff, 'support');
  await openMember(page, member);
  await staff('staff', 'remove', name, '--yes');
  // 404 where the last name was removed.
  problems.allow(/^(GET|POST) \/api\/staff\/\S+ (401|404)$/);
  await act(part(page, 'Access'), 'Give access', { Course: 'Forex Sessions', 'How long': '3m' });
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await signInButton(page).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(signInButton(page)).toBeVisible();
});

test('a question is answered from today’s list, in Markdown', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const member = await aMember(otherBrowser, server);
  await ask(member, server, { text: 'Why is the tick worth 12.50 here?' });
  await joinStaff(page, staff);
  await page.getByRole('link').filter({ hasText: member.username }).click();
  await expect(page).toHaveURL(/\/staff\/questions#question-\d+$/);
  const question = page.getByRole('listitem', { name: member.username });
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Answer' }).click();
  await question.getByLabel('Your answer').fill('A point is **four** ticks.');
  await question.getByRole('button', { name: 'Answer' }).click();
  await expect(said(page, `The answer is on its way to ${member.username}`)).toBeFocused();
  await expect(question).toHaveCount(0);
  await page.getByRole('link', { name: 'Answered' }).click();
  await expect(question.locator('strong')).toHaveText('four');
  const lesson = await firstLesson(member, server);
  const seen = await (await member.context.request.get(`/api/videos/${lesson}/questions`)).json();
  expect(JSON.stringify(seen)).toContain('<strong>four</strong>');
});
