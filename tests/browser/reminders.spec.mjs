// The link in a reminder: its page asks first, and turns reminders off without a sign-in.
import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from './harness.mjs';

const reminders = (page) => page.getByRole('region', { name: 'Reminders' });

/** The link of a mail that comes after 14 days (domain/accounts/src/account/reminders.rs). */
async function reminderLink(server, user) {
  const text = await readFile(join(server.outbox, '..', 'session.key'), 'utf8');
  const sealing = hkdfSync('sha256', Buffer.from(text, 'base64'), '', 'portal sealing v1', 32);
  const proof = createHmac('sha256', Buffer.from(sealing)).update(`portal reminders v1${user}`);
  return `${server.url}/reminders?token=${user}-${proof.digest('hex').slice(0, 32)}`;
}

test('a link turns reminders off where it is asked to, and the account page on again', async ({
  page,
  otherBrowser,
  member,
  server,
}) => {
  await member();
  const { id } = await (await page.request.get('/api/user')).json();
  await page.goto('/portal/account');
  const choice = reminders(page).getByRole('checkbox');
  await expect(choice).toBeChecked();

  const { page: other, problems: theirs } = await otherBrowser();
  const link = await reminderLink(server, id);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Reminder mails' })).toBeVisible();
  await expect(other).toHaveURL('/reminders');
  await page.reload();
  await expect(choice).toBeChecked();

  await other.getByRole('button', { name: 'Turn these mails off' }).click();
  await expect(other.getByRole('heading', { name: 'These mails are off' })).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' && answer.url().endsWith('/api/user/account'),
  );
  await choice.click();
  await expect(choice).toBeChecked();
  await saved;
  await page.reload();
  await expect(choice).toBeChecked();

  theirs.expect(/^POST \/reminders 400$/);
  await other.goto(`${link}0`);
  await other.getByRole('button', { name: 'Turn these mails off' }).click();
  await expect(other.getByRole('heading', { name: 'Invalid link' })).toBeVisible();
});
