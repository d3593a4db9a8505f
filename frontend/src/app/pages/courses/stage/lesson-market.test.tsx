import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Lesson } from '@/features/courses/api';
import { SECTIONS, serveCourse } from '@/test/fake-course';
import { replayServer } from '@/test/replay/run-server';
import { REPLAY } from '@/test/replay/lesson';
import { address, renderApp } from '@/test/render-app';
import { watch } from '@/test/watch';

import '@/features/replay/lesson/turn-card';
import '../run/run-room';
import '../questions/lesson-questions';
import '../watch-course';

const withMarkets = (...replays: Lesson['replay'][]) =>
  SECTIONS.map((section, place) => ({
    ...section,
    videos: section.videos.map((video, index) => ({
      ...video,
      replay: replays[place * 2 + index],
    })),
  }));

const row = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Lessons' })).getByRole('link', { name });

it('the outline says where a lesson has a market, and how the member stands with it', async () => {
  const open = { run: 31, day: 2 };
  serveCourse({
    sections: withMarkets({ passed: true, open: { ...open, days: 5 } }, { passed: true }, null),
  });
  const { user } = await watch('/portal/course/7');
  expect(row(/^Current lesson: What a future is.*Your turn · open: day 2 of 5/)).toBeVisible();
  expect(row(/Tick value.*Your turn · passed/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Risk first' }));
  expect(row(/Size from the stop/)).not.toHaveAccessibleName(/Your turn/);
});

it('without a number of days the open run has its day alone, and an unplayed market its name', async () => {
  serveCourse({
    sections: withMarkets({ passed: false, open: { run: 31, day: 2 } }, { passed: false }),
  });
  await watch('/portal/course/7');
  expect(row(/What a future is/)).toHaveAccessibleName(/Your turn · open: day 2(?! of)/);
  expect(row(/Tick value/)).toHaveAccessibleName(/Your turn(?! ·)/);
});

it('a button under the picture leads to the market; a lesson without one has no button', async () => {
  const { handlers } = replayServer();
  serveCourse(
    { sections: withMarkets({ passed: false }), content: { replay: REPLAY } },
    ...handlers,
  );
  const { user } = await watch('/portal/course/7');
  const heading = await screen.findByRole('heading', { name: REPLAY.title });
  await user.click(screen.getByRole('button', { name: 'Your turn' }));
  expect(heading).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Next: Tick value' }));
  expect(screen.queryByRole('button', { name: 'Your turn' })).toBeNull();
});

it.each(['ends', 'is left'])(
  'the outline is read again when a run begins and when it %s',
  async (how) => {
    const { handlers } = replayServer();
    const calls = serveCourse(
      { sections: withMarkets({ passed: false }), content: { replay: REPLAY } },
      ...handlers,
    );
    const { user } = await watch('/portal/course/7');
    const read = () => calls.filter((call) => call === 'GET /api/courses/7/models').length;
    const before = read();
    await user.click(await screen.findByRole('button', { name: 'Start a run' }));
    await screen.findByRole('region', { name: 'MES' });
    await waitFor(() => expect(read()).toBe(before + 1));
    if (how === 'ends') {
      await user.click(screen.getByRole('button', { name: 'End the run' }));
      await user.click(screen.getByRole('button', { name: 'End it now' }));
    } else await user.click(screen.getByRole('link', { name: 'Back to the lesson' }));
    await waitFor(() => expect(read()).toBe(before + 2));
  },
);

it('a run has the window to itself, and its address opens it', async () => {
  const { handlers, state } = replayServer();
  state.started = true;
  serveCourse(
    { sections: withMarkets({ passed: false }), content: { replay: REPLAY } },
    ...handlers,
  );
  const { user } = await renderApp('/portal/course/7?lesson=701&run=31');
  expect(await screen.findByRole('region', { name: 'MES' })).toHaveFocus();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What a future is');
  expect(await screen.findByText('day 2 of 5')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to the lesson' }));
  expect(address()).toBe('/portal/course/7?lesson=701');
  expect(await screen.findByRole('navigation', { name: 'Lessons' })).toBeVisible();
});

it('a run of a course that is closed leads to the locked course', async () => {
  const { handlers } = replayServer();
  serveCourse({ access: { hasAccess: false, expiresAt: '2026-01-01T00:00:00Z' } }, ...handlers);
  await renderApp('/portal/course/7?lesson=701&run=31');
  await waitFor(() => expect(address()).toBe('/portal/course/7?lesson=701'));
  expect(screen.getByRole('contentinfo')).toBeVisible();
});

it('an address whose run is no number is that of the lesson', async () => {
  serveCourse({ sections: withMarkets({ passed: false }) });
  await renderApp('/portal/course/7?lesson=701&run=abc');
  expect(await screen.findByRole('navigation', { name: 'Lessons' })).toBeVisible();
  expect(screen.getByRole('contentinfo')).toBeVisible();
});
