// Questions beside a lesson: asked with the keyboard after the search has shown what is said already, answered by staff, read by
// another member; private ones, deleted ones, the limit of a day, and a question without a connection.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { goOffline } from './harness/answers.mjs';
import { courseIds, COURSES } from './harness/members.mjs';
import { loaded, position } from './harness/player.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const region = (page) => page.getByRole('region', { name: 'Questions' });
const tab = (page) => page.getByRole('button', { name: /^Questions/ });
const field = (page) => page.getByLabel('Your question');
const ask = (page) => page.getByRole('button', { name: 'Ask', exact: true });

/** Opens the first lesson of the futures course, at a second where one is given, with the form for a question or with the list alone. */
async function open(page, server, { seconds, form = true } = {}) {
  const { [COURSES.futures]: id } = await courseIds(server);
  const sections = await (await page.request.get(`/api/courses/${id}/models`)).json();
  const [{ id: lesson }] = sections[0].videos;
  const at = seconds === undefined ? '' : `&t=${seconds}`;
  await page.goto(`/portal/course/${id}?lesson=${lesson}${at}`);
  await loaded(page);
  if (form) {
    await page.getByRole('button', { name: /^Ask about/ }).click();
    await expect(field(page)).toBeFocused();
  } else await tab(page).click();
  await expect(region(page)).toBeVisible();
  return { id, lesson };
}

async function answerLast(staff, text, ...options) {
  const asked = JSON.parse(await staff('questions', 'list', '--unanswered', '--format', 'json'));
  const folder = await mkdtemp(join(tmpdir(), 'portal-answer-'));
  const file = join(folder, 'answer.md');
  await writeFile(file, text);
  await staff('questions', 'answer', String(asked.at(-1).id), file, ...options);
  await rm(folder, { recursive: true });
}

test('a question is asked with the keyboard, answered, and read by others at its second', async ({
  page,
  member,
  otherBrowser,
  server,
  staff,
}) => {
  await member();
  await open(page, server, { seconds: 20, form: false });
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(20);
  const askAbout = page.getByRole('button', { name: /^Ask about 0:2\d$/ });
  await askAbout.focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Why does one contract stand for the whole index?');
  await expect(region(page).getByText(/^About 0:2\d$/)).toBeVisible();
  const former = page.getByRole('list', { name: 'Said in your courses already' });
  await expect(former.getByRole('link').first()).toContainText('contract');
  await expectAccessible(page);
  await field(page).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(region(page).getByRole('button', { name: 'the whole lesson' })).toBeFocused();
  await ask(page).focus();
  await page.keyboard.press('Enter');
  const own = region(page).getByRole('article', { name: /^Why does one contract/ });
  await expect(own).toContainText('Asked by you');
  await expect(field(page)).toHaveValue('');

  const other = await otherBrowser({ reducedMotion: 'reduce' });
  const reader = await other.context.request.post('/api/register', {
    data: {
      username: 'question-reader',
      email: 'question-reader@example.com',
      password: 'correct horse battery',
      purchaseCode: await staff('codes', 'issue', '--course', COURSES.futures, '--access', 'lifetime'),
    },
  });
  expect(reader.status()).toBe(201);
  await open(other.page, server, { form: false });
  await expect(region(other.page)).toContainText('Nothing has been asked');

  await answerLast(staff, 'Because its **value** follows the index.');
  await page.reload();
  await tab(page).click();
  await expect(own.getByText('value', { exact: true })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Delete the question' })).toHaveCount(0);
  await expectAccessible(page);

  await other.page.reload();
  await tab(other.page).click();
  const read = region(other.page).getByRole('article', { name: /^Why does one contract/ });
  await expect(read).not.toContainText('Asked by you');
  await read.getByRole('link', { name: /^At 2\d seconds/ }).click();
  await expect.poll(() => position(other.page)).toBeGreaterThanOrEqual(20);
  await expect(other.page.locator('video')).toBeInViewport();
  await other.page.getByRole('button', { name: 'Transcript' }).click();
  const transcript = other.page.getByRole('region', { name: 'Transcript' });
  await expect(transcript.getByRole('button', { name: /, 1 question$/ })).toHaveCount(1);
});

test('a private question is seen by its asker alone, and deleted until it is answered', async ({
  page,
  member,
  server,
}) => {
  await member();
  await open(page, server);
  await field(page).fill('Zzyzx qwrtz private matters?');
  await page.getByLabel('Only for me and the staff').check();
  await ask(page).click();
  const own = region(page).getByRole('article', { name: /private matters/ });
  await expect(own).toContainText('Only for you and the staff');
  await own.getByRole('button', { name: 'Delete the question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the question?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(own).toBeVisible();
  await own.getByRole('button', { name: 'Delete the question' }).click();
  await dialog.getByRole('button', { name: 'Delete the question' }).click();
  await expect(own).toHaveCount(0);
  await expect(region(page).getByRole('heading', { name: 'Questions' })).toBeFocused();
});

test('the sixth question of a day is refused with the time of the next, and its text stays', async ({
  page,
  member,
  server,
  problems,
}) => {
  await member();
  const { lesson } = await open(page, server);
  for (const number of [1, 2, 3, 4, 5]) {
    const asked = await page.request.post(`/api/videos/${lesson}/questions`, {
      data: { text: `Is this question number ${number}?`, seconds: 0, private: true },
    });
    expect(asked.status()).toBe(201);
  }
  problems.expect(/^POST \/api\/videos\/\d+\/questions 429$/);
  await field(page).fill('Zzyzx qwrtz, a sixth one?');
  await ask(page).click();
  await expect(region(page).getByRole('alert')).toContainText(
    /You can ask again on \d+ \w+ \d{4} at \d\d:\d\d/,
  );
  await expect(field(page)).toHaveValue('Zzyzx qwrtz, a sixth one?');
});

test('a question without a connection is not lost, also when the page is loaded again', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  await member();
  await open(page, server);
  problems.allow(/net::ERR_INTERNET_DISCONNECTED$/);
  await goOffline(page, problems);
  await field(page).fill('Zzyzx qwrtz, is this kept?');
  await expect(region(page)).toContainText('You are offline.');
  await ask(page).click();
  await expect(region(page).getByRole('alert')).toContainText('There is no connection to the server.');
  await context.setOffline(false);
  await page.reload();
  await tab(page).click();
  await expect(field(page)).toHaveValue('Zzyzx qwrtz, is this kept?');
  await ask(page).click();
  await expect(region(page).getByRole('article', { name: /is this kept/ })).toBeVisible();
  await page.reload();
  await tab(page).click();
  await expect(region(page).getByRole('article', { name: /is this kept/ })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});
