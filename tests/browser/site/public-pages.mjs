// The public pages and their headings: the list that the site's specs visit.
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
  { path: '/withdraw', heading: 'Withdraw from the contract' },
  { path: '/checkout', heading: 'Complete Your Purchase' },
];

/** Waits for hydration, which only React's property on the root element shows. */
export async function hydrated(page) {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}
