import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { liveSession } from '@/test/live';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';
import { staffSignedIn } from '@/test/staff';

const START = '2026-12-01T19:00:00Z';

function planned(change: Partial<Schemas['StaffLiveDetails']>): void {
  const session: Schemas['StaffLiveDetails'] = {
    ...liveSession(0),
    startsAt: START,
    endsAt: '2026-12-01T20:30:00Z',
    zone: 'Europe/Brussels',
    state: 'planned',
    joins: 0,
    join: 'https://meet.example/room',
    channel: null,
    attendance: [],
    mails: [],
    told: [],
    ...change,
  };
  server.use(
    http.get('/api/staff/live', () => HttpResponse.json([session])),
    http.get('/api/staff/live/:id', () => HttpResponse.json(session)),
  );
}

async function opened() {
  const { user } = await renderApp('/staff/live');
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  await screen.findByText('Held at https://meet.example/room');
  return user;
}

const told = () => screen.getByRole('list', { name: 'What members were told' });

function rowOf(sentence: string) {
  const row = within(told())
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(sentence) !== null);
  if (row === undefined) throw new Error(`No row says "${sentence}".`);
  return within(row);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T12:00:00Z') });
  staffSignedIn();
});
afterEach(() => vi.useRealTimers());

test('each notice is a sentence with how many were mailed, who, and whose mail has not left', async () => {
  const moved = { kind: 'live_moved', start: START };
  planned({
    mails: [
      { kind: 'live_soon', start: '2026-11-29T19:00:00Z', members: 3, sent: 3 },
      { ...moved, members: 3, sent: 1 },
    ],
    told: [
      { ...moved, memberId: 8, username: 'jon', sentAt: null },
      { ...moved, memberId: 7, username: 'mara', sentAt: '2026-11-28T11:30:00Z' },
    ],
  });
  const user = await opened();
  const soon = rowOf('That it starts on Sunday 29 November at 20:00 in Brussels');
  expect(soon.getByText('Mailed to 3 members.')).toBeVisible();
  expect(soon.queryByText('Who')).toBeNull();
  const row = rowOf('That it is moved to Tuesday 1 December at 20:00 in Brussels');
  const counts =
    'For 3 members: 1 mailed, 2 not sent yet, the last on 28 November 2026 at 11:30 UTC.';
  expect(row.getByText(counts)).toBeVisible();
  expect(row.getByRole('link', { name: 'jon', hidden: true })).not.toBeVisible();
  await user.click(row.getByText('Who'));
  expect(row.getByRole('link', { name: 'jon' })).toHaveAttribute('href', '/staff/members/8');
  expect(row.getByText('not sent yet')).toBeVisible();
  expect(row.getByText('28 November 2026 at 11:30 UTC')).toBeVisible();
  expect(row.getByText('And 1 member before them.')).toBeVisible();
});

test('a cancelled session says so, also while no mail has left, and an unknown kind is its code', async () => {
  planned({
    state: 'cancelled',
    mails: [
      { kind: 'live_cancelled', start: START, members: 1, sent: 0 },
      { kind: 'live_extended', start: START, members: 2, sent: 2 },
    ],
  });
  await opened();
  expect(
    rowOf('That it is not held on Tuesday 1 December at 20:00 in Brussels').getByText(
      'For 1 member, not sent yet.',
    ),
  ).toBeVisible();
  expect(
    rowOf('live_extended, of Tuesday 1 December at 20:00 in Brussels').getByText(
      'Mailed to 2 members.',
    ),
  ).toBeVisible();
});

test('a session of which no member was told says nothing of it', async () => {
  planned({});
  await opened();
  expect(screen.queryByText('What members were told')).toBeNull();
});
