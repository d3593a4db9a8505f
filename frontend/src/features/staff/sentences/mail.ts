// What became of a mail, as a sentence. The kinds are the server's (domain/mail/src/message.rs); a test holds the two together.

const MAILS = {
  password_reset: 'The mail with the link for a new password',
  purchase_key: 'The mail with the purchase key',
  receipt: 'The receipt',
  access_ending: 'The mail that says when the access ends',
  access_ended: 'The mail that says that the access has ended',
  address_changed: 'The mail that tells of a changed address',
  new_device: 'The mail that tells of a sign-in on a new device',
  contact_message: 'The message of the contact form',
  withdrawal_link: 'The mail with the link to withdraw',
  withdrawal: 'The mail that confirms the withdrawal',
  credit_note: 'The credit note',
  e_invoice: 'The e-invoice',
  verify_address: 'The mail that confirms the address',
  invitation: 'The invitation to set a password',
  password_changed: 'The mail that tells of a changed password',
  second_factor_changed: 'The mail that tells of a changed second factor',
  passkey_changed: 'The mail that tells of a changed passkey',
  question_answered: 'The mail with the answer to a question',
  question_reported: 'The mail about a reported question',
  question_hidden: 'The mail about a hidden question',
  live_soon: 'The mail before a live session',
  live_moved: 'The mail about a moved live session',
  live_cancelled: 'The mail about a cancelled live session',
  reminder: 'The mail that reminds of the course',
};

export const KINDS = Object.keys(MAILS);

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(MAILS));

/** RFC 5321: the reply code of a mail server, RFC 3463: its enhanced code, and its words. */
const REPLY = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?[ :]+(.+)$/;

/** What the mail library puts before the words of the network. */
const NETWORK = /^Connection error: /;

interface Mail {
  kind: string;
  /** `waiting`, `sent` or `failed`. */
  state: string;
  /** What the mail server or the network said last. */
  detail?: string | null | undefined;
}

/** "mailbox unavailable (550 5.1.1)". */
function reasonOf(detail: string): string {
  const [, code, enhanced, words] = REPLY.exec(detail) ?? [];
  if (code === undefined || words === undefined) return detail.replace(NETWORK, '');
  return `${words} (${enhanced === undefined ? code : `${code} ${enhanced}`})`;
}

const becameOf = (detail: string) => (REPLY.test(detail) ? 'was refused' : 'could not be sent');

/** A kind of a later server is shown as its code. */
export function mailSentence({ kind, state, detail }: Mail): string {
  const mail = NAMES.get(kind) ?? `The mail ${kind}`;
  if (state === 'sent') return `${mail} was sent`;
  if (!detail) return state === 'failed' ? `${mail} could not be sent` : `${mail} waits to be sent`;
  const reason = reasonOf(detail);
  return state === 'failed'
    ? `${mail} ${becameOf(detail)}: ${reason}`
    : `${mail} could not be sent yet: ${reason}`;
}

/** Today's list has the kind before what was said: `receipt: 550 no such user`. */
export function failedMailSentence(row: string): string {
  const [, kind = row, detail] = /^([a-z_]+)(?:: (.+))?$/.exec(row) ?? [];
  return mailSentence({ kind, state: 'failed', detail });
}
