// What is done on a chart with the pointer: an exercise is answered, an order of a replay is given and moved.
import { courseIds, COURSES } from '../harness/members.mjs';
import { importReplayCourse, SLUG } from '../harness/courses/replay-course.mjs';
import { expect, test } from './harness.mjs';

const valueOf = (page, slider) =>
  page.run(
    (name) =>
      Number(document.querySelector(`[role=slider][aria-label="${name}"]`).ariaValueNow),
    slider,
  );

test('a level is marked by a click, moved by dragging, and graded', async ({
  page,
  member,
  server,
  request,
}) => {
  await member();
  const { [COURSES.futures]: course } = await courseIds(server);
  const sections = await (await request.get(`/api/courses/${course}/models`)).json();
  const { id } = sections
    .flatMap(({ videos }) => videos)
    .find(({ title }) => title === 'Margin and daily settlement');
  const level = async () => {
    const { exercises } = await (await request.get(`/api/videos/${id}/lesson`)).json();
    return exercises.find(({ kind }) => kind === 'level');
  };
  expect((await level()).result).toBeUndefined();
  await page.goto(`/portal/course/${course}?lesson=${id}`);
  await page.see('region', 'Practice');
  const chart = await page.box('slider', 'Bars');
  await page.drag([chart.x, chart.y]);
  const placed = await valueOf(page, 'Price level');
  await page.drag([chart.x, chart.y], [chart.x, chart.y - 10], [chart.x, chart.y - chart.height / 4]);
  await expect.poll(() => valueOf(page, 'Price level')).toBeGreaterThan(placed);
  await page.click('button', 'Check answer');
  await page.see('status', /Correct|Not quite/);
  expect((await level()).result).toMatchObject({ correct: false });
});

test('an order of a replay is given, its stop is moved, and the run is judged', async ({
  page,
  member,
  server,
  staff,
  request,
}) => {
  const read = async (address) => (await request.get(address)).json();
  const { username } = await member();
  const course = await importReplayCourse(server);
  await staff('users', 'grant', username, SLUG, '--access', 'lifetime');
  const [{ videos }] = await read(`/api/courses/${course}/models`);
  await page.goto(`/portal/course/${course}`);
  await page.click('button', 'Start a run');
  await page.click('button', 'Next bar');
  await page.click('button', 'Buy');
  await page.click('button', /^Buy \d at market$/);
  await page.see('region', 'Waiting entry');
  await page.click('button', 'Step');
  await page.see('region', 'Position');
  const before = await valueOf(page, 'Stop');
  const stop = await page.box('slider', 'Stop');
  await page.drag([stop.x, stop.y], [stop.x, stop.y - 5], [stop.x, stop.y - 20]);
  await expect.poll(() => valueOf(page, 'Stop')).toBeGreaterThan(before);
  const [{ id }] = await read(`/api/videos/${videos[0].id}/replay/runs`);
  await expect
    .poll(async () => (await read(`/api/replay-runs/${id}`)).position.stop)
    .toBe(await valueOf(page, 'Stop'));
  await page.click('button', 'End the run');
  await page.click('button', 'End it now');
  await page.see('heading', 'Your run');
  await page.read('Hypothetical or simulated performance results');
});
