// Every address of the product. Links use these functions, never a literal path.
function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A lesson, and a second of it. */
function lessonPlace(lesson?: number, seconds?: number) {
  const t = seconds === undefined ? undefined : String(Math.floor(seconds));
  return { lesson: lesson?.toString(), t };
}

export type MarketingCourse = 'futures' | 'forex';

/** The options in the sign-in page's address. */
export interface AuthPlace {
  /** Signing in when absent. */
  mode?: 'reset' | 'key' | 'code';
  /** The address to go to after signing in. */
  returnTo?: string;
  /** Fills the purchase key field. */
  key?: string;
}

export const paths = {
  home: () => '/',
  courses: () => '/courses',
  courseMarketing: (course: MarketingCourse) => `/courses/${course}`,
  course: (id: number | string, lesson?: number, seconds?: number) =>
    withQuery(`/courses/${id}`, lessonPlace(lesson, seconds)),
  about: () => '/about',
  pricing: () => '/pricing',
  contact: () => '/contact',
  faq: () => '/faq',
  privacy: () => '/privacy',
  terms: () => '/terms',
  withdraw: () => '/withdraw',
  checkout: (plan?: string) => withQuery('/checkout', { plan }),
  checkoutComplete: (reference?: string) => withQuery('/checkout/complete', { order: reference }),
  checkoutSandbox: (reference?: string) => withQuery('/checkout/sandbox', { order: reference }),
  /** The key stands in the fragment, which no server and no log sees. */
  auth: ({ key, ...options }: AuthPlace = {}) =>
    withQuery('/portal/auth', options) +
    (key === undefined || key === '' ? '' : `#${new URLSearchParams({ key }).toString()}`),
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  reminders: (token?: string) => withQuery('/reminders', { token }),
  portal: () => '/portal',
  portalCourses: () => '/portal/courses',
  portalCourse: (id: number | string, lesson?: number, seconds?: number) =>
    withQuery(`/portal/course/${id}`, lessonPlace(lesson, seconds)),
  /** A run of a lesson's market, in its own room. */
  portalRun: (id: number | string, lesson: number, run: number) =>
    withQuery(`/portal/course/${id}`, { ...lessonPlace(lesson), run: String(run) }),
  search: (q?: string) => withQuery('/portal/search', { q }),
  /** All of them, or one. */
  live: (id?: number) => `/portal/live${id === undefined ? '' : `/${id}`}`,
  review: () => '/portal/review',
  /** The part is the id of its heading. */
  portalAccount: (part?: 'redeem-key') =>
    '/portal/account' + (part === undefined ? '' : `#${part}`),
  discordVerify: () => '/portal/discord-verify',
  discordCallback: () => '/portal/discord/callback',
  staff: () => '/staff',
  staffJoin: (token?: string) => withQuery('/staff/join', { token }),
  /** The part is the id of a section of the page. */
  staffMember: (id: number | string, part?: string) =>
    `/staff/members/${id}${part === undefined ? '' : `#${part}`}`,
  staffLive: () => '/staff/live',
  staffQuestions: (answered = false) =>
    withQuery('/staff/questions', { answered: answered ? 'true' : undefined }),
  staffQuestion: (id: number, answered = false) =>
    `${paths.staffQuestions(answered)}#question-${id}`,
};

const BASE = 'http://own.invalid';

/** The address if it is a page of this product, else null: an address from a query string is not trusted. */
export function ownPath(address: string | null): string | null {
  if (address === null || !address.startsWith('/')) return null;
  if (!URL.canParse(address, BASE)) return null;
  const url = new URL(address, BASE);
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
