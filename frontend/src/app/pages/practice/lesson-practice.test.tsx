import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { chartOf, EXERCISES, grade, outcome } from '@/test/exercises';
import { SECTIONS, serveCourse } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

import '../courses/questions/lesson-questions';
import '../courses/stage/written-stage';
import '@/features/practice/lesson/practice';

import type { Exercise } from '@/features/practice/api';

const written = (exercises: number, exercisesDone = 0) =>
  SECTIONS.map((section) => ({
    ...section,
    videos: section.videos.map((video) => ({
      ...video,
      kind: 'text' as const,
      url: null,
      exercises,
      exercisesDone,
    })),
  }));

/** Opens a written lesson with these exercises. */
async function practice(
  exercises: Exercise[],
  answer: Parameters<typeof grade>[0] = () => outcome(),
) {
  const { posted, handler } = grade(answer);
  const content = { kind: 'text' as const, file: null, html: '<p>Text</p>', exercises };
  const calls = serveCourse({ sections: written(exercises.length), content }, handler);
  const view = await renderApp('/portal/course/7?lesson=701');
  const region = await screen.findByRole('region', { name: 'Practice' });
  return { ...view, posted, calls, region };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const slider = (name: string) => screen.findByRole('slider', { name });
const { choice, number, level, range } = EXERCISES;
const answered = { correct: true, answeredAt: '2026-11-20T10:00:00Z' };

describe('with the keyboard alone', () => {
  it('a choice is answered, and the result says what is right and why', async () => {
    const { user, posted } = await practice([choice]);
    (await screen.findByRole('checkbox', { name: '$1.25' })).focus();
    await user.keyboard(' {Tab}{Tab}{Tab}{Enter}');
    expect(await screen.findByText('Correct')).toBeVisible();
    expect(posted).toEqual([{ exercise: 'tick-value', answer: [0] }]);
    expect(screen.getByText('Correct').closest('[role=status]')).toHaveTextContent(
      'Correct. Kept for 3 weeks.',
    );
    expect(screen.getByText('A quarter point, at five dollars a point.')).toBeVisible();
    expect(screen.getByText('The right answer is $1.25.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Result' })).toHaveFocus());
  });

  it('several options are sent together, in order', async () => {
    const { user, posted, region } = await practice([choice], () =>
      outcome({ correct: false, answer: [0, 1] }),
    );
    await user.click(await screen.findByRole('checkbox', { name: '$12.50' }));
    await user.click(screen.getByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    expect(await screen.findByText('Not quite')).toBeVisible();
    expect(posted).toEqual([{ exercise: 'tick-value', answer: [0, 2] }]);
    expect(screen.getByText('The right answers are $1.25 and $5.')).toBeVisible();
    const options = within(region)
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent);
    expect(options).toEqual(['$1.25Right', '$5Right', '$12.50Not right']);
  });

  it('a number is sent as it was typed', async () => {
    const { user, posted } = await practice([number], () => outcome({ answer: 12.5 }));
    await user.type(await screen.findByLabelText('Your answer, in contracts'), '12,5{Enter}');
    expect(await screen.findByText('Correct')).toBeVisible();
    expect(posted).toEqual([{ exercise: 'size', answer: '12,5' }]);
    expect(
      screen.getByText('You answered 12,5 contracts. The right answer is 12.5 contracts.'),
    ).toBeVisible();
  });

  it('a level is placed with the arrow keys, tick by tick, and read from its control', async () => {
    const { user, posted } = await practice([level], () =>
      outcome({ correct: false, answer: 5410.25 }),
    );
    const mark = await slider('Price level');
    expect(mark).toHaveAttribute('aria-valuetext', 'Not placed');
    mark.focus();
    await user.keyboard('{Home}{PageUp}{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(mark).toHaveAttribute('aria-valuetext', '5,402.25');
    expect(mark).toHaveAttribute('aria-valuenow', '5402.25');
    expect(screen.getByLabelText('Price')).toHaveValue('5,402.25');
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowDown}');
    expect(mark).toHaveAttribute('aria-valuetext', '5,399.50');
    await user.keyboard('{End}');
    expect(mark).toHaveAttribute('aria-valuetext', '5,420.25');
    screen.getByLabelText('Price').focus();
    await user.keyboard('{Enter}');
    expect(
      await screen.findByText('You marked 5,420.25. The right price is 5,410.25.'),
    ).toBeVisible();
    expect(posted).toEqual([{ exercise: 'high', answer: 5420.25 }]);
  });

  it('a level is typed, and the mark follows', async () => {
    const { user, posted } = await practice([level], () => outcome({ answer: 5410.25 }));
    const mark = await slider('Price level');
    await user.type(screen.getByLabelText('Price'), '5410,25');
    expect(mark).toHaveAttribute('aria-valuetext', '5,410.25');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('You marked 5,410.25.')).toBeVisible();
    expect(posted).toEqual([{ exercise: 'high', answer: 5410.25 }]);
  });

  it('a level is taken from a bar that is read', async () => {
    const { user } = await practice([level]);
    const bars = await slider('Bars');
    bars.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}h');
    expect(bars).toHaveAttribute(
      'aria-valuetext',
      '14:40, up, open 5,402.00, high 5,403.25, low 5,401.50, close 5,402.75, volume 102',
    );
    expect(screen.getByLabelText('Price')).toHaveValue('5,403.25');
    await user.keyboard('l');
    expect(screen.getByLabelText('Price')).toHaveValue('5,401.50');
  });

  it('a range is chosen as two bars', async () => {
    const { user, posted } = await practice([range], () =>
      outcome({ correct: false, answer: ['2026-03-02T14:30:00Z', '2026-03-02T15:00:00Z'] }),
    );
    await user.selectOptions(await screen.findByLabelText('From'), '14:35');
    await user.selectOptions(screen.getByLabelText('To'), '15:00');
    expect(await slider('Start of the range')).toHaveAttribute('aria-valuetext', '14:35');
    await user.click(button('Check answer'));
    expect(
      await screen.findByText('You marked 14:35 to 15:00. The right range is 14:30 to 15:00.'),
    ).toBeVisible();
    expect(posted).toEqual([
      { exercise: 'opening', answer: ['2026-03-02T14:35:00Z', '2026-03-02T15:00:00Z'] },
    ]);
  });

  it('a range is set with its ends, which change places when they cross', async () => {
    const { user } = await practice([range]);
    const start = await slider('Start of the range');
    start.focus();
    await user.keyboard('{End}{ArrowLeft}');
    const end = await slider('End of the range');
    end.focus();
    await user.keyboard('{Home}{ArrowRight}');
    expect(end).toHaveAttribute('aria-valuetext', '14:35');
    await user.tab();
    expect(start).toHaveAttribute('aria-valuetext', '14:35');
    expect(end).toHaveAttribute('aria-valuetext', '16:00');
    expect(screen.getByLabelText('From')).toHaveDisplayValue('14:35');
  });

  it('a range is set from the bars that are read', async () => {
    const { user, posted } = await practice([range]);
    (await slider('Bars')).focus();
    await user.keyboard('{ArrowRight}{Enter}{PageDown}{Home}{ArrowUp}{PageUp} ');
    expect(screen.getByLabelText('From')).toHaveDisplayValue('14:35');
    expect(screen.getByLabelText('To')).toHaveDisplayValue('15:25');
    await user.click(button('Check answer'));
    await screen.findByText('Correct');
    expect(posted[0]?.answer).toEqual(['2026-03-02T14:35:00Z', '2026-03-02T15:25:00Z']);
  });
});

