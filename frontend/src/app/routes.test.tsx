import { describe, expect, test } from 'vitest';

import { ownPath, paths } from '@/lib/paths';

import { notFound, routes } from './routes';
import { matchEntry } from './routing/match';

const addresses: Record<keyof typeof paths, string[]> = {
  home: [paths.home()],
  courses: [paths.courses()],
  courseMarketing: [paths.courseMarketing('futures'), paths.courseMarketing('forex')],
  course: [paths.course(7), paths.course(7, 12)],
  about: [paths.about()],
  pricing: [paths.pricing()],
  contact: [paths.contact()],
  faq: [paths.faq()],
  privacy: [paths.privacy()],
  terms: [paths.terms()],
  withdraw: [paths.withdraw()],
  checkout: [paths.checkout(), paths.checkout('premium')],
  checkoutComplete: [paths.checkoutComplete(), paths.checkoutComplete('reference')],
  checkoutSandbox: [paths.checkoutSandbox(), paths.checkoutSandbox('reference')],
  auth: [paths.auth(), paths.auth({ returnTo: '/portal/course/3?lesson=1', key: 'ABCDE' })],
  verifyEmail: [paths.verifyEmail(), paths.verifyEmail('token')],
  resetPassword: [paths.resetPassword(), paths.resetPassword('token')],
  reminders: [paths.reminders(), paths.reminders('token')],
  portal: [paths.portal()],
  portalCourses: [paths.portalCourses()],
  portalCourse: [paths.portalCourse(7), paths.portalCourse(7, 12), paths.portalCourse(7, 12, 40)],
  portalRun: [paths.portalRun(7, 12, 31)],
  search: [paths.search(), paths.search('stop loss')],
  live: [paths.live(), paths.live(3)],
  review: [paths.review()],
  portalAccount: [paths.portalAccount(), paths.portalAccount('redeem-key')],
  discordVerify: [paths.discordVerify()],
  discordCallback: [paths.discordCallback()],
  staff: [paths.staff()],
  staffJoin: [paths.staffJoin(), paths.staffJoin('token')],
  staffMember: [paths.staffMember(7), paths.staffMember(7, 'orders')],
  staffLive: [paths.staffLive()],
  staffQuestions: [paths.staffQuestions(), paths.staffQuestions(true)],
  staffQuestion: [paths.staffQuestion(12), paths.staffQuestion(12, true)],
};

function routeOf(address: string) {
  return matchEntry(new URL(address, 'http://localhost').pathname);
}

describe('routes', () => {
  test.each(Object.entries(addresses))('%s leads to a page', (_name, list) => {
    for (const address of list) expect(routeOf(address).path).not.toBe('*');
  });

  test('every route is reached by a path', () => {
    const reached = new Set(
      Object.values(addresses)
        .flat()
        .map((address) => routeOf(address).path),
    );
    expect([...reached].sort()).toEqual(routes.map((route) => route.path).sort());
  });

  test('every page has a route', () => {
    const files = Object.keys(import.meta.glob('./pages/*/*-page.tsx'));
    expect([...routes, notFound].map(({ file }) => `./pages/${file}`).sort()).toEqual(files.sort());
  });

  test('the marketing pages take precedence over the course page', () => {
    expect(routeOf('/courses/futures').kind).toBe('public');
    expect(routeOf('/courses/12').path).toBe('/courses/:id');
  });

  test('an unknown address is the not-found page', () => {
    expect(routeOf('/nowhere').path).toBe('*');
    expect(routeOf('/portal/nowhere').path).toBe('*');
  });
});

describe('ownPath', () => {
  test('keeps an address of the product', () => {
    expect(ownPath('/portal/course/3?lesson=1#top')).toBe('/portal/course/3?lesson=1#top');
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ])('refuses %j', (address) => expect(ownPath(address)).toBeNull());
});
