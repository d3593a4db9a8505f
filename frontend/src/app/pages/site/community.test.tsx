import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderApp } from '@/test/render-app';

vi.mock('@/settings/own-site', async (original) => {
  const settings = await original<typeof import('@/settings/own-site')>();
  const community = { platform: 'Chatty', inviteUrl: '' };
  return { ...settings, site: { ...settings.site, community } };
});

it.each(['/', '/faq', '/contact', '/about', '/terms'])(
  'has nothing of a community on %s where the owner has none',
  async (path) => {
    const { container } = await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByRole('link', { name: /community/i })).toBeNull();
    expect(container.querySelector('a[href=""]')).toBeNull();
    expect(container).not.toHaveTextContent('Chatty community');
    expect(container).not.toHaveTextContent('Chatty channels');
  },
);
