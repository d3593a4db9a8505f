import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderApp } from '@/test/render-app';

// specification, /privacy and /terms: the anchored sections of the privacy page
test.each([
  ['introduction', /^Introduction$/],
  ['information-collection', /^Information we collect$/],
  ['use-of-information', /^Use of information\b/],
  ['data-storage-and-security', /^Data storage and security$/],
  ['cookies', /^Cookies$/],
  ['your-rights', /^Your rights$/],
  ['contact-us', /^Contact us$/],
])('the privacy notice names its section %s in heading and contents', async (id, name) => {
  await renderApp('/privacy');
  expect(screen.getByRole('heading', { level: 2, name })).toHaveAttribute('id', id);
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  expect(contents.getByRole('link', { name })).toHaveAttribute('href', `#${id}`);
});
