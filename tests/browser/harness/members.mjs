// Members for tests that are not about registration, created with a staff key and the API.
import { expect } from '@playwright/test';

export const COURSES = {
  futures: 'futures-foundations',
  crypto: 'crypto-market-structure',
  forex: 'forex-sessions',
};

export const PASSWORD = 'correct horse battery';

let count = 0;

/** A user name that is unique for this server. */
export function freshName(prefix = 'member') {
  count += 1;
  return `${prefix}${count}`;
}

export async function newMember(server, context, { access, course = COURSES.futures } = {}) {
  const username = freshName();
  const member = { username, email: `${username}@example.com`, password: PASSWORD };
  const key = await issueKey(server, { access, course });
  const answer = await context.request.post(`${server.url}/api/register`, {
    data: { ...member, purchaseCode: key },
  });
  expect(answer.status()).toBe(201);
  return member;
}

export function issueKey(server, { access = 'lifetime', course = COURSES.futures } = {}) {
  return server.staff('codes', 'issue', '--course', course, '--access', access);
}

export async function signIn(server, context, { username, password }) {
  const answer = await context.request.post(`${server.url}/api/login`, {
    data: { username, password },
  });
  expect(answer.status()).toBe(200);
}

/** The ids of the courses, by slug. */
export async function courseIds(server) {
  const courses = JSON.parse(await server.staff('courses', 'list', '--format', 'json'));
  return Object.fromEntries(courses.map(({ slug, id }) => [slug, id]));
}
