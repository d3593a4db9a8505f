// Answers of the fake server for the pages of staff.
import { http, HttpResponse } from 'msw';

import type { Schemas } from '@/lib/api-client';

import { REQUEST_OPTIONS } from './fake-authenticator';
import { unauthenticatedAnswer } from './fixtures';
import { refusal, server } from './server';

type Member = Schemas['StaffMemberPage'];

export const staffMember: Member = {
  id: 7,
  username: 'mara',
  email: 'mara@example.com',
  emailVerified: true,
  createdAt: '2026-09-01T08:00:00Z',
  lastSeen: '2026-11-20T17:05:00Z',
  discord: { id: '4711', username: 'mara.trades', state: 'not in the server' },
  courses: [
    {
      courseId: 1,
      title: 'Futures Foundations',
      open: true,
      why: 'Open until 2027-03-03 12:00 UTC.',
      expiresAt: '2027-03-03T12:00:00Z',
      completed: 3,
      total: 12,
      lastLesson: 'What a tick is worth',
      lastWatched: '2026-11-20T17:05:00Z',
    },
    {
      courseId: 2,
      title: 'Forex Sessions',
      open: false,
      why: 'No access was given yet.',
      expiresAt: null,
      completed: 0,
      total: 6,
    },
  ],
  exercises: [{ courseId: 1, total: 9, answered: 4, right: 3 }],
  runs: [
    {
      courseId: 1,
      lesson: 'The opening range',
      startedAt: '2026-11-20T17:00:00Z',
      endedAt: null,
      verdict: null,
    },
    {
      courseId: 1,
      lesson: 'The opening range',
      startedAt: '2026-11-19T17:00:00Z',
      endedAt: '2026-11-19T17:20:00Z',
      verdict: 'failed',
    },
  ],
  keys: [
    {
      id: 3,
      key: 'BWMVA-AAAAA-BBBBB-CCCCC-DDDDD',
      courseId: 1,
      state: 'used',
      issuedAt: '2026-09-01T08:00:00Z',
      usedAt: '2026-09-02T08:00:00Z',
    },
  ],
  orders: [
    {
      reference: 'a1b2c3',
      paidAt: '2026-09-01T08:00:00Z',
      title: '3-Month Access',
      total: 30_000,
      refunded: 0,
      refund: null,
      currency: 'eur',
      state: 'paid',
      quantity: 1,
      keys: [],
    },
  ],
  mails: [
    {
      id: 21,
      kind: 'purchase_key',
      state: 'failed',
      createdAt: '2026-11-19T08:00:00Z',
      detail: '550 no such user',
    },
  ],
  devices: [{ id: 5, name: 'Firefox on Linux', lastSeen: '2026-11-20T17:05:00Z', watching: true }],
  notes: [],
  trail: [
    {
      at: '2026-11-20T17:00:00Z',
      actor: 'mara',
      action: 'session.opened',
      by: 'member',
      user: 'mara',
    },
    {
      at: '2026-11-21T09:00:00Z',
      actor: 'Eva',
      action: 'users.grant',
      by: 'staff',
      user: 'mara',
      subject: 'futures-foundations for 3m',
      reason: 'wrote that it does not open',
    },
  ],
};

export const emptyToday: Schemas['StaffToday'] = {
  stuck: [],
  ending: [],
  failedMails: [],
  discord: [],
  payments: [],
  questions: [],
  reports: [],
  week: { days: [], membersWhoWatched: 0, income: [], stops: [] },
};

export const EVA: Schemas['StaffUser'] = { name: 'Eva', role: 'owner' };

export function staffQuestion(
  change: Partial<Schemas['StaffQuestion']> = {},
): Schemas['StaffQuestion'] {
  return {
    id: 12,
    seconds: 245,
    text: 'Why is the tick worth 12.50 here?',
    by: 'mara',
    askedAt: '2026-11-20T17:05:00Z',
    private: false,
    mine: false,
    hidden: false,
    priority: false,
    answer: null,
    memberId: 7,
    courseId: 1,
    courseTitle: 'Futures Foundations',
    videoId: 12,
    lessonTitle: 'What a tick is worth',
    ...change,
  };
}

/** A signed-in name of staff, nothing to do, one member. Handlers that a test adds later take precedence. */
export function staffSignedIn(user: Schemas['StaffUser'] = EVA): void {
  server.use(
    http.get('/api/staff/session', () => HttpResponse.json(user)),
    http.get('/api/staff/today', () => HttpResponse.json(emptyToday)),
    http.get('/api/staff/questions', () => HttpResponse.json([])),
    http.get('/api/staff/members/7', () => HttpResponse.json(staffMember)),
    http.get('/api/courses', () => HttpResponse.json([{ id: 1, title: 'Futures Foundations' }])),
    http.post('/api/staff/passkey-challenge', () => HttpResponse.json(REQUEST_OPTIONS)),
  );
}

/** From now on every call of staff is answered as without a session. */
export function staffSignedOut(): void {
  server.use(
    http.post('/api/staff/passkey-challenge', () => HttpResponse.json(REQUEST_OPTIONS)),
    http.all('/api/staff/*', ({ request }) =>
      request.url.endsWith('/passkey-challenge') ? undefined : unauthenticatedAnswer(),
    ),
  );
}

export const passkeyRequired = () =>
  refusal(401, 'passkey_required', 'Please show your passkey again');

/** The bodies that are sent to an address, each answered by `answer`. */
export function received(
  method: 'post' | 'put' | 'delete',
  path: string,
  answer: (body: unknown) => Response | Promise<Response>,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
      bodies.push(body);
      return answer(body);
    }),
  );
  return bodies;
}
