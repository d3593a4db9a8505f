// The route table: address, kind, source file, and title and description. The router, the prerendering and the server
// (through site.json) read it.
import type { ComponentType } from 'react';

import { loadCatalogue } from '@/features/site/courses/catalogue';
import { loadOwnText } from '@/features/site/own-text/own-text';
import type { Head } from '@/lib/head';

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

interface RouteOptions extends Partial<Head> {
  /** What is loaded of the owner's with the page that shows it. */
  own?: () => Promise<void>;
  noStore?: boolean;
}

const pages = import.meta.glob<PageModule>('./pages/*/*-page.tsx');

/** After the title in the table. */
const TITLE_END = {
  public: '',
  open: '',
  auth: ' · Course Portal',
  portal: ' · Course Portal',
  staff: ' · Staff',
};

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

function route(
  kind: RouteKind,
  path: string,
  file: string,
  options: RouteOptions = {},
): RouteEntry {
  const { title, description, own, noStore = kind === 'auth' || kind === 'staff' } = options;
  const load = pages[`./pages/${file}`];
  if (load === undefined) throw new Error(`There is no page ${file}`);
  const head =
    title === undefined || description === undefined
      ? null
      : { title: title + TITLE_END[kind], description };
  return { path, kind, file, head, noStore, page: lazyModule(own ? loadedWith(load, own) : load) };
}

// A route is a line.
// prettier-ignore
export const routes: readonly RouteEntry[] = [
  route('public', '/', 'site/home-page.tsx'),
  route('public', '/courses', 'site/courses-page.tsx', { own: loadCatalogue }),
  route('public', '/courses/futures', 'site/course-futures-page.tsx'),
  route('public', '/courses/forex', 'site/course-forex-page.tsx'),
  route('public', '/about', 'site/about-page.tsx', { own: () => loadOwnText('about') }),
  route('public', '/pricing', 'site/pricing-page.tsx'),
  route('public', '/contact', 'site/contact-page.tsx'),
  route('public', '/faq', 'site/faq-page.tsx', { own: () => loadOwnText('faq') }),
  route('public', '/privacy', 'site/privacy-page.tsx', { own: () => loadOwnText('privacy') }),
  route('public', '/terms', 'site/terms-page.tsx', { own: () => loadOwnText('terms') }),
  route('public', '/withdraw', 'withdraw/withdraw-page.tsx'),
  route('public', '/checkout', 'checkout/checkout-page.tsx'),
  route('open', '/checkout/complete', 'checkout/checkout-complete-page.tsx', { title: 'Your order', description: 'What became of your order.', noStore: true }),
  route('open', '/checkout/sandbox', 'checkout/sandbox-page.tsx', { title: 'Sandbox payment', description: 'A payment page where no money moves.', noStore: true }),
  route('open', '/courses/:id', 'courses/course-page.tsx'),
  route('auth', '/portal/auth', 'accounts/auth-page.tsx', { title: 'Sign in', description: 'Sign in or register with a purchase key.' }),
  route('auth', '/reset-password', 'accounts/reset-password-page.tsx', { title: 'Set a new password', description: 'Set a new password.' }),
  route('auth', '/verify-email', 'accounts/verify-email-page.tsx', { title: 'Confirm your email address', description: 'Confirm the email address of your account.' }),
  route('open', '/reminders', 'reminders/reminders-page.tsx', { title: 'Reminder mails', description: 'Turn reminder mails off.', noStore: true }),
  route('portal', '/portal', 'dashboard/dashboard-page.tsx', { title: 'Dashboard', description: 'Your trading courses and your progress.' }),
  route('portal', '/portal/courses', 'dashboard/my-courses-page.tsx', { title: 'My Courses', description: 'Every trading course that is open to you.' }),
  route('portal', '/portal/course/:id', 'courses/portal-course-page.tsx'),
  route('portal', '/portal/search', 'courses/search-page.tsx', { title: 'Search', description: 'Search the titles, texts and transcripts of your courses.' }),
  route('portal', '/portal/live', 'live/live-page.tsx', { title: 'Live', description: 'Your live sessions.' }),
  route('portal', '/portal/live/:id', 'live/live-session-page.tsx'),
  route('portal', '/portal/review', 'practice/review-page.tsx', { title: 'Review', description: 'The exercises that are due to be asked again.' }),
  route('portal', '/portal/account', 'accounts/account-page.tsx', { title: 'Account', description: 'Your name, password, orders and signed-in devices.' }),
  route('portal', '/portal/discord-verify', 'discord/discord-verify-page.tsx', { title: 'Discord verificatie', description: 'Koppel je Discord account aan je cursusaccount.' }),
  route('portal', '/portal/discord/callback', 'discord/discord-callback-page.tsx', { title: 'Discord account koppelen', description: 'Je Discord account wordt geverifieerd.', noStore: true }),
  route('staff', '/staff', 'staff/today-page.tsx', { title: 'Today', description: 'What is to do today, for the staff of this site.' }),
  route('staff', '/staff/join', 'staff/join-page.tsx', { title: 'Join', description: 'Join the staff of this site by a link.' }),
  // Without the member's name: a title stands in the browser's history.
  route('staff', '/staff/members/:id', 'staff/member-page.tsx', { title: 'A member', description: 'A member of this site, for its staff.' }),
  route('staff', '/staff/questions', 'staff/questions-page.tsx', { title: 'Questions', description: 'The questions of members, for the staff of this site.' }),
  route('staff', '/staff/live', 'staff/live-page.tsx', { title: 'Live', description: 'Live sessions, for the staff.' }),
];

// prettier-ignore
export const notFound = route('public', '*', 'site/not-found-page.tsx', { title: '404 Page Not Found', description: 'There is no page at this address.' });
