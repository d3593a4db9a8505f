import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Question } from '@/features/questions/api';
import { SECTIONS, serveCourse } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal } from '@/test/server';
import { watch } from '@/test/watch';

import './lesson-questions';
import '../watch-course';

const question = (change: Partial<Question> = {}): Question => ({
  id: 1,
  seconds: 41,
  text: 'Why is the tick a quarter of a point?',
  by: 'other',
  askedAt: '2026-11-20T10:00:00Z',
  private: false,
  hidden: false,
  mine: false,
  answer: {
    html: '<p>Because the <strong>exchange</strong> says so.</p>',
    by: 'Anna',
    answeredAt: '2026-11-21T10:00:00Z',
  },
  ...change,
});
const own = (change: Partial<Question> = {}) =>
  question({
    id: 2,
    seconds: 60,
    text: 'Is the margin paid back?',
    by: 'trader',
    mine: true,
    answer: null,
    ...change,
  });

const QUESTIONS = '/api/videos/701/questions';
const NEW = 'How is the margin of a contract set?';
const list = (questions: Question[]) => http.get(QUESTIONS, () => HttpResponse.json(questions));
const found = (places: object[] = []) => http.get('/api/search', () => HttpResponse.json(places));

async function open(...handlers: RequestHandler[]) {
  const calls = serveCourse({}, ...handlers);
  const view = await watch('/portal/course/7');
  await view.user.click(tab());
  const region = within(await screen.findByRole('region', { name: 'Questions' }));
  return { ...view, calls, region };
}

const tab = () => screen.getByRole('button', { name: /^Questions/ });

type Region = Awaited<ReturnType<typeof open>>['region'];
const field = (region: Region) => region.getByLabelText('Your question');
const ask = (region: Region) => region.getByRole('button', { name: 'Ask' });

afterEach(() => vi.restoreAllMocks());

