import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { COURSE, MEMBER, SECTIONS, serveCourse } from '@/test/fake-course';
import '@/test/fake-video';
import { renderApp } from '@/test/render-app';
import { refusal } from '@/test/server';

// Loaded on demand; imported here so that no test waits for its first load.
import './questions/lesson-questions';
import './watch-course';

const CLOSED = { hasAccess: false, expiresAt: null };
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const missing = () => refusal(404, 'course_not_found', 'No such course');
const subscribe = () => screen.findByRole('button', { name: 'Subscribe Now ($249.50)' });

describe('the address of a course', () => {
  it.each(['/courses/7x', '/courses/abc', '/portal/course/1e3', '/portal/course/-7'])(
    '%s, an invalid id, leads home',
    async (wrong) => {
      serveCourse();
      await renderApp(wrong);
      await waitFor(() => expect(address()).toBe('/'));
    },
  );

  it.each(['/courses/8', '/portal/course/8'])('%s, an unknown course, leads home', async (gone) => {
    serveCourse({}, http.get('/api/courses/8', missing), http.get('/api/courses/8/*', missing));
    await renderApp(gone);
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('a locked course', () => {
  it('shows a visitor its outline, and leads to signing in and back', async () => {
    const calls = serveCourse({ user: null });
    await renderApp('/courses/7');
    const link = await screen.findByRole('link', { name: 'Subscribe Now ($249.50)' });
    expect(link).toHaveAttribute('href', '/portal/auth?returnTo=%2Fcourses%2F7');
    expect(screen.getByRole('link', { name: 'from $300 for 3 months' })).toHaveAttribute(
      'href',
      '/pricing',
    );
    expect(screen.getByRole('heading', { level: 1, name: COURSE.title })).toBeVisible();
    expect(screen.getByText(COURSE.description)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Before the bell',
      'Risk first',
    ]);
    expect(screen.getByText('What a future is')).toBeVisible();
    expect(screen.queryByRole('link', { name: /What a future is/ })).not.toBeInTheDocument();
    expect(document.querySelector('video')).not.toBeInTheDocument();
    expect(calls.filter((call) => /access|progress/.test(call))).toEqual([]);
  });

  describe('with exercises, a market and a text', () => {
    const [first, second] = SECTIONS;
    const sections = [first, second].map((section, at) => ({
      ...section!,
      videos: section!.videos.map((lesson, row) => ({
        ...lesson,
        exercises: row === 0 ? 2 - at : 0,
        captions: at === 0 ? ['nl', 'en'].slice(row) : [],
        ...(at === 0 && row === 0 && { preview: true, replay: { passed: false, open: null } }),
        ...(at === 1 && ({ kind: 'text', duration: 0 } as const)),
      })),
    }));
    const contents = () => screen.findByRole('region', { name: 'What the course holds' });
    const rows = async () =>
      within(await contents())
        .getAllByRole('listitem')
        .map((row) => row.textContent);

    it('counts them, and leads to the preview', async () => {
      serveCourse({ user: null, sections });
      await renderApp('/courses/7');
      expect(await rows()).toEqual([
        expect.stringMatching(/^3 exercises /),
        expect.stringMatching(/^1 market to trade /),
        expect.stringMatching(/^1 text /),
        expect.stringMatching(/^2 caption languages English and Dutch\.$/),
        expect.stringMatching(/^1 free preview /),
      ]);
      expect(
        within(await contents()).getByRole('link', { name: /^Watch it now: ?What a future is$/ }),
      ).toHaveAttribute('href', '/courses/7?lesson=701');
    });

    it('counts the exercises of a preview, as of a locked lesson', async () => {
      serveCourse({ user: null, sections });
      await renderApp('/courses/7');
      const row = await screen.findByRole('link', { name: /^What a future is/ });
      expect(row).toHaveTextContent('2 exercises');
      expect(row).not.toHaveTextContent('0 of 2');
    });

    it('does not lead to the preview that is open', async () => {
      serveCourse({ user: null, sections });
      await renderApp('/courses/7?lesson=701');
      expect(await screen.findByRole('region', { name: /^Video/ })).toBeVisible();
      expect(await rows()).toHaveLength(4);
    });
  });

  it('names no plan where none opens the course', async () => {
    serveCourse(
      { user: null },
      http.get('/api/courses/7', () => HttpResponse.json({ ...COURSE, type: 'forex' })),
    );
    await renderApp('/courses/7');
    expect(await screen.findByRole('link', { name: 'Subscribe Now ($249.50)' })).toBeVisible();
    expect(screen.queryByText(/with a plan/)).not.toBeInTheDocument();
  });

  it('has no line for what the course does not have', async () => {
    serveCourse({ user: null });
    await renderApp('/courses/7');
    const contents = await screen.findByRole('region', { name: 'What the course holds' });
    expect(contents).toHaveTextContent('3 lessons, 5 minutes of video');
    expect(within(contents).queryAllByRole('listitem')).toEqual([]);
  });

  it.each(['/courses/7', '/portal/course/7'])(
    'takes a member on %s to the payment page',
    async (path) => {
      location.hash = '';
      const calls = serveCourse(
        { access: CLOSED },
        http.post('/api/courses/7/checkout', () => HttpResponse.json({ url: '#pay-here' })),
      );
      const { user } = await renderApp(path);
      await user.click(await subscribe());
      await waitFor(() => expect(location.hash).toBe('#pay-here'));
      expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
        'POST /api/courses/7/checkout',
      ]);
    },
  );

  it('says that paying failed, with the text of the specification, and can be retried', async () => {
    serveCourse(
      { access: CLOSED },
      http.post('/api/courses/7/checkout', () =>
        refusal(503, 'payments_unavailable', 'No payments'),
      ),
    );
    const { user } = await renderApp('/courses/7');
    await user.click(await subscribe());
    expect(await screen.findByText('Failed to process purchase. Please try again.')).toBeVisible();
    expect(await subscribe()).not.toHaveAttribute('aria-disabled');
  });

  it('asks for the country once where the tax needs it, and goes on', async () => {
    location.hash = '';
    const sent: string[] = [];
    serveCourse(
      { access: CLOSED },
      http.post('/api/courses/7/checkout', async ({ request }) => {
        const body = await request.text();
        sent.push(body);
        return body === ''
          ? refusal(400, 'invalid', 'No', { country: 'Please enter your country.' })
          : HttpResponse.json({ url: '#pay-in-france' });
      }),
    );
    const { user } = await renderApp('/courses/7');
    await user.click(await subscribe());
    const dialog = within(await screen.findByRole('dialog', { name: 'Where do you live?' }));
    expect(screen.queryByText(/Failed to process/)).not.toBeInTheDocument();
    const country = await dialog.findByRole('combobox', { name: 'Country' });
    expect(country).not.toHaveAttribute('aria-invalid');
    await user.click(dialog.getByRole('button', { name: 'Continue to payment' }));
    expect(country).toHaveAccessibleDescription('Please enter your country.');
    await user.selectOptions(country, 'France');
    await user.click(dialog.getByRole('button', { name: 'Continue to payment' }));
    await waitFor(() => expect(location.hash).toBe('#pay-in-france'));
    expect(sent).toEqual(['', '{"country":"FR"}']);
  });

  it('opens a course that the member already has, without an error', async () => {
    let owned = false;
    serveCourse(
      { access: { hasAccess: true, expiresAt: null } },
      http.post('/api/courses/7/checkout', () => {
        owned = true;
        return refusal(409, 'already_owned', 'You own this course');
      }),
      http.get('/api/courses/7/access', () => (owned ? undefined : HttpResponse.json(CLOSED))),
    );
    const { user } = await renderApp('/courses/7');
    await user.click(await subscribe());
    expect(await screen.findByRole('region', { name: 'Video: What a future is' })).toBeVisible();
    expect(screen.queryByText(/Failed to process/)).not.toBeInTheDocument();
  });

  it('says when an access has ended', async () => {
    const yesterday = new Date();
    yesterday.setDate(yesterday.getDate() - 1);
    serveCourse({ access: { hasAccess: false, expiresAt: yesterday.toISOString() } });
    await renderApp('/portal/course/7');
    expect(await screen.findByText('Your access ended yesterday')).toBeVisible();
    expect(await subscribe()).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

describe('a course that cannot be loaded', () => {
  it('says so, and loads with a retry', async () => {
    let broken = true;
    serveCourse(
      { user: MEMBER },
      http.get('/api/courses/7/progress', () =>
        broken ? refusal(503, 'database_unavailable', 'Please try again in a moment') : undefined,
      ),
    );
    const { user } = await renderApp('/courses/7');
    expect(await screen.findByRole('alert')).toHaveTextContent('503: Please try again in a moment');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: /^Video/ })).toBeVisible();
  });

  it('does not treat a failing server as a missing session', async () => {
    serveCourse(
      {},
      http.get('/api/user', () => refusal(500, 'internal', 'Something broke')),
    );
    await renderApp('/courses/7');
    expect(await screen.findByRole('alert')).toHaveTextContent('500: Something broke');
    expect(screen.queryByText(/Subscribe Now/)).not.toBeInTheDocument();
  });
});
