// A replay that the browser translates shows what the same run shows that it does not translate, at every step: no sum stays as it was.
import { expect } from '../harness.mjs';
import { newMember } from '../harness/members.mjs';
import { importReplayCourse, SLUG } from '../harness/courses/replay-course.mjs';
import { pressEverything } from './press.mjs';
import { open, test } from './translate.mjs';

const desk = (page) => page.getByRole('region', { name: 'MES', exact: true });
const review = (page) => page.getByRole('article', { name: 'Your run' });
const field = (page, name) => page.getByRole('textbox', { name });
const press = (name) => (page) => page.getByRole('button', { name }).first().click();
/** The run is answered by the server. */
const answered = (page) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/replay-runs/'));
const key = (name) => (page) => Promise.all([answered(page), desk(page).press(name)]);
const send = (name) => (page) => Promise.all([answered(page), press(name)(page)]);
const type = (name, text) => (page) => field(page, name).fill(text);

/** Each step of the run, and the part of the page that is compared after it. */
const STEPS = [
  ['a bar', key('n'), desk],
  ['a tick', key('t'), desk],
  ['the ticket is opened', (page) => desk(page).press('b'), desk],
  ['a target', type('Target', '5420'), desk],
  ['another target', type('Target', '5431.25'), desk],
  ['another stop', type('Stop', '5414'), desk],
  ['no stop', type('Stop', ''), desk],
  ['a stop again', type('Stop', '5412.5'), desk],
  ['another size', type('Size', '3'), desk],
  ['another entry', (page) => page.getByText('Limit', { exact: true }).click(), desk],
  ['an entry at the market', (page) => page.getByText('Market', { exact: true }).click(), desk],
  ['how sure it is', (page) => page.getByText('70', { exact: true }).click(), desk],
  ['the order is sent', send(/^Buy 3 at market$/), desk],
  ['the entry', key('t'), desk],
  ['some bars later', key('n'), desk],
  ['the stop is moved', type('Stop', '5413'), desk],
  ['the move is sent', send('Move stop and target'), desk],
  ['a part is closed', type('Contracts', '1'), desk],
  ['the close is sent', send(/^Close 1$/), desk],
  ['the next bar', key('n'), desk],
  ['the run is ended', press('End the run'), desk],
  ['the review', press('End it now'), review],
];

/** What is read, without the mark of the translation. */
async function read(part) {
  const text = await part.innerText();
  return text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim();
}

test('a run shows the same as one that is not translated, at every step', async ({
  page,
  member,
  server,
  otherBrowser,
}) => {
  const course = await importReplayCourse(server);
  await member({ course: SLUG });
  const other = await otherBrowser();
  await newMember(server, other.context, { course: SLUG });
  await open(page, `/portal/course/${course}`);
  await other.page.goto(`/portal/course/${course}`);
  for (const one of [page, other.page]) {
    await one.getByRole('button', { name: 'Start a run' }).click();
    await expect(desk(one)).toBeFocused();
  }
  for (const [name, step, part] of STEPS) {
    await test.step(name, async () => {
      await Promise.all([step(page), step(other.page)]);
      await expect(part(page)).toBeVisible();
      await expect(async () => {
        expect(await read(part(page))).toBe(await read(part(other.page)));
      }).toPass({ timeout: 90_000 });
    });
  }
  await expect(review(page)).toContainText('The rise is bought at once.');
});

test('everything of a run is pressed', async ({ page, member, server, problems }) => {
  problems.allow(/^POST \S+ 4\d\d$/);
  const course = await importReplayCourse(server);
  await member({ course: SLUG });
  await open(page, `/portal/course/${course}`);
  const pressed = await pressEverything(page, 'Log out|Delete');
  for (const name of [/Start a run/, /Step/, /Buy/, /Sell/, /End it now/]) {
    expect(
      pressed.some((one) => name.test(one)),
      `${name} is pressed`,
    ).toBe(true);
  }
});
