// Each action of the trail as a sentence. The list is the server's (domain/audit/src/action.rs); a test holds the two together.
import type { Schemas } from '@/lib/api-client';
import { plainMoney } from '@/lib/format/money';

import { termWords } from '../action/term';

type Row = Pick<Schemas['TrailRow'], 'action' | 'subject'>;

/** What the page knows of what a row is about. */
interface Known {
  orders: readonly Schemas['MemberOrder'][];
  courses: readonly { title: string }[];
}

/** What a row is about, as far as it can be read. */
interface About {
  /** As the trail has it; empty without one. */
  subject: string;
  /** The course that the subject names, or the course or plan of its order. */
  title: string;
  /** "$300.00 for Crypto Market Structure". */
  order: string;
  /** ", for 3 months", ", without end"; empty without a term. */
  term: string;
}

type Sentence = string | ((about: About) => string);

const SENTENCES = {
  'backup.create': ({ subject }) => `Made the backup ${subject}`,
  'backup.restore': 'Restored a backup',
  'codes.list': 'Listed purchase keys in full',
  'codes.issue': ({ title, term }) => `Issued a key for ${title}${term}`,
  'codes.mail': ({ title }) => `Mailed a key for ${title}`,
  'codes.revoke': ({ title }) => `Revoked a key for ${title}`,
  'codes.show': ({ title }) => `Looked at a key for ${title}`,
  'coupons.create': ({ subject }) => `Made the coupon ${subject}`,
  'coupons.disable': ({ subject }) => `Ended the coupon ${subject}`,
  'courses.export': ({ title }) => `Exported ${title}`,
  'courses.hide': ({ title }) => `Hid ${title}`,
  'courses.import': ({ title }) => `Imported ${title}`,
  'courses.package': 'Packaged videos',
  'courses.remove': ({ title }) => `Removed ${title}`,
  'courses.rename-slug': ({ subject }) => `Renamed a course: ${subject}`,
  'courses.show': ({ title }) => `Showed ${title} again`,
  'demo.load': ({ title }) => `Loaded ${title} of the demo`,
  'discord.sync': 'Had the Discord roles compared',
  'mail.retry': ({ subject }) => `Had ${subject} sent again`,
  'orders.refund': ({ title }) => `Refunded ${title}`,
  'questions.answer': 'Answered a question',
  'questions.hide': 'Hid a question',
  'questions.keep': 'Decided that a reported question stays',
  'questions.report': 'Reported a question',
  'live.add': 'Planned a live session',
  'live.cancel': 'Cancelled a live session',
  'live.edit': 'Changed a live session',
  'session-key.replace': 'Replaced the session key',
  'staff.add': ({ subject }) => `Added to the staff: ${subject}`,
  'staff.remove': ({ subject }) => `Removed from the staff: ${subject}`,
  'users.delete': 'Deleted the account',
  'users.email': 'Wrote down a new address',
  'users.export': 'Exported everything about the member',
  'users.grant': ({ title, term }) => `Gave access to ${title}${term}`,
  'users.import': 'Imported members of another site',
  'users.invite': 'Invited imported members',
  'users.note': 'Added a note',
  'users.reset-link': 'Made a link for a new password',
  'users.reset-mail': 'Mailed a link for a new password',
  'users.verify-mail': 'Mailed the link again that confirms the address',
  'users.reset-second-factor': 'Turned the second factor off',
  'users.revoke': ({ title }) => `Took back the access to ${title}`,
  'users.show': 'Looked at the member',
  'users.sign-out': 'Signed the member out everywhere',
  'staff.join': 'Joined the staff',
  'staff.search': 'Searched',
  'staff.session-opened': 'Signed in to the pages of staff',
  'account.deleted': 'Deleted the own account',
  'account.discord-linked': 'Linked a Discord account',
  'account.discord-unlinked': 'Unlinked the Discord account',
  'account.email-changed': 'Changed the address',
  'account.email-verified': 'Confirmed the address',
  'account.exported': 'Exported the own data',
  'account.passkey-added': ({ subject }) => `Added the passkey ${subject}`,
  'account.passkey-removed': 'Removed a passkey',
  'account.password-changed': 'Changed the password',
  'account.password-reset': 'Chose a new password by a mailed link',
  'account.registered': 'Registered',
  'account.second-factor-off': 'Turned the second factor off',
  'account.second-factor-on': 'Turned the second factor on',
  'account.username-changed': 'Changed the user name',
  'key.redeemed': ({ title }) => `Redeemed a key for ${title}`,
  'session.ended': ({ subject }) => (subject === '' ? 'Signed out' : 'Signed out on all devices'),
  'session.opened': 'Signed in',
  'session.refused': ({ subject }) =>
    subject === '' ? 'A sign-in was refused' : `Sign-ins were refused: ${subject}`,
  'order.withdrawn': ({ title }) => `Withdrew from the order of ${title}`,
  'order.disputed': ({ order }) => `The buyer’s bank took back ${order}`,
  'order.failed': ({ order }) => `The payment failed: ${order}`,
  'order.flagged': ({ order }) => `The payment needs a look: ${order}`,
  'order.paid': ({ order }) => `Paid ${order}`,
  'order.refunded': ({ title }) => `The refund of ${title} was confirmed`,
  'order.refund-failed': ({ title }) => `The refund of ${title} failed`,
  'audit.names-erased': 'Erased the names from the trail',
  'audit.trimmed': 'Shortened the trail',
} satisfies Record<string, Sentence>;

export const ACTIONS = Object.keys(SENTENCES);

/** "…-… futures-foundations for 3m": a key, a course and a term, of which each may be missing. */
const SUBJECT = /^(?:\S+-… )?(\S+?)(?: for (\S+))?$/;

/** Of most courses: the rows have the slug, which the page does not know. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function termOf(text: string | undefined): string {
  const words = text === undefined ? null : termWords(text);
  if (words === null) return '';
  return words === 'without end' ? `, ${words}` : `, for ${words}`;
}

function aboutOf(subject: string, { orders, courses }: Known): About {
  const order = orders.find(({ reference }) => reference === subject);
  if (order) {
    const { title, total, currency } = order;
    return { subject, title, order: `${plainMoney(total, currency)} for ${title}`, term: '' };
  }
  const [, slug = subject, term] = SUBJECT.exec(subject) ?? [];
  const title = courses.find((course) => slugOf(course.title) === slug)?.title ?? slug;
  return { subject, title, order: `order ${subject}`, term: termOf(term) };
}

/** The sentence; null for an action of a later server. */
export function sentenceOf({ action, subject }: Row, known: Known): string | null {
  const sentences: ReadonlyMap<string, Sentence> = new Map(Object.entries(SENTENCES));
  const sentence = sentences.get(action);
  if (sentence === undefined) return null;
  return typeof sentence === 'string' ? sentence : sentence(aboutOf(subject ?? '', known)).trim();
}
