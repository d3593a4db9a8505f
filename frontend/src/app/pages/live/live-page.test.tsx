import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { externalRedirect } from '@/lib/external-redirect';
import { queryClient } from '@/lib/query-client';
import { deferred } from '@/test/deferred';
import { memberSignedIn } from '@/test/fixtures';
import { liveSession } from '@/test/live';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const DAY = 24 * 60;
const MEETING = 'https://meet.example/secret-room';

const session = (minutes: number, change: Partial<Schemas['Live']> = {}) =>
  liveSession(minutes, change, NOW);

function planned(...sessions: Schemas['Live'][]): void {
  server.use(http.get('/api/live', () => HttpResponse.json(sessions)));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  memberSignedIn();
});
afterEach(() => vi.useRealTimers());

describe('the next session', () => {
  it('is large, with its time, how long it is, and a Join that says from when', async () => {
    planned(session(60, { title: 'Open floor' }));
    await renderApp('/portal/live');
    const next = within(await screen.findByRole('region', { name: 'Open floor' }));
    expect(next.getByText('Saturday 28 November, 13:00 to 14:30')).toBeVisible();
    expect(next.getByText('Starts in an hour', { exact: false })).toBeInTheDocument();
    const join = next.getByRole('button', { name: 'Join' });
    expect(join).toHaveAttribute('aria-disabled', 'true');
    expect(join).toHaveAccessibleDescription('You can join from 12:45.');
    expect(next.getByText('A live session is education, and no advice.')).toBeVisible();
  });

  it('has a clock in the last hour, whose seconds no screen reader hears', async () => {
    planned(session(12));
    await renderApp('/portal/live');
    const clock = await screen.findByText('12:00');
    expect(clock).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByText('Starts in 12 minutes')).toBeInTheDocument();
    const said = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('');
    expect(said()).not.toContain('Starts');
    vi.setSystemTime(NOW + 2 * 60_000 + 500);
    await screen.findByText('10:00', {}, { timeout: 10_000 });
    expect(said()).toContain('Starts within ten minutes.');
  });

  it('can be joined as soon as it opens, without a reload, and its address is kept nowhere', async () => {
    planned(session(16));
    server.use(http.post('/api/live/3/join', () => HttpResponse.json({ url: MEETING })));
    const to = vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
    const { user } = await renderApp('/portal/live');
    const join = await screen.findByRole('button', { name: 'Join' });
    await user.click(join);
    expect(to).not.toHaveBeenCalled();
    expect(join).not.toHaveClass('bg-accent');
    act(() => join.focus());
    vi.setSystemTime(NOW + 60_000);
    await waitFor(() => expect(join).not.toHaveAttribute('aria-disabled'));
    expect(join).toHaveFocus();
    expect(join).toHaveClass('bg-accent');
    await user.click(join);
    await waitFor(() => expect(to).toHaveBeenCalledWith(MEETING));
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
    const kept = caches.flatMap((cache) => cache.getAll().map(({ state }) => state));
    expect(JSON.stringify([kept, { ...localStorage }, { ...sessionStorage }])).not.toContain(
      'secret-room',
    );
    expect(document.body.innerHTML).not.toContain('secret-room');
  });

  it('says why it cannot be joined, and shows what became of it', async () => {
    planned(session(5));
    server.use(
      http.post('/api/live/3/join', () => {
        planned(session(5, { state: 'cancelled', reason: 'The teacher is ill.' }));
        return refusal(409, 'live_cancelled', 'This session is cancelled');
      }),
    );
    const { user } = await renderApp('/portal/live');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Cancelled: The teacher is ill.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  it('has the time of its zone beside the reader’s, and says that clocks changed', async () => {
    vi.setSystemTime(Date.parse('2026-10-20T12:00:00Z'));
    planned(
      session(0, {
        startsAt: '2026-10-27T19:00:00Z',
        endsAt: '2026-10-27T20:30:00Z',
        joinsAt: '2026-10-27T18:45:00Z',
        zone: 'Europe/Brussels',
        state: 'planned',
      }),
    );
    await renderApp('/portal/live');
    expect(await screen.findByText('Tuesday 27 October, 19:00 to 20:30, your time')).toBeVisible();
    expect(screen.getByText('20:00 to 21:30 in Brussels')).toBeVisible();
    expect(
      screen.getByText('For you this is an hour later than last week: clocks change.'),
    ).toBeVisible();
  });

  it('says that clocks changed also where they are the reader’s from then on', async () => {
    vi.setSystemTime(Date.parse('2026-10-20T12:00:00Z'));
    planned(
      session(0, {
        startsAt: '2026-10-27T19:00:00Z',
        endsAt: '2026-10-27T20:30:00Z',
        joinsAt: '2026-10-27T18:45:00Z',
        zone: 'Europe/London',
        state: 'planned',
      }),
    );
    await renderApp('/portal/live');
    expect(await screen.findByText('Tuesday 27 October, 19:00 to 20:30')).toBeVisible();
    expect(
      screen.getByText('For you this is an hour later than last week: clocks change.'),
    ).toBeVisible();
  });
});

describe('the list', () => {
  it('has those after the next one by day, and cancelled ones with the reason', async () => {
    planned(
      session(60, { id: 1, title: 'First' }),
      session(3 * DAY, { id: 2, title: 'Second', state: 'cancelled', reason: 'A holiday.' }),
      session(3 * DAY + 120, { id: 3, title: 'Third' }),
      session(10 * DAY, { id: 4, title: 'Fourth' }),
    );
    await renderApp('/portal/live');
    const day = within(await screen.findByRole('region', { name: 'Tuesday 1 December' }));
    expect(day.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Second',
      'Third',
    ]);
    expect(day.getByText('Cancelled: A holiday.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Fourth' })).toHaveAttribute('href', '/portal/live/4');
    expect(screen.getAllByText('A live session is education, and no advice.')).toHaveLength(4);
  });

  it('has the first ones of many, and all when asked, with the focus on the next', async () => {
    const titles = Array.from({ length: 10 }, (_, index) => `Session ${index}`);
    planned(...titles.map((title, id) => session(60 + id * 7 * DAY, { id, title })));
    const { user } = await renderApp('/portal/live');
    expect(await screen.findByRole('link', { name: 'Session 8' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Session 9' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 9' }));
    expect(screen.getByRole('link', { name: 'Session 9' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show all 9' })).toBeNull();
  });

  it('leads to the recording of past ones, or says what became of them', async () => {
    planned(
      session(-8 * DAY, { id: 1, title: 'Old', recording: 44, courseId: 9 }),
      session(-4 * DAY, { id: 2, title: 'Off', state: 'cancelled', reason: 'No quorum.' }),
      session(-2 * DAY, { id: 3, title: 'New' }),
    );
    await renderApp('/portal/live');
    const past = within(await screen.findByRole('region', { name: 'Past sessions' }));
    const [newest, cancelled, oldest] = past.getAllByRole('listitem');
    expect(newest).toHaveTextContent('There is no recording yet.');
    expect(cancelled).toHaveTextContent('Cancelled: No quorum.');
    expect(oldest).toHaveTextContent('Friday 20 November');
    const watch = past.getByRole('link', { name: 'Watch the recording' });
    expect(watch).toHaveAttribute('href', '/portal/course/9?lesson=44');
    expect(watch).toHaveAccessibleDescription('Old');
    expect(screen.getByText('No live sessions are planned.')).toBeVisible();
    expect(screen.getByText('The last one was on Thursday 26 November.')).toBeVisible();
  });

  it('comes before what stands below it', async () => {
    const { promise: opened, resolve: open } = deferred();
    server.use(
      http.get('/api/live', async () => {
        await opened;
        return HttpResponse.json([session(-2 * DAY)]);
      }),
    );
    await renderApp('/portal/live');
    await screen.findByText('Loading your live sessions…');
    expect(screen.queryByRole('region', { name: 'In your calendar' })).toBeNull();
    open();
    expect(await screen.findByRole('region', { name: 'In your calendar' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Past sessions' })).toBeVisible();
  });

  it('may be empty, and can be loaded again', async () => {
    server.use(http.get('/api/live', () => refusal(503, 'busy', 'Please try again.')));
    const { user } = await renderApp('/portal/live');
    await screen.findByText('Your live sessions could not be loaded.');
    planned();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No live sessions are planned.')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.queryByText(/The last one/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Live' })).toBeVisible();
  });
});

describe('the page of a session', () => {
  it('has its text and Join, and the way to all', async () => {
    server.use(
      http.get('/api/live/3', () =>
        HttpResponse.json(session(5, { html: '<p>Bring your <strong>notes</strong>.</p>' })),
      ),
    );
    await renderApp('/portal/live/3');
    expect(await screen.findByRole('heading', { level: 1, name: 'Open floor' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Join' })).not.toHaveAttribute('aria-disabled');
    expect(screen.getByText('notes')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All live sessions' })).toHaveAttribute(
      'href',
      '/portal/live',
    );
    await waitFor(() => expect(document.title).toBe('Open floor · Course Portal'));
  });

  it('has the focus on what became of it when Join is gone', async () => {
    let change: Partial<Schemas['Live']> = {};
    server.use(
      http.get('/api/live/3', () => HttpResponse.json(session(5, change))),
      http.post('/api/live/3/join', () => {
        change = { state: 'cancelled', reason: 'The teacher is ill.' };
        return refusal(409, 'live_cancelled', 'This session is cancelled');
      }),
    );
    const { user } = await renderApp('/portal/live/3');
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    const became = await screen.findByText('Cancelled: The teacher is ill.');
    await waitFor(() => expect(became.parentElement).toHaveFocus());
  });

  it.each([403, 404])('says that it is not open to the reader (%i)', async (status) => {
    server.use(http.get('/api/live/3', () => refusal(status, 'no', 'No.')));
    await renderApp('/portal/live/3');
    expect(
      await screen.findByRole('heading', { name: 'This live session is not open to you' }),
    ).toBeVisible();
    expect(document.title).toBe('Live session · Course Portal');
  });
});
