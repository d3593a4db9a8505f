// Exercises in the lessons of the demo: every kind is answered with the keyboard alone, in the lesson and in the review,
// with the pointer on the chart, and without a connection. No answer reaches the browser before it was given.
import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { goOffline } from './harness/answers.mjs';
import { courseIds, COURSES } from './harness/members.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const region = (page) => page.getByRole('region', { name: 'Practice' });
const check = (page) => page.getByRole('button', { name: 'Check answer' });
const verdict = (page) => page.getByRole('status').filter({ hasText: /Correct|Not quite/ });
const bars = (page) => page.getByRole('slider', { name: 'Bars' });

/** The first lesson of the demo's courses that has an exercise of this kind: where it is, and the exercise. */
async function lessonWith(page, server, kind) {
  const ids = await courseIds(server);
  for (const course of Object.values(COURSES)) {
    const sections = await (await page.request.get(`/api/courses/${ids[course]}/models`)).json();
    for (const { id, exercises } of sections.flatMap(({ videos }) => videos)) {
      if (exercises === 0) continue;
      const answer = await page.request.get(`/api/videos/${id}/lesson`);
      if (!answer.ok()) continue;
      const lesson = await answer.json();
      const index = lesson.exercises.findIndex((exercise) => exercise.kind === kind);
      if (index >= 0) {
        return {
          address: `/portal/course/${ids[course]}?lesson=${id}`,
          courseId: ids[course],
          videoId: id,
          position: index + 1,
          exercise: lesson.exercises[index],
        };
      }
    }
  }
  throw new Error(`No lesson of the demo has an exercise of the kind ${kind}.`);
}

