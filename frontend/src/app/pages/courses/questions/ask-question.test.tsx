import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Question } from '@/features/questions/api';
import { queryClient } from '@/lib/query-client';
import { serveCourse } from '@/test/fake-course';
import { address } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { watch } from '@/test/watch';

import './lesson-questions';
import '../watch-course';

const QUESTIONS = '/api/videos/701/questions';
const NEW = 'How is the margin of a contract set?';

const asked = (change: Partial<Question> = {}): Question => ({
  id: 2,
  seconds: 0,
  text: NEW,
  by: 'trader',
  askedAt: '2026-11-20T10:00:00Z',
  private: false,
  hidden: false,
  mine: true,
  answer: null,
  ...change,
});
const place = (change: object = {}) => ({
  videoId: 702,
  courseId: 7,
  courseTitle: 'Futures Foundations',
  lessonTitle: 'Tick value',
  seconds: 12.4,
  snippet: 'The margin of a contract is a deposit.',
  highlights: [],
  ...change,
});

async function open(...handlers: RequestHandler[]) {
  const sent: unknown[] = [];
  serveCourse(
    {},
    ...handlers,
    http.get('/api/search', () => HttpResponse.json([])),
    http.post(QUESTIONS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(asked(), { status: 201 });
    }),
  );
  const view = await watch('/portal/course/7');
  await view.user.click(await screen.findByRole('button', { name: 'Questions' }));
  const region = within(await screen.findByRole('region', { name: 'Questions' }));
  const closed = region.queryByRole('button', { name: 'Ask a question' });
  if (closed) await view.user.click(closed);
  const form = {
    text: () => region.getByLabelText('Your question'),
    ask: () => view.user.click(region.getByRole('button', { name: 'Ask' })),
  };
  return { ...view, sent, region, form };
}

afterEach(() => vi.restoreAllMocks());