describe('what is right', () => {
  it('is decided by the server alone: nothing is said before its answer', async () => {
    let answer = () => {};
    const asked = new Promise<Response>((resolve) => {
      answer = () => resolve(HttpResponse.json(outcome()));
    });
    const { user } = await practice([choice], () => asked);
    await user.click(await screen.findByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    await waitFor(() => expect(button('Check answer')).toHaveAttribute('aria-disabled', 'true'));
    expect(screen.queryByText(/Correct|Not quite|Right/)).toBeNull();
    answer();
    expect(await screen.findByText('Correct')).toBeVisible();
  });

  it('is not asked for as long as nothing is entered', async () => {
    const { user, posted } = await practice([choice, number, level, range]);
    for (const [position, message] of [
      [1, 'Choose at least one answer.'],
      [2, 'Type a number.'],
      [3, 'Mark a price on the chart, or type it.'],
      [4, 'Mark on the chart where the range starts and ends, or choose both bars.'],
    ] as const) {
      await user.click(button(`Exercise ${position}`));
      await user.click(button('Check answer'));
      expect(await screen.findByText(message)).toBeVisible();
    }
    await user.click(button('Exercise 3'));
    await user.type(screen.getByLabelText('Price'), 'about here{Enter}');
    expect(await screen.findByText('Type a price such as 5,400.00.')).toBeVisible();
    expect(posted).toEqual([]);
  });

  it('is drawn over one’s own mark, and the mark moves no more', async () => {
    const { user, region } = await practice([level], () => outcome({ answer: 5410.25 }));
    await user.type(await screen.findByLabelText('Price'), '5405{Enter}');
    await screen.findByText('Correct');
    expect([...region.querySelectorAll('.chart-mark text')].map((one) => one.textContent)).toEqual([
      'Yours 5,405.00',
      'Right 5,410.25',
    ]);
    expect(screen.queryByRole('slider', { name: 'Price level' })).toBeNull();
    expect(screen.getByLabelText('Price')).toHaveAttribute('readonly');
  });
});

describe('the exercises of a lesson', () => {
  it('come one at a time, in any order, and say what was answered before', async () => {
    const { user, region } = await practice([
      { ...choice, result: answered },
      number,
      { ...level, result: { ...answered, correct: false } },
    ]);
    expect(await screen.findByText('How many?')).toBeVisible();
    expect(
      within(within(region).getByRole('list', { name: 'Exercises of this lesson' }))
        .getAllByRole('button')
        .map((one) => one.textContent?.replace(/\d(?=,|$)/, '')),
    ).toEqual(['Exercise 1, answered right', 'Exercise 2', 'Exercise 3, not quite yet']);
    expect(button('Exercise 2')).toHaveAttribute('aria-current', 'step');
    await user.click(button('Skip'));
    expect(await screen.findByText('Mark the high.')).toBeVisible();
    expect(screen.queryByText('How many?')).toBeNull();
    await waitFor(() =>
      expect(screen.getByText('Mark the high.').closest('[tabindex]')).toHaveFocus(),
    );
    await user.click(button('Exercise 1, answered right'));
    expect(screen.getByRole('checkbox', { name: '$1.25' })).toBeVisible();
  });

  it('are no gate: the lesson is finished and left without them', async () => {
    const { user } = await practice([choice]);
    await user.click(button('Mark as finished'));
    expect(await screen.findByText('1 of 3 lessons completed')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Next: Tick value/ })).toBeVisible();
  });

  it('can be tried again', async () => {
    let tries = 0;
    const { user, posted } = await practice([number], () => {
      tries += 1;
      return outcome({ correct: tries === 2, answer: 3 });
    });
    await user.type(await screen.findByLabelText(/^Your answer/), '2{Enter}');
    await screen.findByText('Not quite');
    await user.click(button('Try again'));
    expect(screen.queryByText('Not quite')).toBeNull();
    expect(screen.getByLabelText(/^Your answer/)).toHaveValue('');
    await user.type(screen.getByLabelText(/^Your answer/), '3{Enter}');
    expect(await screen.findByText('Correct')).toBeVisible();
    expect(posted.map(({ answer }) => answer)).toEqual(['2', '3']);
  });

  it('count in the outline what was answered right, also after an answer', async () => {
    const { user } = await practice([choice, number]);
    expect(screen.getAllByText('0 of 2 exercises').length).toBeGreaterThan(0);
    server.use(http.get('/api/courses/7/models', () => HttpResponse.json(written(2, 1))));
    await user.click(await screen.findByRole('checkbox', { name: '$1.25' }));
    await user.click(button('Check answer'));
    await screen.findByText('Correct');
    expect((await screen.findAllByText('1 of 2 exercises')).length).toBeGreaterThan(0);
    expect(screen.getByText('1 of 2 answered right')).toBeVisible();
    expect(button('Exercise 1, answered right')).toBeVisible();
  });
});

