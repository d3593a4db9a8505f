import 'fake-indexeddb/auto';

import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Review } from '@/features/practice/api';
import { forgetAll, keep } from '@/lib/offline/kept-answers';
import { queryClient } from '@/lib/query-client';
import { DAY_MS, EXERCISES, grade, outcome, review } from '@/test/exercises';
import { memberSignedIn, ownCourse } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const { choice, number, level } = EXERCISES;

beforeEach(forgetAll);

/** A member to whom these exercises are due until they are answered. */
function due(list: Review[], answer: Parameters<typeof grade>[0] = () => outcome()) {
  memberSignedIn();
  const { posted, handler } = grade(answer);
  server.use(
    http.get('/api/user/courses', () => HttpResponse.json([ownCourse({ id: 7, language: 'nl' })])),
    http.get('/api/user/reviews', () =>
      HttpResponse.json(
        list.filter(({ exercise }) => posted.every((one) => one.exercise !== exercise.id)),
      ),
    ),
    handler,
  );
  return posted;
}

const button = (name: string) => screen.getByRole('button', { name });

describe('the review', () => {
  it('asks what is due one after another, and says how long each is kept', async () => {
    const posted = due(
      [review(choice), review(number, { lessonTitle: 'Tick value', videoId: 702 })],
      ({ answer }) =>
        Array.isArray(answer)
          ? outcome()
          : outcome({
              correct: false,
              answer: 3,
              explanation: null,
              dueAt: new Date(Date.now() + DAY_MS / 2).toISOString(),
            }),
    );
    const { user } = await renderApp('/portal/review');
    expect(await screen.findByText('Exercise 1 of 2')).toBeVisible();
    expect(screen.getByRole('link', { name: 'What a future is' })).toHaveAttribute(
      'href',
      '/portal/course/7?lesson=701',
    );
    await user.click(screen.getByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    expect(await screen.findByText('Kept for 3 weeks.')).toBeVisible();
    expect(screen.queryByText(/done/i)).toBeNull();
    await user.click(button('Next exercise'));
    expect(await screen.findByText('Exercise 2 of 2')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Reviewed' })).toHaveAttribute(
      'aria-valuetext',
      '1 of 2',
    );
    expect(screen.getByRole('link', { name: 'Tick value' })).toBeVisible();
    await waitFor(() => expect(screen.getByText('How many?').closest('[tabindex]')).toHaveFocus());
    await user.type(screen.getByLabelText(/^Your answer/), '2{Enter}');
    expect(await screen.findByText('Comes back in 12 hours.')).toBeVisible();
    await user.click(button('Finish'));
    expect(await screen.findByText('That was all for now')).toBeVisible();
    expect(screen.getByText('2 exercises reviewed.')).toBeVisible();
    expect(posted.map(({ exercise }) => exercise)).toEqual(['tick-value', 'size']);
  });

  it('keeps an answered exercise in sight although it is due no more', async () => {
    due([review(choice), review(number)]);
    const { user } = await renderApp('/portal/review');
    await user.click(await screen.findByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    await screen.findByText('Correct');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText('Exercise 1 of 2')).toBeVisible();
    expect(screen.getByText('Correct')).toBeVisible();
  });

  it('leaves for later what is put off, and says that it stays due', async () => {
    const posted = due([review(choice), review(number)]);
    const { user } = await renderApp('/portal/review');
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    expect(await screen.findByText('Left for later')).toBeVisible();
    expect(screen.getByText('2 stay due.')).toBeVisible();
    expect(posted).toEqual([]);
  });

  it('says that nothing is due', async () => {
    due([]);
    await renderApp('/portal/review');
    expect(await screen.findByRole('heading', { name: 'Nothing is due' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent('comes back here when it is time');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Review');
  });

  it('can be retried after a failure', async () => {
    due([review(choice)]);
    let broken = true;
    server.use(
      http.get('/api/user/reviews', () =>
        broken ? refusal(503, 'database', 'Down.') : HttpResponse.json([review(choice)]),
      ),
    );
    const { user } = await renderApp('/portal/review');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'What is due could not be loaded.503: Down.',
    );
    broken = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('Exercise 1 of 1')).toBeVisible();
  });

  it('what the course says is in its language', async () => {
    due([review(choice)]);
    await renderApp('/portal/review');
    const prompt = await screen.findByText('What is one tick worth?');
    await waitFor(() => expect(prompt.closest('[lang]')).toHaveAttribute('lang', 'nl'));
    expect(screen.getByRole('link', { name: 'What a future is' }).lang).toBe('nl');
  });

  it('goes on without a connection, and sends the answers afterwards', async () => {
    let cut = false;
    const posted = due([review(choice), review(level)], () =>
      cut ? HttpResponse.error() : outcome(),
    );
    const first = await renderApp('/portal/review');
    await screen.findByText('Exercise 1 of 2');
    first.unmount();
    queryClient.clear();
    cut = true;
    server.use(
      http.get('/api/user/reviews', () => HttpResponse.error()),
      http.get('/api/user/courses', () => HttpResponse.error()),
      http.get('/api/user', () =>
        HttpResponse.json({ id: 1, username: 'reader', email: 'r@e.nl' }),
      ),
    );
    const { user } = await renderApp('/portal/review');
    expect(await screen.findByText('Exercise 1 of 2')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    expect(await screen.findByText(/^Your answer is kept in this browser\. It will/)).toBeVisible();
    await user.click(button('Next exercise'));
    expect(await screen.findByText('Mark the high.')).toBeVisible();
    cut = false;
    posted.length = 0;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(posted).toEqual([{ exercise: 'tick-value', answer: [0] }]));
  });

  it('without a connection shows nothing of a course whose access is over', async () => {
    due([review(choice), review(number, { courseId: 8 })]);
    const first = await renderApp('/portal/review');
    await screen.findByText('Exercise 1 of 2');
    first.unmount();
    queryClient.clear();
    await keep('/api/user/courses', [{ id: 7 }, { id: 8, expiresAt: '2020-01-01T00:00:00Z' }]);
    server.use(
      http.get('/api/user/reviews', () => HttpResponse.error()),
      http.get('/api/user/courses', () => HttpResponse.error()),
    );
    await renderApp('/portal/review');
    expect(await screen.findByText('Exercise 1 of 1')).toBeVisible();
  });
});

describe('the dashboard', () => {
  it.each([
    [1, '1 exercise is due'],
    [3, '3 exercises are due'],
  ])('says that %i are due, and leads to them', async (count, words) => {
    due([review(choice), review(number), review(level)].slice(0, count));
    await renderApp('/portal');
    expect(await screen.findByRole('heading', { name: words })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Review now' })).toHaveAttribute(
      'href',
      '/portal/review',
    );
  });

  it('says nothing where nothing is due, and says where it cannot be known', async () => {
    due([]);
    const first = await renderApp('/portal');
    expect(await screen.findByRole('link', { name: 'Start Learning' })).toBeVisible();
    expect(screen.queryByText(/due/)).toBeNull();
    first.unmount();
    queryClient.clear();
    server.use(http.get('/api/user/reviews', () => refusal(503, 'database', 'Down.')));
    await renderApp('/portal');
    expect(await screen.findByRole('link', { name: 'Start Learning' })).toBeVisible();
    expect(screen.getByText('What is due for review could not be loaded.')).toBeVisible();
    expect(screen.queryByText(/exercises? (is|are) due/)).toBeNull();
  });

  it('does not count what was answered without a connection', async () => {
    due([review(choice), review(number)], () => HttpResponse.error());
    const kept = { courseId: 7, videoId: 701, exercise: 'size', answer: '3' };
    localStorage.setItem(
      'exercise-answer:1:x',
      JSON.stringify({ ...kept, answeredAt: '2026-11-20T10:00:00.000Z' }),
    );
    await renderApp('/portal');
    expect(await screen.findByRole('heading', { name: '1 exercise is due' })).toBeVisible();
  });
});
