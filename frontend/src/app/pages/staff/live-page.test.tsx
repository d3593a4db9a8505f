import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { liveSession } from '@/test/live';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { emptyToday, received, staffSignedIn } from '@/test/staff';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const JOIN = 'https://meet.example/room';

const details: Schemas['StaffLiveDetails'] = {
  ...liveSession(0, { courseId: 9 }),
  startsAt: '2026-12-01T19:00:00Z',
  endsAt: '2026-12-01T20:30:00Z',
  joinsAt: '2026-12-01T18:45:00Z',
  zone: 'Europe/Brussels',
  state: 'planned',
  joins: 0,
  text: null,
  join: JOIN,
  channel: null,
  attendance: [],
  mails: [],
  told: [],
};

function planned(...sessions: Schemas['StaffLiveDetails'][]): void {
  server.use(
    http.get('/api/staff/live', () => HttpResponse.json(sessions)),
    http.get('/api/staff/live/:id', ({ params }) =>
      HttpResponse.json(sessions.find(({ id }) => String(id) === params.id)),
    ),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  staffSignedIn();
});
afterEach(() => vi.useRealTimers());

const button = (name: string) => screen.getByRole('button', { name });

async function fill(user: UserEvent, label: string, text: string) {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

async function opened() {
  const { user } = await renderApp('/staff/live');
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  await screen.findByText(`Held at ${JOIN}`);
  return user;
}

describe('planning', () => {
  test('writes a weekly series, and says beforehand which', async () => {
    planned();
    const sent = received('post', '/api/staff/live', () =>
      HttpResponse.json({ ids: [1, 2, 3] }, { status: 201 }),
    );
    const { user } = await renderApp('/staff/live');
    expect(await screen.findByText('No live sessions are planned.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Live' })).toHaveAttribute('aria-current', 'page');
    await user.click(button('Plan a session'));
    expect(screen.queryByText(/^Plans /)).toBeNull();
    await user.selectOptions(screen.getByLabelText('Course'), 'Futures Foundations');
    await fill(user, 'Title', 'Open floor');
    await fill(user, 'Day and time', '2026-12-15T20:00');
    await fill(user, 'Time zone', 'Europe/Brussels');
    await fill(user, 'Where', JOIN);
    await fill(user, 'Weeks', '3');
    expect(
      screen.getByText(
        /^Plans 3 sessions, a week apart: Tuesday 15 December, 20:00 to 21:30 in Brussels, the last on Tuesday 29 December\. Each can be changed alone\./,
      ),
    ).toBeVisible();
    await user.click(button('Plan a session'));
    expect(await screen.findByText('3 sessions are planned.')).toBeVisible();
    expect(sent).toEqual([
      {
        courseId: 1,
        title: 'Open floor',
        start: '2026-12-15T20:00',
        zone: 'Europe/Brussels',
        minutes: 90,
        join: JOIN,
        weekly: 3,
      },
    ]);
    await waitFor(() => expect(button('Plan a session')).toHaveFocus());
  });

  test('is not sent with a zone that does not exist, a plain address or too many weeks', async () => {
    planned(details);
    const sent = received('post', '/api/staff/live', () => HttpResponse.json({ ids: [1] }));
    const { user } = await renderApp('/staff/live');
    await user.click(await screen.findByRole('button', { name: 'Plan a session' }));
    await fill(user, 'Title', 'Open floor');
    await fill(user, 'Time zone', 'Europe/Atlantis');
    await fill(user, 'Where', 'http://meet.example/room');
    await fill(user, 'Minutes', '4');
    await fill(user, 'Weeks', '27');
    await user.click(button('Plan a session'));
    expect(await screen.findByText('Write a time zone such as Europe/Brussels')).toBeVisible();
    expect(screen.getByLabelText('Course')).toBeInvalid();
    expect(screen.getByText('Choose a day and a time')).toBeVisible();
    expect(screen.getByText(/^Write an https address/)).toBeVisible();
    expect(screen.getByText('Between 5 and 720 minutes')).toBeVisible();
    expect(screen.getByText('Between 1 and 26 weeks')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('shows at its field what the server says, and sends a channel as one', async () => {
    planned(details);
    const sent = received('post', '/api/staff/live', () =>
      refusal(400, 'invalid_input', 'Look again.', { channel: 'Discord is not configured' }),
    );
    const { user } = await renderApp('/staff/live');
    await user.click(await screen.findByRole('button', { name: 'Plan a session' }));
    expect(screen.getByLabelText('Time zone')).toHaveValue('Europe/Brussels');
    await user.selectOptions(screen.getByLabelText('Course'), 'Futures Foundations');
    await fill(user, 'Title', 'Open floor');
    await fill(user, 'Day and time', '2026-12-15T20:00');
    await fill(user, 'Where', '4711');
    await user.click(button('Plan a session'));
    expect(await screen.findByText('Discord is not configured')).toBeVisible();
    expect(screen.getByLabelText('Where')).toBeInvalid();
    expect(sent).toEqual([expect.objectContaining({ channel: '4711' })]);
  });
});

test('a hidden course to which a member has access can have its first session', async () => {
  planned();
  const week = { ...emptyToday.week, stops: [{ courseId: 4, title: 'Live room', lessons: [] }] };
  server.use(http.get('/api/staff/today', () => HttpResponse.json({ ...emptyToday, week })));
  const sent = received('post', '/api/staff/live', () =>
    HttpResponse.json({ ids: [1] }, { status: 201 }),
  );
  const { user } = await renderApp('/staff/live');
  await user.click(await screen.findByRole('button', { name: 'Plan a session' }));
  await screen.findByRole('option', { name: 'Live room' });
  await user.selectOptions(screen.getByLabelText('Course'), 'Live room');
  await fill(user, 'Title', 'Open floor');
  await fill(user, 'Day and time', '2026-12-15T20:00');
  await fill(user, 'Where', JOIN);
  await user.click(button('Plan a session'));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ courseId: 4 })]));
});

