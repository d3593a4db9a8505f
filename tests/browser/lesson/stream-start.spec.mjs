// How a lesson with HLS begins: which requests go out side by side, and which before the click.
import { expect, test } from '../harness.mjs';
import { importPackagedCourse, PACKAGED } from '../harness/courses/packaged-course.mjs';
import { loaded } from '../harness/player.mjs';

// A request that a service worker answers cannot be held back.
test.use({ serviceWorkers: 'block' });

const FIRST = ['low/index.m3u8', 'low/init.mp4', 'low/0.m4s'];
const PACKAGE = /\/media\/videos\/\d+\/packages\/[^/]+\/(.+)$/;
const SCRIPT = /\/assets\/hls-engine-[^/]+\.js$/;

const link = (page, title) =>
  page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: title });

test('the first files are requested before a playlist is there, each once', async ({
  page,
  member,
  server,
}) => {
  const id = await importPackagedCourse(server);
  await member({ course: PACKAGED });
  const files = [];
  const scripts = [];
  page.on('request', (request) => {
    const file = PACKAGE.exec(request.url())?.[1];
    if (file !== undefined) files.push(file);
    if (SCRIPT.test(request.url())) scripts.push(request.url());
  });
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  expect(scripts, 'a lesson that begins with its file needs no script').toEqual([]);

  let answer;
  const held = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route('**/master.m3u8', async (route) => {
    await held;
    await route.continue();
  });
  await link(page, 'The long one').hover();
  await expect.poll(() => scripts, 'the script comes before the click').toHaveLength(1);
  expect(files.filter((file) => FIRST.includes(file))).toEqual([]);
  const requested = FIRST.map((file) =>
    page.waitForRequest((request) => request.url().endsWith(`/${file}`)),
  );
  const answered = Promise.all(requested).then(answer);
  await link(page, 'The long one').click();
  await answered;
  await loaded(page);
  await expect
    .poll(() => page.locator('video').evaluate(({ duration }) => Math.round(duration)))
    .toBe(125);
  for (const file of ['master.m3u8', ...FIRST]) {
    expect(
      files.filter((one) => one === file),
      `${file} is requested once`,
    ).toHaveLength(1);
  }
});

test('a lesson is resumed with the segment of its second', async ({ page, member, server }) => {
  const id = await importPackagedCourse(server);
  await member({ course: PACKAGED });
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  const href = await link(page, 'The long one').getAttribute('href');
  const files = [];
  page.on('request', (request) => {
    const file = PACKAGE.exec(request.url())?.[1];
    if (file !== undefined) files.push(file);
  });
  await page.goto(`${href}&t=60`);
  await loaded(page);
  expect(await page.locator('video').evaluate(({ currentTime }) => currentTime)).toBeCloseTo(60, 0);
  expect(files).toContain('low/init.mp4');
  expect(files, 'not the segment of the first second').not.toContain('low/0.m4s');
});