/** A member of all courses at an exercise of this kind. */
async function open(page, { member, server, staff }, kind) {
  const { username } = await member();
  for (const course of [COURSES.crypto, COURSES.forex]) {
    await staff('users', 'grant', username, course, '--access', 'lifetime');
  }
  const found = await lessonWith(page, server, kind);
  await page.goto(found.address);
  await expect(region(page)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^Exercise ${found.position}\\b`) }).click();
  if (kind === 'level' || kind === 'range') await expect(bars(page)).toBeVisible();
  return found;
}

const NOTHING_ENTERED = {
  choice: 'Choose at least one answer.',
  number: 'Type a number.',
  level: 'Mark a price on the chart, or type it.',
  range: 'Mark on the chart where the range starts and ends, or choose both bars.',
};

/** Answers what is shown with the keyboard alone. */
const answerByKeys = {
  async choice(page) {
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
  },
  async number(page) {
    await page.getByLabel(/^Your answer/).focus();
    await page.keyboard.type('1,5');
  },
  async level(page) {
    const level = page.getByRole('slider', { name: 'Price level' });
    await level.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    const read = await level.getAttribute('aria-valuetext');
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue(read);
  },
  async range(page) {
    await bars(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('slider', { name: 'End of the range' })).not.toHaveAttribute(
      'aria-valuetext',
      'Not placed',
    );
  },
};

for (const kind of ['choice', 'number', 'level', 'range']) {
  test(`an exercise of the kind ${kind} is answered with the keyboard alone`, { tag: '@firefox' }, async ({
    page,
    member,
    server,
    staff,
    problems,
  }) => {
    // The number that is typed may be ambiguous to the server: it asks again.
    problems.allow(/^POST .*\/exercises\/.* 400$/);
    // Three states, each checked on two sizes and in two schemes.
    test.slow();
    const { videoId, exercise } = await open(page, { member, server, staff }, kind);
    await check(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(NOTHING_ENTERED[kind])).toBeVisible();
    await expectAccessible(page);
    await answerByKeys[kind](page);
    await expectAccessible(page);
    const posted = page.waitForResponse(
      (response) => response.url().endsWith(`/exercises/${exercise.id}`) && response.ok(),
    );
    await check(page).focus();
    await page.keyboard.press('Enter');
    const outcome = await (await posted).json();
    await expect(verdict(page)).toContainText(outcome.correct ? 'Correct' : 'Not quite');
    await expect(verdict(page)).toContainText(/Kept for|Comes back/);
    await expect(page.getByRole('group', { name: 'Result' })).toBeFocused();
    await expectAccessible(page);
    const { exercises } = await (await page.request.get(`/api/videos/${videoId}/lesson`)).json();
    expect(exercises.find(({ id }) => id === exercise.id).result.correct).toBe(outcome.correct);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(verdict(page)).toHaveCount(0);
    await expect(check(page)).toBeVisible();
  });
}

test('no answer and no explanation is sent before the first try', async ({
  page,
  member,
  server,
  staff,
}) => {
  const sent = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) sent.push(await response.text().catch(() => ''));
  });
  await open(page, { member, server, staff }, 'choice');
  await page.goto('/portal/review');
  await expect(page.getByRole('heading', { name: 'Nothing is due' })).toBeVisible();
  expect(sent.join('')).not.toMatch(/"(answer|explanation|tolerance)"/);
});

test('a level is marked with a click, moved by dragging, and typed', async ({
  page,
  member,
  server,
  staff,
}) => {
  await open(page, { member, server, staff }, 'level');
  const price = page.getByLabel('Price', { exact: true });
  const read = () => price.inputValue().then((text) => Number(text.replaceAll(',', '')));
  await bars(page).scrollIntoViewIfNeeded();
  const box = await bars(page).boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(middle.x, middle.y);
  const placed = await read();
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y - box.height / 4, { steps: 4 });
  await page.mouse.up();
  expect(await read()).toBeGreaterThan(placed);
  await price.fill(String(placed));
  const level = page.getByRole('slider', { name: 'Price level' });
  await expect.poll(async () => Number(await level.getAttribute('aria-valuenow'))).toBe(placed);
});

test('a range is dragged; the wheel zooms, and a page that scrolls goes on scrolling', async ({
  page,
  member,
  server,
  staff,
}) => {
  await open(page, { member, server, staff }, 'range');
  await bars(page).scrollIntoViewIfNeeded();
  const box = await bars(page).boundingBox();
  const at = (share) => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.5), { steps: 4 });
  await page.mouse.up();
  const ends = ['Start of the range', 'End of the range'].map((name) =>
    page.getByRole('slider', { name }),
  );
  const [start, end] = await Promise.all(
    ends.map(async (one) => Number(await one.getAttribute('aria-valuenow'))),
  );
  expect(start).toBeLessThan(end);
  await expect(page.getByLabel('From')).not.toHaveValue('');
  const drawn = () => page.locator('[data-candles=rising]').getAttribute('d');
  const whole = await drawn();
  await page.mouse.move(...at(0.4));
  await page.mouse.wheel(0, -400);
  await expect.poll(drawn).not.toBe(whole);
  await page.getByRole('button', { name: 'Show the whole chart' }).click();
  await expect.poll(drawn).toBe(whole);
});

test('an answer without a connection is kept and graded when it is back', async ({
  page,
  context,
  member,
  server,
  staff,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED$/, /^console: /);
  const { courseId, videoId, exercise } = await open(page, { member, server, staff }, 'choice');
  await goOffline(page, problems);
  await answerByKeys.choice(page);
  await check(page).press('Enter');
  await expect(
    region(page).getByText(/It will be graded when the connection is back/),
  ).toBeVisible();
  await expect(page.getByText(/^You are offline\. Your answer is kept/)).toBeVisible();
  await expectAccessible(page);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`/portal/course/${courseId}`);
  await expect
    .poll(async () => {
      const lesson = await (await context.request.get(`/api/videos/${videoId}/lesson`)).json();
      return lesson.exercises.find(({ id }) => id === exercise.id).result;
    })
    .toBeDefined();
});

test('the review asks what is due, and the dashboard says how many', async ({
  page,
  member,
  server,
  staff,
}) => {
  const { courseId, videoId, exercise } = await open(page, { member, server, staff }, 'choice');
  await page.goto('/portal');
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible();
  await expect(page.getByText(/exercises? (is|are) due/)).toHaveCount(0);
  // What is due comes with time: the list is the server's own exercise, as it will send it.
  await page.route('**/api/user/reviews', (route) =>
    route.fulfill({
      json: [
        { videoId, courseId, lessonTitle: 'A lesson', exercise, dueAt: '2026-01-01T00:00:00Z' },
      ],
    }),
  );
  await page.goto('/portal');
  await expect(page.getByRole('heading', { name: '1 exercise is due' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Review now' }).press('Enter');
  await expect(page.getByText('Exercise 1 of 1')).toBeVisible();
  await expectAccessible(page);
  await answerByKeys.choice(page);
  await check(page).press('Enter');
  await expect(verdict(page)).toContainText(/Kept for|Comes back/);
  await page.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'That was all for now' })).toBeVisible();
  await expectAccessible(page);
});

test('the outline counts what was answered right', async ({ page, member, server, staff }) => {
  await open(page, { member, server, staff }, 'choice');
  const outline = page.getByRole('navigation', { name: 'Lessons' });
  await expect(outline.getByText(/^0 of \d+ exercises?$/).first()).toBeVisible();
  const options = await region(page).getByRole('checkbox').count();
  // The right answer of the first try is the answer of the second.
  await answerByKeys.choice(page);
  const first = page.waitForResponse((response) => response.url().includes('/exercises/'));
  await check(page).press('Enter');
  const { answer } = await (await first).json();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  for (let option = 0; option < options; option += 1) {
    await region(page).getByRole('checkbox').nth(option).setChecked(answer.includes(option));
  }
  await check(page).press('Enter');
  await expect(verdict(page)).toContainText('Correct');
  await expect(outline.getByText(/^1 of \d+ exercises?$/).first()).toBeVisible();
});