describe('an answer that the server refuses', () => {
  it('says why, keeps what was entered, and can be sent again', async () => {
    let busy = true;
    const { user, posted } = await practice([number], () =>
      busy ? refusal(503, 'database', 'The database is down.') : outcome({ answer: 3 }),
    );
    await user.type(await screen.findByLabelText(/^Your answer/), '3{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your answer was not graded. The database is down.',
    );
    expect(screen.getByLabelText(/^Your answer/)).toHaveValue('3');
    busy = false;
    await user.click(button('Check answer'));
    expect(await screen.findByText('Correct')).toBeVisible();
    expect(posted).toHaveLength(2);
  });

  it.each([
    [400, { answer: 'Type 1250 or 1.25.' }, 'Type 1250 or 1.25.'],
    [404, undefined, 'no longer part of the lesson'],
    [403, undefined, 'not open to you any more'],
  ])('%i says what to do', async (status, fields, words) => {
    const { user } = await practice([number], () => refusal(status, 'x', 'No.', fields));
    await user.type(await screen.findByLabelText(/^Your answer/), '1,250{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(/^Your answer/)).toHaveValue('1,250');
  });
});

describe('without a connection', () => {
  const rows = () =>
    Object.keys(localStorage).filter((key) => key.startsWith('exercise-answer:1:'));
  const offline = () => HttpResponse.error();
  const back = () => act(() => void window.dispatchEvent(new Event('online')));

  it('an answer is kept, and graded when the connection is back', async () => {
    let cut = true;
    const { user, posted } = await practice([level], () =>
      cut ? offline() : outcome({ correct: false, answer: 5410.25 }),
    );
    await user.type(await screen.findByLabelText('Price'), '5405{Enter}');
    const status = await screen.findByText(
      'Your answer is kept in this browser. It will be graded when the connection is back.',
    );
    expect(status.closest('[role=status]')).toBeVisible();
    expect(
      screen.getByText(
        'The server cannot be reached. Your answer is kept in this browser and sent when the connection is back.',
      ),
    ).toBeVisible();
    expect(rows()).toHaveLength(1);
    cut = false;
    back();
    expect(await screen.findByText('Not quite')).toBeVisible();
    expect(screen.getByText('You marked 5,405.00. The right price is 5,410.25.')).toBeVisible();
    expect(new Set(posted.map(({ answer }) => answer))).toEqual(new Set([5405]));
    expect(rows()).toEqual([]);
  });

  it('a kept answer is shown when the lesson is opened again, and sent once', async () => {
    const answeredAt = '2026-11-20T10:00:00.000Z';
    const kept = { courseId: 7, videoId: 701, exercise: 'high', answer: 5405, answeredAt };
    for (const account of [1, 99]) {
      localStorage.setItem(`exercise-answer:${account}:x`, JSON.stringify(kept));
    }
    let cut = true;
    const { posted } = await practice([level], () => (cut ? offline() : outcome({ answer: 5405 })));
    expect(await screen.findByText(/^Your answer is kept in this browser\. It will/)).toBeVisible();
    expect(screen.getByLabelText('Price')).toHaveValue('5,405.00');
    cut = false;
    posted.length = 0;
    back();
    expect(await screen.findByText('Correct')).toBeVisible();
    expect(posted).toEqual([{ exercise: 'high', answer: 5405 }]);
    expect(localStorage.getItem('exercise-answer:99:x')).not.toBeNull();
  });

  it('a kept answer that is refused later says so', async () => {
    let cut = true;
    const { user } = await practice([number], () =>
      cut ? offline() : refusal(404, 'not_found', 'No.'),
    );
    await user.type(await screen.findByLabelText(/^Your answer/), '3{Enter}');
    await screen.findByText(/^Your answer is kept in this browser\. It will/);
    cut = false;
    back();
    expect(await screen.findByText(/no longer part of the lesson/)).toBeVisible();
    expect(rows()).toEqual([]);
  });
});

describe('a visitor of a preview', () => {
  it('sees that there are exercises, and is not asked', async () => {
    const sections = written(2).map((section) => ({
      ...section,
      videos: section.videos.map((video) => ({ ...video, preview: true })),
    }));
    serveCourse({ user: null, sections, content: { kind: 'text', html: '<p>Text</p>' } });
    await renderApp('/courses/7?lesson=701');
    expect(
      await screen.findByText(
        '2 exercises belong to this lesson, for those who have access to the course.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check answer' })).toBeNull();
  });
});

describe('the chart', () => {
  it('is reached with few tab stops, however many bars it has', async () => {
    const { region } = await practice([{ ...level, chart: chartOf(200) }]);
    await slider('Bars');
    const stops = region.querySelectorAll('figure [tabindex="0"], figure button');
    expect(stops).toHaveLength(5);
    expect(region.querySelectorAll('figure [data-candles]')).toHaveLength(2);
  });
});