describe('asking', () => {
  it('about a second of the player sends it with the trimmed text, and lists the question', async () => {
    const { sent, region, form, user, video } = await open();
    await user.click(screen.getByRole('button', { name: 'Lessons' }));
    video.playTo(41.7);
    await user.click(screen.getByRole('button', { name: 'Ask about 0:41' }));
    expect(form.text()).toHaveFocus();
    await user.type(form.text(), `  ${NEW} `);
    video.playTo(55);
    expect(region.getByText('About 0:41')).toBeVisible();
    await user.click(region.getByRole('checkbox', { name: 'Only for me and the staff' }));
    await form.ask();
    expect(await region.findByRole('article')).toHaveTextContent(NEW);
    expect(sent).toEqual([{ text: NEW, seconds: 41, private: true }]);
    expect(form.text()).toHaveValue('');
    expect(region.getByText(/^Your question is asked\./)).toBeVisible();
  });

  it('takes another second from the player, or none', async () => {
    const { sent, region, form, user, video } = await open();
    video.playTo(10);
    await user.type(form.text(), NEW);
    video.playTo(33);
    expect(region.getByText('About the whole lesson')).toBeVisible();
    await user.click(region.getByRole('button', { name: /^change to the second/ }));
    expect(region.getByText('About 0:33')).toBeVisible();
    await user.click(region.getByRole('button', { name: 'the whole lesson' }));
    await form.ask();
    await waitFor(() => expect(sent).toEqual([{ text: NEW, seconds: 0, private: false }]));
  });

  it('keeps what is written while something else is looked at, and takes a new second', async () => {
    const { region, form, user, video } = await open();
    await user.type(form.text(), NEW);
    await user.click(screen.getByRole('button', { name: 'Lessons' }));
    expect(form.text()).not.toBeVisible();
    video.playTo(20);
    await user.click(screen.getByRole('button', { name: 'Ask about 0:20' }));
    expect(form.text()).toBeVisible();
    expect(form.text()).toHaveValue(NEW);
    expect(region.getByText('About 0:20')).toBeVisible();
  });

  it.each([
    ['short', 'Please write at least 10 characters'],
    ['é'.repeat(1001), 'Please write at most 1,000 characters'],
  ])('refuses what is too short or too long at the field', async (text, message) => {
    const { sent, region, form, user } = await open();
    await user.click(form.text());
    await user.paste(text);
    await form.ask();
    expect(await region.findByText(message)).toBeVisible();
    await waitFor(() => expect(form.text()).toHaveFocus());
    expect(sent).toEqual([]);
  });

  it('searches its words before it is sent, also where it was pasted, and shows what is found, best first', async () => {
    const order: string[] = [];
    const { region, form, user } = await open(
      http.get('/api/search', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q') ?? '';
        order.push(q);
        if (q === 'margin') return HttpResponse.json([place({ snippet: 'A margin.' })]);
        return HttpResponse.json(q === 'contract' ? [place({ kind: 'answer', seconds: 30 })] : []);
      }),
      http.post(QUESTIONS, () => void order.push('sent')),
    );
    await user.click(form.text());
    await user.paste(NEW);
    await form.ask();
    expect(await region.findByText(/^Your question is asked\./)).toBeVisible();
    const links = within(
      region.getByRole('list', { name: 'Said in your courses already' }),
    ).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/portal/course/7?lesson=702&t=30',
      '/portal/course/7?lesson=702&t=12',
    ]);
    expect(links[0]).toHaveTextContent('Answer');
    expect(links[1]).toHaveTextContent('A margin.');
    expect(order).toEqual(['contract', 'margin', 'sent']);
    await user.type(form.text(), 'Another');
    expect(region.queryByRole('list', { name: 'Said in your courses already' })).toBeNull();
  });

  it('shows what is found while the member types', async () => {
    const { sent, region, form, user } = await open(
      http.get('/api/search', () => HttpResponse.json([place()])),
    );
    await user.type(form.text(), NEW);
    expect(await region.findByRole('link', { name: /Tick value/ })).toBeVisible();
    await form.ask();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('moves nothing between the press and the release on its button', async () => {
    let searches = 0;
    const { sent, region, form, user } = await open(
      http.get('/api/search', () => {
        searches += 1;
        return HttpResponse.json([place()]);
      }),
    );
    const found = () => region.queryByRole('link', { name: /Tick value/ });
    await user.type(form.text(), NEW);
    await user.pointer({
      keys: '[MouseLeft>]',
      target: region.getByRole('button', { name: 'Ask' }),
    });
    await waitFor(() => expect(searches).toBe(2));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(found()).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]' });
    await waitFor(() => expect(found()).toBeVisible());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('is not stopped by a search that fails', async () => {
    const { sent, form, user } = await open(
      http.get('/api/search', () => refusal(503, 'busy', 'Busy')),
    );
    await user.type(form.text(), NEW);
    await form.ask();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('says when the next question of a day is possible, and keeps the text', async () => {
    const { region, form, user } = await open(
      http.post(QUESTIONS, () =>
        HttpResponse.json(
          { message: 'Too many attempts', code: 'too_many_attempts' },
          { status: 429, headers: { 'Retry-After': '86400' } },
        ),
      ),
    );
    await user.type(form.text(), NEW);
    await form.ask();
    const alert = await region.findByRole('alert');
    const day = new Date(Date.now() + 86_400_000).getFullYear();
    expect(alert).toHaveTextContent(new RegExp(`again on \\d+ \\w+ ${day} at \\d\\d:\\d\\d`));
    expect(form.text()).toHaveValue(NEW);
  });

  it('without a connection says so and keeps the text, also when the page is opened again', async () => {
    const { region, form, user, unmount } = await open(
      http.post(QUESTIONS, () => HttpResponse.error()),
    );
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(region.getByText(/^You are offline\./)).toBeVisible();
    await user.type(form.text(), NEW);
    await form.ask();
    expect(await region.findByRole('alert')).toHaveTextContent('no connection to the server');
    expect(form.text()).toHaveValue(NEW);
    unmount();
    server.resetHandlers();
    const again = await open();
    expect(again.form.text()).toHaveValue(NEW);
  });

  it('leads to the sign-in page where the session has ended, and the text is there afterwards', async () => {
    const { form, user, unmount } = await open(
      http.post(QUESTIONS, () => {
        server.use(http.get('/api/user', () => refusal(401, 'unauthenticated', 'Sign in first')));
        return refusal(401, 'unauthenticated', 'Sign in first');
      }),
    );
    await user.type(form.text(), NEW);
    await form.ask();
    await waitFor(() => expect(address()).toMatch(/^\/portal\/auth/));
    unmount();
    queryClient.clear();
    server.resetHandlers();
    const again = await open();
    expect(again.form.text()).toHaveValue(NEW);
  });
});
