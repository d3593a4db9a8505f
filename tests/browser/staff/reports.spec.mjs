// A member reports another member's question; staff hide it, or keep it, and each member sees what follows.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../harness.mjs';
import { expectAccessible } from '../harness/accessible.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { aMember, act, ask, firstLesson, joinStaff, said, SETTINGS } from '../harness/staff.mjs';

// A running animation may be checked half-way, in transitional colours.
test.use({
  settings: [SETTINGS, { scope: 'worker' }],
  contextOptions: { reducedMotion: 'reduce' },
});

const SIZES = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];

/** Answers the question with this text for every member. */
async function answer(staff, text) {
  const asked = JSON.parse(await staff('questions', 'list', '--unanswered', '--format', 'json'));
  const { id } = asked.find((question) => question.text === text);
  const folder = await mkdtemp(join(tmpdir(), 'portal-answer-'));
  const file = join(folder, 'answer.md');
  await writeFile(file, 'No broker is recommended here.');
  await staff('questions', 'answer', String(id), file);
  await rm(folder, { recursive: true });
}

/** Opens the questions of the first lesson; answers the row of this question. */
async function openQuestion({ page, context }, server, text) {
  const { [COURSES.futures]: course } = await courseIds(server);
  const lesson = await firstLesson({ context }, server);
  await page.goto(`/portal/course/${course}?lesson=${lesson}`);
  await page.getByRole('button', { name: /^Questions/ }).click();
  await expect(page.getByRole('region', { name: 'Questions' })).toBeVisible();
  return page.getByRole('article', { name: text });
}

test('a reported question is hidden by staff from every member but its asker', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const text = 'Is my broker the best one to open an account at?';
  const asker = await aMember(otherBrowser, server);
  const reader = await aMember(otherBrowser, server);
  await ask(asker, server, { text });
  await answer(staff, text);

  const read = await openQuestion(reader, server, text);
  await read.getByRole('button', { name: 'Report' }).focus();
  await reader.page.keyboard.press('Enter');
  await expect(reader.page.getByLabel('What is wrong with it?')).toBeFocused();
  await expectAccessible(reader.page, SIZES);
  await reader.page.getByLabel('What is wrong with it?').fill('It advertises a broker');
  await read.getByRole('button', { name: 'Report' }).click();
  await expect(read.getByText(/^You reported this question\./)).toBeFocused();
  await expectAccessible(reader.page, SIZES);

  await joinStaff(page, staff, 'support');
  const reported = page.getByRole('list', { name: 'Reported questions' }).getByRole('listitem');
  await expect(reported).toContainText('“It advertises a broker”');
  await expect(reported).toContainText(reader.username);
  await expectAccessible(page, SIZES);
  await act(reported, 'Hide', { Reason: 'No advertisements, please' });
  await expect(said(page, /^The question is hidden/)).toBeFocused();
  await expect(page.getByRole('list', { name: 'Reported questions' })).toHaveCount(0);
  await page.goto('/staff/questions?answered=true');
  const row = page.getByRole('listitem').filter({ hasText: text });
  await expect(row).toContainText('Hidden from members');
  await expect(row.getByRole('button', { name: 'Hide' })).toHaveCount(0);
  await expectAccessible(page, SIZES);

  const own = await openQuestion(asker, server, text);
  await expect(own).toContainText('The staff have hidden this question: no other member sees it.');
  await expectAccessible(asker.page, SIZES);
  await expect(await openQuestion(reader, server, text)).toHaveCount(0);
});

test('a reported question that is kept stays, and is reported once by each member', async ({
  page,
  staff,
  server,
  otherBrowser,
}) => {
  const text = 'Why does the contract have a last trading day?';
  const asker = await aMember(otherBrowser, server);
  const reader = await aMember(otherBrowser, server);
  await ask(asker, server, { text });
  await answer(staff, text);
  const report = async () => {
    const read = await openQuestion(reader, server, text);
    await read.getByRole('button', { name: 'Report' }).click();
    await reader.page.getByLabel('What is wrong with it?').fill('I do not like it');
    await read.getByRole('button', { name: 'Report' }).click();
    return read;
  };
  await expect(await report()).toContainText('You reported this question.');

  await joinStaff(page, staff, 'support');
  const reported = page
    .getByRole('list', { name: 'Reported questions' })
    .getByRole('listitem')
    .filter({ hasText: text });
  await act(reported, 'Keep', { Reason: 'A fair question' });
  await expect(said(page, 'The question stays.')).toBeFocused();
  await expect(reported).toHaveCount(0);

  reader.problems.expect(/^POST \/api\/questions\/\d+\/report 409$/);
  await expect(await report()).toContainText('You reported this question already.');
});
