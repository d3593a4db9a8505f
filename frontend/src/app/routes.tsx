// The route table: address, kind, source file, and title and description. The router, the prerendering and the server
// (through site.json) read it.
import type { ComponentType } from 'react';

import { loadCatalogue } from '@/features/site/courses/catalogue';
import { loadOwnText } from '@/features/site/own-text/own-text';
import type { Head } from '@/lib/head';
import type { OwnTextName } from '@/settings/own-site';

import { lazyModule, type LazyModule } from './loading/lazy-module';

export interface PageModule {
  Page: ComponentType;
  /** Head data that the table does not have: structured data, a picture. */
  head?: Head;
}

/**
 * public: prerendered, in the site's layout. open: rendered in the browser, in the site's layout.
 * auth: the sign-in pages. portal: in the portal's layout, for signed-in users only. staff: in staff's layout, which asks for their
 * passkey; never stored.
 */
export type RouteKind = 'public' | 'open' | 'auth' | 'portal' | 'staff';

export interface RouteEntry {
  path: string;
  kind: RouteKind;
  page: LazyModule<PageModule>;
  /** The page's source file under `src/app/pages`, by which the prerender finds its script. */
  file: string;
  /** null: the page's module has it, or the page sets it from its data. */
  head: Head | null;
  /** The address carries a secret (a token, a key, an order's signature): the HTML must not be stored. */
  noStore: boolean;
}

interface RouteOptions extends Omit<RouteEntry, 'page' | 'noStore'> {
  load: () => Promise<PageModule>;
  noStore?: boolean;
}

function route({ load, noStore = false, ...rest }: RouteOptions): RouteEntry {
  return { ...rest, noStore, page: lazyModule(load) };
}

/** Loads a page together with what it shows of the owner's. */
function loadedWith(load: () => Promise<PageModule>, own: () => Promise<void>) {
  return async () => {
    const loaded = own();
    // The module's structured data is made of it.
    if (import.meta.env.SSR) await loaded;
    const [module] = await Promise.all([load(), loaded]);
    return module;
  };
}

/** Loads the owner's text with the page that shows it. */
function withOwnText(name: OwnTextName, load: () => Promise<PageModule>) {
  return loadedWith(load, () => loadOwnText(name));
}

const portalHead = (title: string, description: string): Head => ({
  title: `${title} · Course Portal`,
  description,
});

const staffHead = (title: string, description: string): Head => ({
  title: `${title} · Staff`,
  description,
});

