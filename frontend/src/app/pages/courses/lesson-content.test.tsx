import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { SECTIONS, serveCourse } from '@/test/fake-course';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { reportsIn, watch } from '@/test/watch';

import './questions/lesson-questions';
import './watch-course';

const TRANSCRIPT = [
  { start: 0, end: 4, text: 'A future is a promise' },
  { start: 4, end: 9, text: 'to buy later,\nat a price of today.' },
  { start: 40, end: 44, text: 'The café closes first.' },
];
const CAPTIONS = [
  { language: 'en', label: 'English', url: '/media/videos/701/captions/en' },
  { language: 'nl', label: 'Nederlands', url: '/media/videos/701/captions/nl' },
];
const DUTCH = 'WEBVTT\n\n00:00.000 --> 00:04.000\nEen future is een belofte\n';

const transcript = async () => {
  const view = await watch('/portal/course/7');
  await view.user.click(await screen.findByRole('button', { name: 'Transcript' }));
  return { ...view, region: await screen.findByRole('region', { name: 'Transcript' }) };
};
const lines = (region: HTMLElement) => within(region).queryAllByRole('listitem');

describe('the transcript', () => {
  const content = { transcript: TRANSCRIPT, captions: CAPTIONS };
  const dutch = http.get('/media/videos/701/captions/nl', () => HttpResponse.text(DUTCH));

  it('follows the playback and leads to the second of a line', async () => {
    serveCourse({ content }, dutch);
    const { video, region, user } = await transcript();
    expect(lines(region)).toHaveLength(3);
    video.playTo(5);
    const line = within(region).getByRole('button', { name: /to buy later, at a price/ });
    expect(line).toHaveAttribute('aria-current', 'true');
    await user.click(within(region).getByRole('button', { name: /café/ }));
    expect(video.element.currentTime).toBe(40);
    expect(video.element.paused).toBe(false);
    expect(line).not.toHaveAttribute('aria-current');
  });

  it('is one stop of the Tab key, and stops following when it is moved by key or scroll bar', async () => {
    serveCourse({ content }, dutch);
    const { region, user } = await transcript();
    const buttons = within(region).getAllByRole('button', { name: /^\d:\d\d/ });
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    const following = () => within(region).queryByRole('button', { name: 'Follow the lesson' });
    expect(following()).toBeNull();
    buttons[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(buttons[1]).toHaveFocus();
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
    await user.keyboard('{End}');
    expect(buttons[2]).toHaveFocus();
    await user.click(following() ?? document.body);
    expect(following()).toBeNull();
    fireEvent.pointerDown(within(region).getByRole('list'));
    expect(following()).toBeVisible();
  });

  it('is searched without regard to case and accents', async () => {
    serveCourse({ content }, dutch);
    const { region, user } = await transcript();
    const field = within(region).getByRole('searchbox', { name: 'Search in the transcript' });
    await user.type(field, 'CAFE');
    expect(lines(region)).toHaveLength(1);
    expect(region.querySelector('mark')).toHaveTextContent('café');
    expect(within(region).getByText('1 line')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'options');
    expect(within(region).getByText('No line of this lesson says that.')).toBeVisible();
  });

  it('is read in another language, which is remembered', async () => {
    serveCourse({ content }, dutch);
    const { region, user } = await transcript();
    await user.selectOptions(within(region).getByRole('combobox', { name: 'Language' }), 'nl');
    expect(await within(region).findByText('Een future is een belofte')).toBeVisible();
    expect(within(region).getByRole('list')).toHaveAttribute('lang', 'nl');
    expect(localStorage.getItem('player-preferences')).toContain('"captionsLanguage":"nl"');
  });

  it('is printed alone, with its times', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    serveCourse({ content }, dutch);
    const { region, user } = await transcript();
    await user.click(within(region).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const paper = document.querySelector('.printed-transcript');
    expect(paper).toHaveTextContent('0:40The café closes first.');
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.querySelector('.printed-transcript')).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe('what belongs to a lesson', () => {
  it('is shown where there is something to show', async () => {
    serveCourse({
      content: {
        html: '<h2>Tick size</h2><p>A tick is the smallest step.</p>',
        chapters: [
          { start: 0, title: 'Contract' },
          { start: 50, title: 'Margin' },
        ],
        attachments: [{ name: 'worksheet.pdf', size: 1_234_567, url: '/media/a/worksheet.pdf' }],
      },
    });
    const { video, user } = await watch('/portal/course/7');
    expect(await screen.findByRole('heading', { name: 'Tick size' })).toBeVisible();
    const file = screen.getByRole('link', { name: 'worksheet.pdf 1.2 MB' });
    expect(file).toHaveAttribute('href', '/media/a/worksheet.pdf');
    expect(screen.queryByRole('button', { name: 'Transcript' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Chapters' }));
    await user.click(await screen.findByRole('button', { name: /Margin/ }));
    expect(video.element.currentTime).toBe(50);
    expect(screen.getByRole('slider', { name: 'Position in the lesson' })).toHaveAttribute(
      'aria-valuetext',
      '50 seconds of 1 minute 40 seconds, Margin',
    );
  });

  it('shows the seek picture of the pointed second, also after a request for it that failed', async () => {
    let busy = true;
    serveCourse(
      { content: { seekPreviews: '/media/videos/701/pictures/track.vtt' } },
      http.get('/media/videos/701/pictures/track.vtt', () =>
        busy
          ? refusal(503, 'busy', 'Busy')
          : HttpResponse.text(
              'WEBVTT\n\n00:00.000 --> 00:50.000\na.jpg#xywh=0,0,160,90\n\n00:50.000 --> 01:40.000\na.jpg#xywh=160,0,200,90\n',
            ),
      ),
    );
    await watch('/portal/course/7');
    const bar = screen.getByRole('slider', { name: 'Position in the lesson' }).parentElement;
    if (!bar) throw new Error('The slider is in its bar.');
    const picture = () => bar.querySelector('[style*="a.jpg"]');
    // Without a layout every pointer is at the end of the bar.
    fireEvent.pointerMove(bar, { clientX: 10 });
    expect(await within(bar).findByText('1:40')).toBeVisible();
    expect(picture()).toBeNull();
    fireEvent.pointerLeave(bar);
    busy = false;
    fireEvent.pointerMove(bar, { clientX: 10 });
    await waitFor(() => expect(picture()).toHaveStyle({ width: '200px', height: '90px' }));
  });

  it('that cannot be loaded is named, and does not stop the lesson', async () => {
    let busy = true;
    serveCourse(
      { content: { html: '<p>Read this first.</p>' } },
      http.get('/api/videos/701/lesson', () =>
        busy ? refusal(503, 'database_unavailable', 'Busy') : undefined,
      ),
    );
    const { video, user } = await watch('/portal/course/7');
    expect(video.element.src).toMatch(/\/media\/videos\/701$/);
    const words = 'The text, transcript, files and exercises of this lesson could not be loaded.';
    expect(await screen.findByText(words)).toBeVisible();
    busy = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Read this first.')).toBeVisible();
    expect(screen.queryByText(words)).toBeNull();
  });
});

describe('a written lesson', () => {
  const [first, ...rest] = SECTIONS;
  if (!first) throw new Error('The course holds no section.');
  const written = { kind: 'text' as const, duration: 0, url: null };
  const sections = [
    { ...first, videos: first.videos.map((one, at) => (at === 0 ? { ...one, ...written } : one)) },
    ...rest,
  ];
  const content = { kind: 'text' as const, html: '<p>Read this first.</p>', file: null };

  it('has no player and is finished by its button', async () => {
    const calls = serveCourse({ sections, content });
    const { user } = await renderApp('/portal/course/7?lesson=701');
    const article = await screen.findByRole('article', { name: 'What a future is' });
    expect(await within(article).findByText('Read this first.')).toBeVisible();
    expect(document.querySelector('video')).not.toBeInTheDocument();
    await user.click(within(article).getByRole('button', { name: 'Mark as finished' }));
    expect(await screen.findByText('1 of 3 lessons completed')).toBeVisible();
    await waitFor(() =>
      expect(reportsIn(calls)).toEqual([
        'PUT /api/videos/701/progress {"watchedSeconds":0,"completed":true}',
      ]),
    );
    expect(screen.getByRole('link', { name: 'Next: Tick value' })).toBeVisible();
  });

  it('says that its text could not be loaded, and loads it with a retry', async () => {
    const broken = http.get('/api/videos/701/lesson', () => refusal(503, 'busy', 'Busy'));
    serveCourse({ sections, content }, broken);
    const { user } = await renderApp('/portal/course/7?lesson=701');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The text of this lesson could not be loaded.');
    server.resetHandlers();
    serveCourse({ sections, content });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Read this first.')).toBeVisible();
  });
});

describe('a second in the address', () => {
  it('is where the lesson starts, and leaves the address when it plays', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7?lesson=702&t=42');
    expect(video.element.currentTime).toBe(42);
    expect(address()).toBe('/portal/course/7?lesson=702&t=42');
    await user.keyboard('k');
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(video.element.currentTime).toBe(42);
  });

  it.each(['t=-5', 't=abc', 't='])('is ignored when it is none: %s', async (wrong) => {
    serveCourse();
    const { video } = await watch(`/portal/course/7?lesson=702&${wrong}`);
    expect(video.element.currentTime).toBe(0);
  });

  it('still understands the address of before', async () => {
    serveCourse();
    await watch('/portal/course/7?video=703');
    await waitFor(() => expect(address()).toBe('/portal/course/7?lesson=703'));
  });
});

describe('too many devices', () => {
  const message = 'Chrome on Linux and Safari on iPhone are watching.';

  it('names them, and ends one there and then', async () => {
    const calls = serveCourse(
      {},
      http.get('/api/user/sessions', () =>
        HttpResponse.json([
          { id: 1, current: true, name: 'x', createdAt: '', lastSeenAt: '', watching: false },
          {
            id: 2,
            current: false,
            name: 'Chrome on Linux',
            createdAt: '',
            lastSeenAt: '',
            watching: true,
          },
        ]),
      ),
      http.delete('/api/user/sessions/2', () => new HttpResponse(null, { status: 204 })),
    );
    const { video, user } = await watch('/portal/course/7');
    server.use(
      http.get('/media/videos/*', () => refusal(403, 'too_many_streams', message), { once: true }),
    );
    video.playTo(30);
    video.fail();
    const panel = await screen.findByRole('group', { name: 'Too many devices' });
    expect(within(panel).getByRole('alert')).toHaveTextContent(message);
    await user.click(
      await within(panel).findByRole('button', { name: 'Sign out Chrome on Linux' }),
    );
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(calls).toContain('DELETE /api/user/sessions/2');
    video.load(100);
    expect(video.element.currentTime).toBe(30);
  });

  it('says so when a report is refused, and keeps the report', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    server.use(http.put('/api/videos/*', () => refusal(403, 'too_many_streams', message)));
    await user.keyboard('k');
    video.playTo(20);
    await user.keyboard('k');
    const panel = await screen.findByRole('group', { name: 'Too many devices' });
    expect(panel).toHaveTextContent(message);
    expect(Object.keys(localStorage).some((key) => key.startsWith('progress-report:1:'))).toBe(
      true,
    );
  });
});

describe('a lost connection', () => {
  it('goes on by itself when it is back', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    server.use(http.get('/api/courses/7/access', () => HttpResponse.error(), { once: true }));
    video.playTo(30);
    video.fail();
    expect(await screen.findByRole('group', { name: 'No connection' })).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'No connection' })).not.toBeInTheDocument(),
    );
    video.load(100);
    expect(video.element.currentTime).toBe(30);
    expect(video.element.paused).toBe(false);
  });
});
