// Renders the whole product at an address, as a browser would, over the stand-in server.
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';

import { App } from '@/app/app';
import { preload } from '@/app/match';
import { createQueryClient } from '@/lib/query-client';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="address">{pathname + search + hash}</output>;
}

/** The address in view is read from the status named "address". */
export async function renderApp(address: string) {
  await preload(new URL(address, 'http://localhost').pathname);
  const queryClient = createQueryClient();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <App />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...view, queryClient, user: userEvent.setup() };
}
