// What tests do on the page of a member.
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { renderApp } from './render-app';

export const part = (name: string) => screen.getByRole('region', { name });

export async function opened() {
  const view = await renderApp('/staff/members/7');
  await screen.findByRole('heading', { level: 1, name: 'mara' });
  return view;
}

/** Opens the form of an action, gives the reason and acts. */
export async function act(user: UserEvent, name: string, reason = 'asked by mail') {
  await user.click(screen.getByRole('button', { name }));
  await user.type(screen.getByLabelText('Reason'), reason);
  await user.click(screen.getByRole('button', { name }));
}
