import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { serveCourse } from '@/test/fake-course';
import { address, renderApp } from '@/test/render-app';
import { refusal } from '@/test/server';

const hit = (change = {}) => ({
  videoId: 702,
  courseId: 7,
  courseTitle: 'Futures Foundations',
  lessonTitle: 'Tick value',
  seconds: 41.6,
  snippet: '🙂 Set the stop loss first.',
  highlights: [
    [11, 15],
    [16, 20],
  ],
  ...change,
});

/** Answers searches; the returned list holds what was asked. */
function serveSearch(answer: (q: string) => object[] = () => [hit()]) {
  const asked: string[] = [];
  const calls = serveCourse(
    {},
    http.get('/api/search', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      asked.push(q);
      return HttpResponse.json(answer(q));
    }),
  );
  return { asked, calls };
}

const field = () => screen.findByRole('searchbox', { name: 'Search your courses' });

describe('a search', () => {
  it('shows the lesson, the sentence with its words marked, and leads to the second', async () => {
    serveSearch();
    await renderApp('/portal/search?q=stop%20loss');
    const link = await screen.findByRole('link', { name: /^Tick value/ });
    expect(link).toHaveAttribute('href', '/portal/course/7?lesson=702&t=41');
    expect([...link.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'stop',
      'loss',
    ]);
    expect(link).toHaveTextContent('🙂 Set the stop loss first.');
    expect(screen.getByText('1 place found')).toBeVisible();
    expect(await field()).toHaveValue('stop loss');
  });

  it('says which places are answers to questions, and leads to the second of the question', async () => {
    serveSearch(() => [
      hit({ kind: 'answer', seconds: 30 }),
      hit({ kind: 'lesson' }),
      hit({ seconds: 50 }),
    ]);
    await renderApp('/portal/search?q=stop');
    const links = await screen.findAllByRole('link', { name: /^Tick value/ });
    expect(links.map((link) => /Tick value Answer/.test(link.textContent ?? ''))).toEqual([
      true,
      false,
      false,
    ]);
    expect(links[0]).toHaveAttribute('href', '/portal/course/7?lesson=702&t=30');
  });

  it('leads to the lesson alone where a title or text says it', async () => {
    serveSearch(() => [hit({ seconds: null })]);
    await renderApp('/portal/search?q=stop');
    const link = await screen.findByRole('link', { name: /^Tick value/ });
    expect(link).toHaveAttribute('href', '/portal/course/7?lesson=702');
  });

  it('follows what is typed, after a pause and not with every key', async () => {
    const { asked } = serveSearch();
    const { user } = await renderApp('/portal/search');
    await user.type(await field(), 'margin');
    expect(await screen.findByRole('link', { name: /^Tick value/ })).toBeVisible();
    expect(address()).toBe('/portal/search?q=margin');
    expect(asked).toEqual(['margin']);
    const found = await field();
    await waitFor(() => expect(found).toHaveFocus());
  });

  it('asks nothing for one character, and says so', async () => {
    const { asked } = serveSearch();
    await renderApp('/portal/search?q=x');
    expect(await screen.findByText('Type at least 2 characters.')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('says that nothing was found', async () => {
    serveSearch(() => []);
    await renderApp('/portal/search?q=bonds');
    expect(await screen.findByText('Nothing in your courses says “bonds”.')).toBeVisible();
  });

  it('says what is wrong with the words', async () => {
    serveCourse(
      {},
      http.get('/api/search', () => refusal(400, 'invalid', 'No', { q: 'Type fewer words' })),
    );
    await renderApp('/portal/search?q=words');
    expect(await screen.findByRole('alert')).toHaveTextContent('Type fewer words');
  });

  it('can be retried after a failure', async () => {
    let broken = true;
    serveCourse(
      {},
      http.get('/api/search', () =>
        broken ? refusal(503, 'busy', 'Try again soon') : HttpResponse.json([hit()]),
      ),
    );
    const { user } = await renderApp('/portal/search?q=stop');
    expect(await screen.findByRole('alert')).toHaveTextContent('503: Try again soon');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /^Tick value/ })).toBeVisible();
  });

  it('goes through what it found with the arrow keys', async () => {
    serveSearch(() => [hit(), hit({ videoId: 703, lessonTitle: 'Margin' })]);
    const { user } = await renderApp('/portal/search?q=stop');
    const [first, second] = within(
      await screen.findByRole('list', { name: 'Found lessons' }),
    ).getAllByRole('link');
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(first).toHaveFocus();
  });
});

describe('the field in the portal’s bar', () => {
  it('has the focus after / and searches with Enter', async () => {
    serveSearch();
    const { user } = await renderApp('/portal/courses');
    const bar = await field();
    await user.keyboard('/');
    expect(bar).toHaveFocus();
    expect(bar).toHaveValue('');
    await user.keyboard('stop{Enter}');
    await waitFor(() => expect(address()).toBe('/portal/search?q=stop'));
    expect(await screen.findByRole('link', { name: /^Tick value/ })).toBeVisible();
  });

  it('leaves / to a field that is typed into', async () => {
    serveSearch();
    const { user } = await renderApp('/portal/search');
    await user.type(await field(), 'eur/usd');
    expect(await field()).toHaveValue('eur/usd');
  });
});
