// Renders the whole product at an address, with the fake server.
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';

import { App } from '@/app/app';
import { preload } from '@/app/routing/match';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="address">{pathname + search + hash}</output>;
}

/** The current address is in the output element named "address". */
export async function renderApp(address: string) {
  await preload(new URL(address, 'http://localhost').pathname);
  const view = render(
    <MemoryRouter initialEntries={[address]}>
      <App />
      <Address />
    </MemoryRouter>,
  );
  return { ...view, user: userEvent.setup() };
}
