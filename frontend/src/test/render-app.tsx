// Renders the whole product at an address, with the fake server.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';

import { App } from '@/app/app';
import { preload } from '@/app/routing/match';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="address">{pathname + search + hash}</output>;
}

export const address = () => screen.getByRole('status', { name: 'address' }).textContent;

/** The current address is in the output element named "address". */
export async function renderApp(path: string) {
  await preload(new URL(path, 'http://localhost').pathname);
  const view = render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  );
  return { ...view, user: userEvent.setup() };
}
