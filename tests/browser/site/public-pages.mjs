// The public pages and what each is called: the list that the site's specs walk.
export const publicPages = [
  { path: '/', heading: 'Know your trade before the bell' },
  { path: '/courses', heading: 'Courses' },
  { path: '/courses/futures', heading: 'Futures Trading Course' },
  { path: '/courses/forex', heading: 'Forex Trading Course' },
  { path: '/about', heading: 'We teach the hour before' },
  { path: '/pricing', heading: 'Pricing' },
  { path: '/contact', heading: 'Contact' },
  { path: '/faq', heading: 'Frequently asked questions' },
  { path: '/privacy', heading: 'Privacy Policy' },
  { path: '/terms', heading: 'Terms of Service' },
  { path: '/checkout', heading: 'Complete Your Purchase' },
];

/** The script runs: the menu button or, on a wide screen, the header tells nothing, so the root does. */
export async function hydrated(page) {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}
