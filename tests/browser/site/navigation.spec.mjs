// Navigation on the site: header, menu, keyboard, buttons, and missing files.
import { expect, test } from '../harness.mjs';

import { hydrated } from './public-pages.mjs';

test('the header leads everywhere, the name leads home', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await hydrated(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Courses', '/courses'],
    ['Pricing', '/pricing'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ]) {
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(main.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  const header = page.getByRole('banner');
  for (const name of ['Course Portal', 'Get Started']) {
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', '/portal/auth');
  }
});

test('the menu opens, closes on Escape with the focus kept, and its links work', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await hydrated(page);
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(menu).toBeHidden();
});

test('the first key press offers to skip to the content', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the home page leads to courses, plans and questions, and requests the catalogue', async ({
  page,
}) => {
  const catalogue = page.waitForRequest('**/api/courses');
  await page.goto('/');
  await catalogue;
  const main = page.getByRole('main');
  const leads = async (name, href) =>
    expect(main.getByRole('link', { name }).first()).toHaveAttribute('href', href);
  await leads('See the courses', '/courses');
  await leads('Get Started', '/checkout?plan=basic');
  await leads('Get Premium', '/checkout?plan=premium');
  await leads('All questions and answers', '/faq');
  await leads('Futures Trading Course', '/courses/futures');
  await leads('Forex Trading Course', '/courses/forex');
  await expect(page.getByRole('button', { name: /Mentorship/ })).toBeDisabled();
  const invite = main.getByRole('link', { name: /^Join the .* community/ });
  await expect(invite).toHaveAttribute('target', '_blank');
});

/** Holds back every script but the page's first. Returns a function that releases them. */
async function holdScripts(page) {
  let held = 0;
  let release = () => {};
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?!start-).*\.js$/, async (route) => {
    held += 1;
    await gate;
    await route.continue();
  });
  return { release: () => release(), held: () => expect.poll(() => held).toBeGreaterThan(0) };
}

test('the menu opens before scripts run, and keeps its state afterwards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').locator('summary').press('Enter');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const courses = menu.getByRole('link', { name: 'Courses' });
  await expect(courses).toBeFocused();
  await scripts.held();
  scripts.release();
  const button = page.getByRole('button', { name: 'Menu' });
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(courses).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('text that is typed before scripts run stays', async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  const name = page.getByLabel('Name');
  await name.fill('Ada');
  await scripts.held();
  scripts.release();
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await expect(name).toHaveValue('Ada');
  await expect(name).toBeFocused();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
});

for (const [path, first, second] of [
  ['/', 'What if it is not for me?', 'Which markets do you cover?'],
  ['/faq', 'How is the course structured?', 'Which markets are covered?'],
]) {
  test(`a question of ${path} opens before scripts run and stays open afterwards`, async ({
    page,
  }) => {
    const scripts = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('summary', { hasText: first }).click();
    await page.locator('summary', { hasText: second }).press('Enter');
    const answers = page.locator('details[open]');
    await expect(answers).toHaveCount(1);
    await scripts.held();
    scripts.release();
    const question = page.getByRole('button', { name: second });
    await expect(question).toHaveAttribute('aria-expanded', 'true');
    await expect(question).toBeFocused();
    await expect(page.getByRole('button', { name: first })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await expect(answers).toHaveCount(0);
  });
}

test('answers open one at a time and can be closed', async ({ page }) => {
  await page.goto('/faq');
  const first = page.getByRole('button', {
    name: 'How long will I have access to the course?',
  });
  const second = page.getByRole('button', {
    name: 'Which markets are covered?',
  });
  await hydrated(page);
  await first.click();
  await expect(page.getByText(/lifetime access/)).toBeVisible();
  await second.click();
  await expect(page.getByText(/lifetime access/)).toBeHidden();
  await second.click();
  await expect(second).toHaveAttribute('aria-expanded', 'false');
});

test('each page states refund and access as the settings say for it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'How long do I have access to the course?' }).click();
  await expect(page.getByText(/duration of your subscription/)).toBeVisible();
  await page.goto('/pricing');
  await expect(page.getByText(/full refund within 14 days/)).toBeVisible();
  await page.goto('/terms');
  await expect(page.getByText(/within 30 days of your first purchase/)).toBeVisible();
});

test('a button without an action says so', async ({ page }) => {
  await page.goto('/courses/futures');
  for (const name of ['Start Your Journey', 'View Course Details', 'Get Started Today']) {
    const button = page.getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/.+/);
  }
  await expect(page.getByText(/not open yet/i)).toHaveCount(0);
});

test('the courses page leads to a price, to a checkout and to a lesson in one step', async ({ page }) => {
  await page.goto('/courses');
  const main = page.getByRole('main');
  await expect(main.getByText('from $300 for 3 months')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Get Started with 3-Month Access' })).toHaveAttribute(
    'href',
    '/checkout?plan=basic',
  );
  await expect(main.getByText(/^from .* with lifetime access$/)).toBeVisible();
  await main.getByRole('link', { name: /^Watch the first lesson.*Forex/ }).click();
  await expect(page).toHaveURL(/\/courses\/\d+\?lesson=\d+$/);
  await expect(page.getByRole('region', { name: /^Video/ })).toBeVisible();
});

test('sections of the legal pages have addresses', async ({ page }) => {
  await page.goto('/privacy#your-rights');
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
  await page.goto('/terms');
  await page.getByRole('link', { name: 'Payment terms' }).click();
  await expect(page).toHaveURL('/terms#payment-terms');
});

for (const [what, gone] of [
  // Every script but the first small one, which the page names itself.
  ['scripts are', /\/assets\/(?!start-)[^/]*\.js$/],
  ['stylesheet is', /\/assets\/[^/]*\.css$/],
]) {
  test(`a page whose ${what} gone reloads once, then says so and stays readable`, async ({
    page,
    problems,
  }) => {
    problems.expect(/^GET \/assets\/.*\.(js|css) net::ERR_FAILED$/);
    let loads = 0;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) loads += 1;
    });
    await page.route(gone, (route) => route.abort());
    await page.goto('/pricing');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '3-Month Access' })).toBeVisible();
    expect(loads).toBe(2);
  });
}
