// A page has one left edge, that of its header, and beside it at most one more: the column at its right.
import { expect, test } from '../harness.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { loaded } from '../harness/player.mjs';
import { planLive } from '../live/plan.mjs';

const PATHS = [
  '/portal',
  '/portal/courses',
  '/portal/live',
  '/portal/review',
  '/portal/search',
  '/portal/account',
];

/** Where the header begins, and where the outermost blocks wider than 320 px begin; a border may stand between two. */
function leftEdges() {
  const leftOf = (element) => element.getBoundingClientRect().left;
  const blocks = [
    ...document.querySelectorAll('main :is(h1, h2, p, section, article, nav, form, table, figure, ul, ol)'),
  ].filter((block) => block.checkVisibility() && block.getBoundingClientRect().width > 320);
  const outermost = blocks.filter(
    (block) => !blocks.some((other) => other !== block && other.contains(block)),
  );
  const edges = [];
  for (const left of outermost.map(leftOf)) {
    if (!edges.some((edge) => Math.abs(edge - left) <= 1)) edges.push(left);
  }
  return { header: leftOf(document.querySelector('header a')), edges };
}

async function expectOneEdge(page) {
  const { header, edges } = await page.evaluate(leftEdges);
  expect(Math.min(...edges), 'the page begins where its header begins').toBeCloseTo(header, 0);
  expect(edges.length, `left edges: ${edges.join(', ')}`).toBeLessThanOrEqual(2);
}

async function lessons(page, id) {
  const sections = await (await page.request.get(`/api/courses/${id}/models`)).json();
  return sections.flatMap(({ videos }) => videos);
}

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
]) {
  test(`the pages of members have one left edge in a window of ${width} by ${height}`, async ({
    page,
    member,
    server,
    staff,
  }) => {
    await page.setViewportSize({ width, height });
    await member();
    await planLive(staff, { title: 'Weekly review', weekly: 3 });
    const { [COURSES.futures]: id } = await courseIds(server);
    const all = await lessons(page, id);
    const market = all.find(({ replay }) => replay);
    const written = all.find(({ kind }) => kind === 'text');

    await page.goto(`/portal/course/${id}?lesson=${market.id}`);
    await loaded(page);
    await expect(page.getByRole('region', { name: 'Practice' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start a run' })).toBeVisible();
    await expectOneEdge(page);
    await page.getByRole('button', { name: 'Wide picture', exact: true }).click();
    await expect(page.locator('[data-wide]')).toBeAttached();
    await expectOneEdge(page);

    await page.goto(`/portal/course/${id}?lesson=${written.id}`);
    await expect(page.getByRole('heading', { name: written.title })).toBeVisible();
    await expectOneEdge(page);

    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [role=status] .animate-spin')).toHaveCount(0);
      await expectOneEdge(page);
    }
  });
}
