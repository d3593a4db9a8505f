import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { emptyToday, received, staffSignedIn } from '@/test/staff';

const TEXT = 'Buy at my broker, it is better?';
const report = (change: Partial<Schemas['ReportRow']> = {}): Schemas['ReportRow'] => ({
  questionId: 12,
  videoId: 3,
  lessonTitle: 'Ticks',
  text: TEXT,
  reason: 'an advertisement',
  by: 'fay_s',
  reportedAt: '2026-11-24T08:00:00Z',
  ...change,
});

const reported = (...reports: Schemas['ReportRow'][]) =>
  server.use(http.get('/api/staff/today', () => HttpResponse.json({ ...emptyToday, reports })));

beforeEach(() => staffSignedIn());

const list = async () => within(await screen.findByRole('list', { name: 'Reported questions' }));

test('a question that two members reported is listed once, with both reasons', async () => {
  reported(
    report(),
    report({ by: 'gus', reason: 'rude' }),
    report({ questionId: 13, text: 'Why?' }),
  );
  await renderApp('/staff');
  const [first, second] = (await list()).getAllByRole('listitem');
  expect(first).toHaveTextContent(
    `${TEXT}Ticks“an advertisement” fay_s, 24 November 2026 at 08:00 UTC“rude” gus,`,
  );
  expect(second).toHaveTextContent('Why?');
  expect((await list()).getByRole('link', { name: TEXT })).toHaveAttribute(
    'href',
    '/staff/questions?answered=true#question-12',
  );
});

test('it is hidden with a reason, and leaves the list', async () => {
  reported(report());
  const sent = received('post', '/api/staff/questions/12/hide', () => {
    reported();
    return HttpResponse.json({});
  });
  const { user } = await renderApp('/staff');
  const hide = (await list()).getByRole('button', { name: 'Hide' });
  expect(hide).toHaveAccessibleDescription(TEXT);
  await user.click(hide);
  await user.click((await list()).getByRole('button', { name: 'Hide' }));
  expect(await screen.findByText('Reason is required')).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'it advertises a broker');
  await user.click((await list()).getByRole('button', { name: 'Hide' }));
  await screen.findByText('Nothing waits for you.');
  const said = screen.getByText(/^The question is hidden/);
  await waitFor(() => expect(said).toHaveFocus());
  expect(sent).toEqual([{ reason: 'it advertises a broker' }]);
});

test('it is kept with a reason, and one that was hidden meanwhile leaves the list', async () => {
  reported(report(), report({ questionId: 13, text: 'Why?' }));
  const sent = received('delete', '/api/staff/questions/13/reports', () => {
    reported(report());
    return new HttpResponse(null, { status: 204 });
  });
  const { user } = await renderApp('/staff');
  const row = async (text: string) =>
    within((await list()).getByText(text).closest('li') ?? document.body);
  await user.click((await row('Why?')).getByRole('button', { name: 'Keep' }));
  await user.type(screen.getByLabelText('Reason'), 'a fair question');
  await user.click((await row('Why?')).getByRole('button', { name: 'Keep' }));
  expect(await screen.findByText('The question stays.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Why?')).toBeNull());
  expect(sent).toEqual([{ reason: 'a fair question' }]);

  received('delete', '/api/staff/questions/12/reports', () => {
    reported();
    return refusal(409, 'question_hidden', 'This question is hidden');
  });
  await user.click((await row(TEXT)).getByRole('button', { name: 'Keep' }));
  await user.type(screen.getByLabelText('Reason'), 'a fair question');
  await user.click((await row(TEXT)).getByRole('button', { name: 'Keep' }));
  await screen.findByText('Nothing waits for you.');
});