describe('a session', () => {
  test('is renamed without a mail, and only what changed is sent', async () => {
    planned(details);
    const sent = received('put', '/api/staff/live/3', () => HttpResponse.json(details));
    const user = await opened();
    expect(screen.getByText('Tuesday 1 December, 20:00 to 21:30 in Brussels')).toBeVisible();
    await user.click(button('Change'));
    expect(screen.getByLabelText('Day and time')).toHaveValue('2026-12-01T20:00');
    expect(screen.getByText(/^Changes this date alone/)).toBeVisible();
    await fill(user, 'Title', 'Questions and answers');
    await user.click(button('Change'));
    expect(await screen.findByText('The session is changed.')).toBeVisible();
    expect(sent).toEqual([{ title: 'Questions and answers' }]);
  });

  test('is not said to be changed where nothing is different', async () => {
    planned(details);
    const sent = received('put', '/api/staff/live/3', () => HttpResponse.json(details));
    const user = await opened();
    await user.click(button('Change'));
    await user.click(button('Change'));
    expect(await screen.findByText('Nothing was changed.')).toBeVisible();
    expect(sent).toEqual([]);
    await waitFor(() => expect(button('Change')).toHaveFocus());
  });

  test('is moved, and its members are mailed', async () => {
    planned(details);
    const sent = received('put', '/api/staff/live/3', () => HttpResponse.json(details));
    const user = await opened();
    await user.click(button('Change'));
    await fill(user, 'Day and time', '2026-12-02T19:30');
    expect(screen.getByText(/are mailed the old time and the new one/)).toBeVisible();
    await user.click(button('Change'));
    expect(await screen.findByText(/^The session is moved/)).toBeVisible();
    expect(sent).toEqual([{ start: '2026-12-02T19:30' }]);
  });

  test('has its text changed in its place, from what it was, without a mail', async () => {
    const text = 'Bring your **journal**.';
    planned({ ...details, text, html: '<p>Bring your <strong>journal</strong>.</p>' });
    const sent = received('put', '/api/staff/live/3', () => {
      planned({ ...details, html: '<p>Bring nothing.</p>' });
      return HttpResponse.json(details);
    });
    const user = await opened();
    expect(button('Change the text')).toHaveAccessibleDescription(details.title);
    await user.click(button('Change the text'));
    expect(screen.getByLabelText('Text')).toHaveFocus();
    expect(screen.getByLabelText('Text')).toHaveValue(text);
    expect(screen.getByText(/No one is mailed/)).toBeVisible();
    await fill(user, 'Text', 'Bring nothing.');
    await user.click(button('Save the text'));
    expect(await screen.findByText('The text is changed.')).toBeVisible();
    expect(await screen.findByText('Bring nothing.')).toBeVisible();
    await waitFor(() => expect(button('Change the text')).toHaveFocus());
    expect(sent).toEqual([{ text: 'Bring nothing.' }]);
  });

  test('without a text can have one, and what the server says of it is at its field', async () => {
    planned(details);
    received('put', '/api/staff/live/3', () =>
      refusal(400, 'invalid_input', 'Look again.', { text: 'At most 5,000 characters' }),
    );
    const user = await opened();
    await user.click(button('Add a text'));
    await fill(user, 'Text', 'Bring your journal.');
    await user.click(button('Save the text'));
    expect(await screen.findByText('At most 5,000 characters')).toBeVisible();
    expect(screen.getByLabelText('Text')).toBeInvalid();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Add a text')).toHaveFocus());
  });

  test('that has ended meanwhile is not changed, and that is said', async () => {
    planned(details);
    received('put', '/api/staff/live/3', () => refusal(409, 'live_over', 'This session is over'));
    const user = await opened();
    await user.click(button('Change'));
    await fill(user, 'Title', 'Too late');
    await user.click(button('Change'));
    expect(await screen.findByText('This session is over')).toBeVisible();
  });

  test('is cancelled with a reason', async () => {
    planned(details);
    const sent = received('post', '/api/staff/live/3/cancel', () => {
      const row = { ...details, state: 'cancelled' as const, reason: 'The teacher is ill.' };
      planned(row);
      return HttpResponse.json(row);
    });
    const user = await opened();
    await user.click(button('Cancel the session'));
    expect(button('Close')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.type(screen.getByLabelText('Reason'), 'The teacher is ill.');
    await user.click(button('Cancel the session'));
    expect(await screen.findByText(/^The session is cancelled, and members/)).toBeVisible();
    expect(await screen.findByText('Cancelled: The teacher is ill.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    expect(sent).toEqual([{ reason: 'The teacher is ill.' }]);
  });

  test('that is past says who joined', async () => {
    planned({
      ...details,
      startsAt: '2026-11-24T19:00:00Z',
      endsAt: '2026-11-24T20:30:00Z',
      state: 'ended',
      joins: 1,
      attendance: [{ memberId: 7, username: 'mara', at: '2026-11-24T18:55:00Z' }],
    });
    await opened();
    const past = within(screen.getByRole('region', { name: 'Past' }));
    expect(past.getByText('1 member joined.')).toBeVisible();
    expect(past.getByRole('link', { name: 'mara' })).toHaveAttribute('href', '/staff/members/7');
    expect(past.queryByRole('button', { name: 'Change' })).toBeNull();
    expect(past.queryByRole('button', { name: 'Cancel the session' })).toBeNull();
  });

  test('that is past and had no member says so in words', async () => {
    const [startsAt, endsAt] = ['2026-11-24T19:00:00Z', '2026-11-24T20:30:00Z'];
    planned({ ...details, startsAt, endsAt, state: 'ended' });
    await renderApp('/staff/live');
    expect(await screen.findByText('No one joined.')).toBeVisible();
  });
});