describe('the questions of a lesson', () => {
  it('are listed with their answers; each leads to its second, and the own one says so', async () => {
    const { region, user, video } = await open(list([question(), own({ private: true })]));
    const [first, second] = await region.findAllByRole('article');
    if (!first || !second) throw new Error('Two questions are listed.');
    expect(within(first).getByText('exchange')).toBeVisible();
    expect(first).toHaveTextContent(/^0:41At 41 seconds ?other/);
    expect(second).toHaveTextContent('Asked by you');
    expect(second).toHaveTextContent('Only for you and the staff');
    expect(second).toHaveTextContent('Not answered yet');
    expect(first).not.toHaveTextContent('Asked by you');
    await user.click(within(first).getByRole('link', { name: /At 41 seconds/ }));
    await waitFor(() => expect(video.element.currentTime).toBe(41));
  });

  it('stand behind a tab that says how many there are', async () => {
    serveCourse({}, list([question(), own()]));
    const { user } = await watch('/portal/course/7');
    const button = await screen.findByRole('button', { name: 'Questions 2' });
    expect(screen.queryByRole('region', { name: 'Questions' })).toBeNull();
    await user.click(button);
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    expect(screen.queryByRole('navigation', { name: 'Lessons' })).toBeNull();
  });

  it('about no second have no link to one', async () => {
    const { region } = await open(list([question({ seconds: 0 })]));
    const article = await region.findByRole('article');
    expect(within(article).queryByRole('link')).toBeNull();
  });

  it('that cannot be loaded are asked for again, and can be asked meanwhile', async () => {
    let busy = true;
    const { region, user } = await open(
      http.get(QUESTIONS, () =>
        busy ? refusal(503, 'database_unavailable', 'Busy') : HttpResponse.json([question()]),
      ),
    );
    expect(
      await region.findByText('The questions of this lesson could not be loaded.'),
    ).toBeVisible();
    await user.click(region.getByRole('button', { name: 'Ask a question' }));
    expect(field(region)).toBeEnabled();
    busy = false;
    await user.click(region.getByRole('button', { name: 'Try again' }));
    expect(await region.findByRole('article')).toBeVisible();
  });

  it('are deleted until they are answered', async () => {
    const { region, user, calls } = await open(
      list([question(), own()]),
      http.delete('/api/questions/2', () => new HttpResponse(null, { status: 204 })),
    );
    const remove = await region.findAllByRole('button', { name: 'Delete the question' });
    expect(remove).toHaveLength(1);
    await user.click(remove[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog'));
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Delete the question' }));
    await waitFor(() => expect(region.getAllByRole('article')).toHaveLength(1));
    await waitFor(() => expect(region.getByRole('heading', { name: 'Questions' })).toHaveFocus());
  });

  it('that were answered meanwhile stay, with the answer', async () => {
    let answered = false;
    const { region, user } = await open(
      http.get(QUESTIONS, () =>
        HttpResponse.json([answered ? own({ answer: question().answer }) : own()]),
      ),
      http.delete('/api/questions/2', () => {
        answered = true;
        return refusal(409, 'question_answered', 'This question is answered');
      }),
    );
    await user.click(await region.findByRole('button', { name: 'Delete the question' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete the question' }));
    expect(await screen.findByText('It was answered meanwhile, and stays.')).toBeVisible();
    expect(await region.findByText('exchange')).toBeVisible();
    expect(region.queryByRole('button', { name: 'Delete the question' })).toBeNull();
  });

  it('are marked in the transcript, also while it is searched', async () => {
    const transcript = [
      { start: 0, end: 30, text: 'A future is a promise' },
      { start: 40, end: 44, text: 'A tick is a quarter.' },
      { start: 50, end: 90, text: 'The margin is a deposit.' },
    ];
    serveCourse(
      { content: { transcript, captions: [{ language: 'en', label: 'English', url: '/c' }] } },
      list([question(), own({ id: 3, seconds: 42 }), own({ seconds: 0 })]),
    );
    const { user } = await watch('/portal/course/7');
    await user.click(await screen.findByRole('button', { name: 'Transcript' }));
    const region = within(await screen.findByRole('region', { name: 'Transcript' }));
    expect(
      await region.findByRole('button', { name: /tick is a quarter.*2 questions/ }),
    ).toBeVisible();
    expect(region.getAllByText(/\d questions?/)).toHaveLength(1);
    await user.type(region.getByRole('searchbox'), 'future');
    expect(region.queryByText(/\d questions?/)).toBeNull();
  });

  it('belong to a written lesson too, about no second', async () => {
    const [section] = SECTIONS;
    const [lesson] = section?.videos ?? [];
    if (!section || !lesson) throw new Error('The course has a lesson.');
    const written = { ...lesson, kind: 'text' as const, url: null, duration: 0 };
    const sent: unknown[] = [];
    serveCourse(
      { sections: [{ ...section, videos: [written] }], content: { kind: 'text', file: null } },
      found(),
      http.post(QUESTIONS, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(own({ seconds: 0 }), { status: 201 });
      }),
    );
    const { user } = await renderApp('/portal/course/7');
    await user.click(await screen.findByRole('button', { name: 'Questions' }));
    const region = within(await screen.findByRole('region', { name: 'Questions' }));
    await user.click(region.getByRole('button', { name: 'Ask a question' }));
    expect(region.queryByText(/^About/)).toBeNull();
    await user.type(field(region), NEW);
    await user.click(ask(region));
    await waitFor(() => expect(sent).toEqual([{ text: NEW, seconds: 0, private: false }]));
  });

  it('are no part of a preview', async () => {
    const calls = serveCourse({
      user: null,
      sections: SECTIONS.map((section) => ({
        ...section,
        videos: section.videos.map((video) => ({ ...video, preview: true })),
      })),
    });
    await renderApp('/courses/7?lesson=701');
    await screen.findByRole('region', { name: /^Video: / });
    expect(screen.queryByRole('button', { name: /^Questions|^Ask/ })).toBeNull();
    expect(calls.filter((call) => call.includes('questions'))).toEqual([]);
  });
});
