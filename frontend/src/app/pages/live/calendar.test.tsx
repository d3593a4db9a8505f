// The address of the member's calendar, on the page of live sessions.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';

beforeEach(() => {
  memberSignedIn();
  server.use(http.get('/api/live', () => HttpResponse.json([])));
});

describe('the calendar', () => {
  const ADDRESS = 'https://academy.example/calendar/abc.ics';

  it('has an address that is shown once, and can be copied, renewed and turned off', async () => {
    let [on, made] = [false, 0];
    server.use(
      http.get('/api/user', () => HttpResponse.json({ ...member, calendar: on })),
      http.post('/api/user/calendar', () => {
        [on, made] = [true, made + 1];
        return HttpResponse.json({ url: `${ADDRESS}?${made}` }, { status: 201 });
      }),
      http.delete('/api/user/calendar', () => {
        on = false;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/portal/live');
    const part = within(await screen.findByRole('region', { name: 'In your calendar' }));
    expect(part.getByText(/Google looks only every few hours/)).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Add to your calendar' }));
    const shown = await part.findByRole('status', { name: 'Address of your calendar' });
    expect(shown).toHaveTextContent(`${ADDRESS}?1`);
    expect(part.getByText(/^This address is shown only now/)).toHaveFocus();
    await user.click(part.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(`${ADDRESS}?1`);
    expect(part.getByRole('link', { name: /^Open in/ })).toHaveAttribute(
      'href',
      'webcal://academy.example/calendar/abc.ics?1',
    );
    await user.click(part.getByRole('button', { name: 'New address' }));
    expect(part.getByText('The address that you have now will stop working.')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(part.getByRole('heading')).toHaveFocus());
    await user.click(part.getByRole('button', { name: 'New address' }));
    const asked = within(await part.findByRole('group', { name: 'New address' }));
    await user.click(asked.getByRole('button', { name: 'New address' }));
    expect(await part.findByText(`${ADDRESS}?2`)).toBeVisible();
    await waitFor(() => expect(part.getByText(/^This address is shown only now/)).toHaveFocus());
    await waitFor(() => expect(part.queryByRole('group')).toBeNull());
    await user.click(part.getByRole('button', { name: 'Turn off' }));
    const ending = within(await part.findByRole('group', { name: 'Turn off' }));
    await user.click(ending.getByRole('button', { name: 'Turn off' }));
    expect(await part.findByRole('button', { name: 'Add to your calendar' })).toBeVisible();
    expect(part.queryByText(ADDRESS, { exact: false })).toBeNull();
  });

  it('does not show the address again', async () => {
    server.use(http.get('/api/user', () => HttpResponse.json({ ...member, calendar: true })));
    await renderApp('/portal/live');
    const part = within(await screen.findByRole('region', { name: 'In your calendar' }));
    expect(part.getByRole('button', { name: 'New address' })).toBeVisible();
    expect(part.queryByRole('button', { name: 'Add to your calendar' })).toBeNull();
    expect(part.queryByRole('button', { name: 'Copy' })).toBeNull();
  });
});
