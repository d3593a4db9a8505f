// Reads the mails that the server wrote into its outbox folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from '@playwright/test';

/** The reset link in the newest mail to this address that has one, once the mail has been written. */
export const resetLink = (outbox, email) => linkTo('reset-password', outbox, email);

/** The link that confirms an address, in the same way. */
export const verifyLink = (outbox, email) => linkTo('verify-email', outbox, email);

async function linkTo(page, outbox, email) {
  const form = new RegExp(String.raw`https?://\S+/${page}\?token=[^\s<"]+`);
  let link;
  await expect
    .poll(async () => {
      const mails = (await allMails(outbox)).filter((mail) => mail.includes(`To: ${email}`));
      link = mails.flatMap((mail) => form.exec(mail)?.[0] ?? []).at(-1);
      return link;
    })
    .toBeDefined();
  return link;
}

export async function allMails(outbox) {
  const names = await readdir(outbox).catch(() => []);
  const written = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    written.map(async (name) => unfold(await readFile(join(outbox, name), 'utf8'))),
  );
}

/** Decodes the parts that are quoted-printable (RFC 2045, section 6.7), in ASCII; a link in another part stays as it is. */
function unfold(mail) {
  const decoded = (part) =>
    part
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const parts = mail.split(/^(?=--\S)/m);
  return parts
    .map((part) => (/^content-transfer-encoding: quoted-printable/im.test(part) ? decoded(part) : part))
    .join('');
}
