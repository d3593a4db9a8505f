// What other pages show of live sessions.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { serveCourse } from '@/test/fake-course';
import { memberSignedIn } from '@/test/fixtures';
import { liveSession } from '@/test/live';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { watch } from '@/test/watch';

import '../courses/watch-course';

const DAY = 24 * 60;

function planned(...sessions: Schemas['Live'][]): void {
  server.use(http.get('/api/live', () => HttpResponse.json(sessions)));
}

describe('the dashboard', () => {
  it('shows the next session above what to continue, and leads to it', async () => {
    memberSignedIn();
    planned(
      liveSession(60, { id: 2, title: 'Called off', state: 'cancelled' }),
      liveSession(3 * DAY, { id: 3, title: 'Open floor' }),
      liveSession(4 * DAY, { id: 4, title: 'Later' }),
    );
    await renderApp('/portal');
    const card = await screen.findByRole('region', { name: 'Next live session' });
    expect(within(card).getByText('Open floor')).toBeVisible();
    expect(within(card).getByText('Starts in 3 days')).toBeVisible();
    expect(within(card).getByText('A live session is education, and no advice.')).toBeVisible();
    const link = within(card).getByRole('link', { name: 'Go to the session' });
    expect(link).toHaveAttribute('href', '/portal/live/3');
    const recent = screen.getByRole('heading', { name: 'Continue Learning' });
    expect(card.compareDocumentPosition(recent)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText('Later')).toBeNull();
  });

  it.each([
    ['of the week after', () => planned(liveSession(7 * DAY + 5))],
    ['that is past', () => planned(liveSession(-2 * DAY))],
    [
      'that cannot be loaded',
      () => server.use(http.get('/api/live', () => refusal(503, 'b', 'B.'))),
    ],
  ])('shows nothing of one %s', async (_name, given) => {
    memberSignedIn();
    given();
    await renderApp('/portal');
    await screen.findByRole('heading', { name: 'Continue Learning' });
    expect(screen.queryByText('Next live session')).toBeNull();
  });
});

describe('the course page', () => {
  it('lists the coming sessions of its course alone', async () => {
    serveCourse();
    planned(
      liveSession(-2 * DAY, { id: 1, courseId: 7, title: 'Past' }),
      liveSession(DAY, { id: 2, courseId: 7, title: 'Its own' }),
      liveSession(2 * DAY, { id: 3, courseId: 8, title: 'Of another' }),
    );
    await watch('/portal/course/7');
    const part = within(await screen.findByRole('region', { name: 'Live sessions' }));
    expect(part.getByRole('link', { name: 'Its own' })).toHaveAttribute('href', '/portal/live/2');
    expect(part.getAllByRole('listitem')).toHaveLength(1);
    expect(part.getByRole('link', { name: 'All live sessions' })).toHaveAttribute(
      'href',
      '/portal/live',
    );
  });

  it('has no such part without a session', async () => {
    serveCourse();
    planned(liveSession(DAY, { courseId: 8 }));
    await watch('/portal/course/7');
    expect(screen.queryByRole('heading', { name: 'Live sessions' })).toBeNull();
  });
});