export const routes: readonly RouteEntry[] = [
  route({
    path: '/',
    kind: 'public',
    file: 'site/home-page.tsx',
    load: () => import('./pages/site/home-page'),
    head: null,
  }),
  route({
    path: '/courses',
    kind: 'public',
    file: 'site/courses-page.tsx',
    load: loadedWith(() => import('./pages/site/courses-page'), loadCatalogue),
    head: null,
  }),
  route({
    path: '/courses/futures',
    kind: 'public',
    file: 'site/course-futures-page.tsx',
    load: () => import('./pages/site/course-futures-page'),
    head: null,
  }),
  route({
    path: '/courses/forex',
    kind: 'public',
    file: 'site/course-forex-page.tsx',
    load: () => import('./pages/site/course-forex-page'),
    head: null,
  }),
  route({
    path: '/about',
    kind: 'public',
    file: 'site/about-page.tsx',
    load: withOwnText('about', () => import('./pages/site/about-page')),
    head: null,
  }),
  route({
    path: '/pricing',
    kind: 'public',
    file: 'site/pricing-page.tsx',
    load: () => import('./pages/site/pricing-page'),
    head: null,
  }),
  route({
    path: '/contact',
    kind: 'public',
    file: 'site/contact-page.tsx',
    load: () => import('./pages/site/contact-page'),
    head: null,
  }),
  route({
    path: '/faq',
    kind: 'public',
    file: 'site/faq-page.tsx',
    load: withOwnText('faq', () => import('./pages/site/faq-page')),
    head: null,
  }),
  route({
    path: '/privacy',
    kind: 'public',
    file: 'site/privacy-page.tsx',
    load: withOwnText('privacy', () => import('./pages/site/privacy-page')),
    head: null,
  }),
  route({
    path: '/terms',
    kind: 'public',
    file: 'site/terms-page.tsx',
    load: withOwnText('terms', () => import('./pages/site/terms-page')),
    head: null,
  }),
  route({
    path: '/withdraw',
    kind: 'public',
    file: 'withdraw/withdraw-page.tsx',
    load: () => import('./pages/withdraw/withdraw-page'),
    head: null,
  }),
  route({
    path: '/checkout',
    kind: 'public',
    file: 'checkout/checkout-page.tsx',
    load: () => import('./pages/checkout/checkout-page'),
    head: null,
  }),
  route({
    path: '/checkout/complete',
    kind: 'open',
    noStore: true,
    file: 'checkout/checkout-complete-page.tsx',
    load: () => import('./pages/checkout/checkout-complete-page'),
    head: { title: 'Your order', description: 'What became of your order.' },
  }),
  route({
    path: '/checkout/sandbox',
    kind: 'open',
    noStore: true,
    file: 'checkout/sandbox-page.tsx',
    load: () => import('./pages/checkout/sandbox-page'),
    head: { title: 'Sandbox payment', description: 'A payment page where no money moves.' },
  }),
  route({
    path: '/courses/:id',
    kind: 'open',
    file: 'courses/course-page.tsx',
    load: () => import('./pages/courses/course-page'),
    head: null,
  }),
  route({
    path: '/portal/auth',
    kind: 'auth',
    noStore: true,
    file: 'accounts/auth-page.tsx',
    load: () => import('./pages/accounts/auth-page'),
    head: {
      title: 'Sign in · Course Portal',
      description: 'Sign in or register with a purchase key.',
    },
  }),
  route({
    path: '/reset-password',
    kind: 'auth',
    noStore: true,
    file: 'accounts/reset-password-page.tsx',
    load: () => import('./pages/accounts/reset-password-page'),
    head: { title: 'Set a new password · Course Portal', description: 'Set a new password.' },
  }),
  route({
    path: '/verify-email',
    kind: 'auth',
    noStore: true,
    file: 'accounts/verify-email-page.tsx',
    load: () => import('./pages/accounts/verify-email-page'),
    head: {
      title: 'Confirm your email address · Course Portal',
      description: 'Confirm the email address of your account.',
    },
  }),
  route({
    path: '/reminders',
    kind: 'open',
    noStore: true,
    file: 'reminders/reminders-page.tsx',
    load: () => import('./pages/reminders/reminders-page'),
    head: { title: 'Reminder mails', description: 'Turn reminder mails off.' },
  }),
  route({
    path: '/portal',
    kind: 'portal',
    file: 'dashboard/dashboard-page.tsx',
    load: () => import('./pages/dashboard/dashboard-page'),
    head: portalHead('Dashboard', 'Your trading courses and your progress.'),
  }),
  route({
    path: '/portal/courses',
    kind: 'portal',
    file: 'dashboard/my-courses-page.tsx',
    load: () => import('./pages/dashboard/my-courses-page'),
    head: portalHead('My Courses', 'Every trading course that is open to you.'),
  }),
  route({
    path: '/portal/course/:id',
    kind: 'portal',
    file: 'courses/portal-course-page.tsx',
    load: () => import('./pages/courses/portal-course-page'),
    head: null,
  }),
  route({
    path: '/portal/search',
    kind: 'portal',
    file: 'courses/search-page.tsx',
    load: () => import('./pages/courses/search-page'),
    head: portalHead('Search', 'Search the titles, texts and transcripts of your courses.'),
  }),
  route({
    path: '/portal/review',
    kind: 'portal',
    file: 'practice/review-page.tsx',
    load: () => import('./pages/practice/review-page'),
    head: portalHead('Review', 'The exercises that are due to be asked again.'),
  }),
  route({
    path: '/portal/account',
    kind: 'portal',
    file: 'accounts/account-page.tsx',
    load: () => import('./pages/accounts/account-page'),
    head: portalHead('Account', 'Your name, password, orders and signed-in devices.'),
  }),
  route({
    path: '/portal/discord-verify',
    kind: 'portal',
    file: 'discord/discord-verify-page.tsx',
    load: () => import('./pages/discord/discord-verify-page'),
    head: portalHead('Discord verificatie', 'Koppel je Discord account aan je cursusaccount.'),
  }),
  route({
    path: '/portal/discord/callback',
    kind: 'portal',
    noStore: true,
    file: 'discord/discord-callback-page.tsx',
    load: () => import('./pages/discord/discord-callback-page'),
    head: portalHead('Discord account koppelen', 'Je Discord account wordt geverifieerd.'),
  }),
  route({
    path: '/staff',
    kind: 'staff',
    noStore: true,
    file: 'staff/today-page.tsx',
    load: () => import('./pages/staff/today-page'),
    head: staffHead('Today', 'What is to do today, for the staff of this site.'),
  }),
  route({
    path: '/staff/join',
    kind: 'staff',
    noStore: true,
    file: 'staff/join-page.tsx',
    load: () => import('./pages/staff/join-page'),
    head: staffHead('Join', 'Join the staff of this site by a link.'),
  }),
  route({
    path: '/staff/members/:id',
    kind: 'staff',
    noStore: true,
    file: 'staff/member-page.tsx',
    load: () => import('./pages/staff/member-page'),
    // Without the member's name: a title stands in the browser's history.
    head: staffHead('A member', 'A member of this site, for its staff.'),
  }),
  route({
    path: '/staff/questions',
    kind: 'staff',
    noStore: true,
    file: 'staff/questions-page.tsx',
    load: () => import('./pages/staff/questions-page'),
    head: staffHead('Questions', 'The questions of members, for the staff of this site.'),
  }),
];

export const notFound: RouteEntry = route({
  path: '*',
  kind: 'public',
  file: 'site/not-found-page.tsx',
  load: () => import('./pages/site/not-found-page'),
  head: { title: '404 Page Not Found', description: 'There is no page at this address.' },
});
