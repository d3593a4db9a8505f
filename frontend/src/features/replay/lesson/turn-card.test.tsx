import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';

import { queryClient } from '@/lib/query-client';
import { openRun, replayServer, result } from '@/test/replay/run-server';
import { DISCLAIMER, REPLAY } from '@/test/replay/lesson';
import { server } from '@/test/server';

import { TurnCard } from './turn-card';

const renderCard = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TurnCard courseId={7} videoId={701} replay={REPLAY} language="nl" />
      </MemoryRouter>
    </QueryClientProvider>,
  );

describe('before a run', () => {
  it('says what is traded, the rules and where they were read', async () => {
    server.use(...replayServer().handlers);
    renderCard();
    expect(screen.queryByRole('button', { name: 'Start a run' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Start a run' })).toBeVisible();
    expect(screen.getByText('MES, at most 5 contracts at once')).toBeVisible();
    expect(screen.getByText('A trade needs a stop and risks $100 at most.')).toBeVisible();
    expect(screen.getByText(/below the highest balance at a day’s end/)).toBeVisible();
    expect(screen.getByRole('link', { name: /Rules read on 2026-11-01/ })).toBeVisible();
    expect(screen.getByText(/the firm’s page decides/)).toBeVisible();
  });
});

it('earlier runs that cannot be loaded are named, with another try', async () => {
  let down = true;
  const replay = replayServer();
  server.use(
    http.get('/api/videos/:id/replay/runs', () => {
      if (down) return HttpResponse.json({ code: 'x', message: 'Down.' }, { status: 500 });
      const run = { id: 4, startedAt: '2026-11-20T10:00:00Z', endedAt: '2026-11-20T10:30:00Z' };
      return HttpResponse.json([{ ...run, verdict: 'passed' }]);
    }),
    ...replay.handlers,
  );
  const user = userEvent.setup();
  renderCard();
  expect(await screen.findByText('Your earlier runs could not be loaded.')).toBeVisible();
  expect(screen.getByRole('heading', { name: REPLAY.title }).lang).toBe('nl');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Your runs' })).toBeVisible();
});

it('shows the newest twenty runs, and earlier ones when asked for them', async () => {
  const runs = Array.from({ length: 23 }, (_, index) => {
    const day = String(23 - index).padStart(2, '0');
    const [startedAt, endedAt] = [`2026-10-${day}T10:00:00Z`, `2026-10-${day}T10:30:00Z`];
    return { id: 123 - index, startedAt, endedAt, verdict: 'short', result: null };
  });
  const replay = replayServer();
  server.use(
    http.get('/api/videos/:id/replay/runs', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before') ?? '1000';
      return HttpResponse.json(runs.filter(({ id }) => id < Number(before)).slice(0, 20));
    }),
    ...replay.handlers,
  );
  const user = userEvent.setup();
  renderCard();
  const list = await screen.findByRole('region', { name: 'Your runs' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(20);
  await user.click(within(list).getByRole('button', { name: 'Show earlier runs' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(23));
  expect(within(list).queryByRole('button', { name: 'Show earlier runs' })).toBeNull();
});

it('says how the last run ended, with its disclaimer, and leads to its review', async () => {
  const run = { id: 4, startedAt: '2026-11-20T10:00:00Z', endedAt: '2026-11-20T10:30:00Z' };
  server.use(
    http.get('/api/videos/:id/replay/runs', () =>
      HttpResponse.json([
        { ...run, verdict: 'failed', result: result(openRun(), { verdict: 'failed' }) },
        { ...run, id: 3, verdict: 'passed' },
      ]),
    ),
  );
  renderCard();
  const last = await screen.findByText('Your last run');
  expect(last.parentElement).toHaveTextContent('Failed: a rule was broken');
  expect(screen.getByText(DISCLAIMER)).toBeVisible();
  const [review] = screen.getAllByRole('link', { name: /^Show the review/ });
  expect(review).toHaveAttribute('href', '/portal/course/7?lesson=701&run=4');
  expect(screen.getByRole('button', { name: 'Start another run' })).toBeVisible();
});
