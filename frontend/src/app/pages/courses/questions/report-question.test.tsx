import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { expect, it } from 'vitest';

import type { Question } from '@/features/questions/api';
import { serveCourse } from '@/test/fake-course';
import { refusal } from '@/test/server';
import { watch } from '@/test/watch';

import './lesson-questions';
import '../watch-course';

const TEXT = 'Buy at my broker, it is better?';
const question = (change: Partial<Question> = {}): Question => ({
  id: 1,
  seconds: 41,
  text: TEXT,
  by: 'other',
  askedAt: '2026-11-20T10:00:00Z',
  private: false,
  hidden: false,
  mine: false,
  answer: { html: '<p>No.</p>', by: 'Anna', answeredAt: '2026-11-21T10:00:00Z' },
  ...change,
});

async function open(questions: Question[], ...handlers: RequestHandler[]) {
  const sent: unknown[] = [];
  serveCourse(
    {},
    http.get('/api/videos/701/questions', () => HttpResponse.json(questions)),
    ...handlers,
    http.post('/api/questions/1/report', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 202 });
    }),
  );
  const view = await watch('/portal/course/7');
  await view.user.click(await screen.findByRole('button', { name: /^Questions/ }));
  const region = within(await screen.findByRole('region', { name: 'Questions' }));
  await region.findAllByRole('article');
  return { ...view, sent, region };
}

const opener = () => screen.getByRole('button', { name: 'Report' });
const field = () => screen.findByLabelText('What is wrong with it?');

it('a question of another member is reported with a reason, and says so in its place', async () => {
  const { user, sent } = await open([question()]);
  expect(opener()).toHaveAccessibleDescription(TEXT);
  await user.click(opener());
  const form = within(await screen.findByRole('form', { name: 'Report' }));
  await waitFor(async () => expect(await field()).toHaveFocus());
  await user.click(form.getByRole('button', { name: 'Report' }));
  expect(await form.findByText('Reason is required')).toBeVisible();
  await user.type(await field(), '  an advertisement ');
  await user.click(form.getByRole('button', { name: 'Report' }));
  const said = await screen.findByText(/^You reported this question\. It stays until/);
  expect(said).toHaveFocus();
  expect(sent).toEqual([{ reason: 'an advertisement' }]);
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});

it('a second report says that there was one', async () => {
  const { user } = await open(
    [question()],
    http.post('/api/questions/1/report', () =>
      refusal(409, 'already_reported', 'You reported this question already'),
    ),
  );
  await user.click(opener());
  await user.type(await field(), 'again{Tab}{Enter}');
  expect(await screen.findByText(/^You reported this question already\./)).toHaveFocus();
});

it('a reason over 500 characters is refused at the field', async () => {
  const { user, sent } = await open([question()]);
  await user.click(opener());
  await user.click(await field());
  await user.paste('é'.repeat(501));
  await user.keyboard('{Tab}{Enter}');
  expect(await screen.findByText('Reason must be at most 500 characters')).toBeVisible();
  expect(sent).toEqual([]);
});

it('a report that fails keeps its text, and Escape leads back to the button', async () => {
  const { user } = await open(
    [question()],
    http.post('/api/questions/1/report', () => HttpResponse.error()),
  );
  await user.click(opener());
  await user.type(await field(), 'an advertisement{Tab}{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'It was not reported. No connection to the server.',
  );
  expect(await field()).toHaveValue('an advertisement');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener()).toHaveFocus());
});

it('own, private and unanswered questions cannot be reported', async () => {
  await open([
    question({ mine: true }),
    question({ id: 2, private: true }),
    question({ id: 3, answer: null }),
  ]);
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});

it('the asker of a hidden question sees it, and that no other member does', async () => {
  const { region } = await open([question({ mine: true, hidden: true })]);
  const article = region.getByRole('article');
  expect(article).toHaveTextContent('Hidden');
  expect(article).toHaveTextContent(
    'The staff have hidden this question: no other member sees it. The reason was mailed to you.',
  );
  expect(article).toHaveTextContent('No.');
});
