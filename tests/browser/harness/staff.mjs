// Names of staff for tests, who join by the link that the command prints.
import { expect } from '@playwright/test';

import { authenticator } from './authenticator.mjs';
import { COURSES, courseIds, freshName, newMember } from './members.mjs';

/** Browsers make no passkeys for an IP address. No mail is delivered: each waits to be tried again. */
export const SETTINGS = {
  host: 'localhost',
  PORTAL_PAYMENTS: 'sandbox',
  PORTAL_SMTP_URL: 'smtp://127.0.0.1:9?tls=none',
};

/** Without a session the pages get this answer. */
export const SIGNED_OUT = /^GET \/api\/staff\/session 401$/;

export const signInButton = (page) => page.getByRole('button', { name: 'Sign in with a passkey' });
export const today = (page) => page.getByRole('heading', { level: 1, name: 'Today' });

export const part = (page, name) => page.getByRole('region', { name, exact: true });
export const said = (page, text) => page.getByRole('status').filter({ hasText: text });

/** Adds a name by the command and joins in this page; answers the name and its authenticator. */
export async function joinStaff(page, staff, role = 'owner') {
  const name = freshName('staff');
  const device = await authenticator(page);
  await page.goto(await staff('staff', 'add', name, '--role', role));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(today(page)).toBeVisible();
  return { name, device };
}

/** Searches for a member and opens their page. */
export async function openMember(page, { username }) {
  await page.goto('/staff');
  await page.getByLabel('Search').fill(username);
  const found = page.getByRole('list', { name: 'Found' });
  await found
    .getByRole('link')
    .filter({ hasText: /^Member/ })
    .filter({ hasText: `${username}@` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
}

/** A term that is not offered is written. */
async function chooseTerm(form, term) {
  const field = form.getByLabel('How long', { exact: true });
  const isOffered = (await field.locator(`option[value="${term}"]`).count()) > 0;
  await field.selectOption(isOffered ? term : { label: 'Other…' });
  if (!isOffered) await form.getByLabel('Other length', { exact: true }).fill(term);
}

/** Opens the form of an action, fills in its fields and the reason, and acts. */
export async function act(scope, name, fields = {}) {
  await scope.getByRole('button', { name, exact: true }).click();
  const form = scope.getByRole('form', { name, exact: true });
  for (const [label, value] of Object.entries({ Reason: 'asked by mail', ...fields })) {
    const field = form.getByLabel(label, { exact: true });
    if (label === 'Course') await field.selectOption({ label: value });
    else if (label === 'How long') await chooseTerm(form, value);
    else await field.fill(value);
  }
  await form.getByRole('button', { name, exact: true }).click();
}

/** A member in a browser of their own. */
export async function aMember(otherBrowser, server, options) {
  const { page, context, problems } = await otherBrowser();
  return { page, context, problems, ...(await newMember(server, context, options)) };
}

/** The first lesson of the course that a member has. */
export async function firstLesson({ context }, server) {
  const course = (await courseIds(server))[COURSES.futures];
  const [{ videos }] = await (await context.request.get(`/api/courses/${course}/models`)).json();
  return videos[0].id;
}

export async function ask(member, server, question) {
  const lesson = await firstLesson(member, server);
  const answer = await member.context.request.post(`/api/videos/${lesson}/questions`, {
    data: { seconds: 3, private: false, ...question },
  });
  expect(answer.status()).toBe(201);
}

/** Buys a course with the sandbox's payments. */
export async function buy({ context }, server, course) {
  const id = (await courseIds(server))[course];
  const opened = await context.request.post(`/api/courses/${id}/checkout`, { data: {} });
  const { url } = await opened.json();
  const reference = new URL(url).searchParams.get('order');
  const paid = await context.request.post(`/api/sandbox/${reference}`, {
    data: { outcome: 'pay' },
  });
  expect(paid.status()).toBe(200);
}
