import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';

import { externalRedirect } from '@/lib/external-redirect';
import { deferred } from '@/test/deferred';
import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const STATE = 'discord_oauth_state';
const address = () => screen.getByLabelText('address').textContent;

function configured() {
  server.use(http.get('/api/discord/config', () => HttpResponse.json({ clientId: '4711' })));
}

function notConfigured() {
  server.use(
    http.get('/api/discord/config', () => refusal(503, 'discord_unavailable', 'Not set up.')),
  );
}

describe('the linking page', () => {
  test('is Dutch and says that nothing is linked', async () => {
    memberSignedIn();
    configured();
    await renderApp('/portal/discord-verify');
    const heading = await screen.findByRole('heading', { name: 'Discord Verificatie' });
    expect(heading.closest('[lang]')).toHaveAttribute('lang', 'nl');
    expect(screen.getByText('Geen Discord account gekoppeld')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  test('offers a linked member to link again', async () => {
    memberSignedIn({ ...member, discordUserId: '99' });
    configured();
    await renderApp('/portal/discord-verify');
    expect(
      await screen.findByRole('button', { name: 'Koppel Discord Account Opnieuw' }),
    ).toBeVisible();
    expect(screen.getByText('Discord account gekoppeld')).toBeVisible();
    expect(screen.queryByText('Geen Discord account gekoppeld')).toBeNull();
  });

  test('leads to Discord with a state of this tab', async () => {
    memberSignedIn();
    configured();
    const left = vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
    const { user } = await renderApp('/portal/discord-verify');
    const connect = await screen.findByRole('button', { name: 'Koppel Discord Account' });
    await waitFor(() => expect(connect).not.toHaveAttribute('aria-disabled'));
    await user.click(connect);
    const url = new URL(left.mock.calls[0]?.[0] ?? '');
    expect(url.origin + url.pathname).toBe('https://discord.com/oauth2/authorize');
    const stored = sessionStorage.getItem(STATE);
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '4711',
      response_type: 'code',
      scope: 'identify guilds.join',
      state: stored,
      redirect_uri: 'http://localhost:3000/portal/discord/callback',
      prompt: 'consent',
    });
  });

  test('says that Discord is not configured', async () => {
    memberSignedIn();
    notConfigured();
    const left = vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
    const { user } = await renderApp('/portal/discord-verify');
    const connect = await screen.findByRole('button', { name: 'Koppel Discord Account' });
    await waitFor(() => expect(connect).not.toHaveAttribute('aria-disabled'));
    await user.click(connect);
    expect(await screen.findByText('Configuratie Fout')).toBeVisible();
    expect(
      screen.getByText('Discord configuratie niet beschikbaar. Probeer het later opnieuw.'),
    ).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(STATE)).toBeNull();
  });
});

describe('the callback from Discord', () => {
  function posted() {
    const codes: unknown[] = [];
    server.use(
      http.post('/api/discord/oauth/callback', async ({ request }) => {
        codes.push(await request.json());
        return HttpResponse.json({ ...member, discordUserId: '99' });
      }),
    );
    return codes;
  }

  test('posts the code once, then shows the linked account', async () => {
    memberSignedIn();
    configured();
    const codes = posted();
    sessionStorage.setItem(STATE, 'abc');
    await renderApp('/portal/discord/callback?code=xyz&state=abc');
    expect(await screen.findByText('Discord Account Gekoppeld')).toBeVisible();
    expect(screen.getByText('Je Discord account is succesvol geverifieerd.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/portal'));
    expect(await screen.findByRole('link', { name: 'Update Discord' })).toBeVisible();
    expect(codes).toEqual([{ code: 'xyz' }]);
    expect(sessionStorage.getItem(STATE)).toBeNull();
  });

  test.each([
    ['no code', 'abc', '?state=abc', 'Geen autorisatie code ontvangen van Discord.'],
    [
      'a refusal by the member',
      'abc',
      '?error=access_denied&state=abc',
      'Geen autorisatie code ontvangen van Discord.',
    ],
    ['another state', 'abc', '?code=xyz&state=other', 'Ongeldige authenticatie poging.'],
    ['no state in the address', 'abc', '?code=xyz', 'Ongeldige authenticatie poging.'],
    ['no stored state', null, '?code=xyz&state=abc', 'Ongeldige authenticatie poging.'],
    ['two empty states', '', '?code=xyz&state=', 'Ongeldige authenticatie poging.'],
  ])('%s posts nothing', async (_name, stored, query, message) => {
    memberSignedIn();
    configured();
    const codes = posted();
    if (stored !== null) sessionStorage.setItem(STATE, stored);
    await renderApp(`/portal/discord/callback${query}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Verificatie Mislukt')).toBeVisible();
    expect(address()).toBe('/portal/discord-verify');
    expect(codes).toEqual([]);
    expect(sessionStorage.getItem(STATE)).toBeNull();
  });

  test.each([
    [503, 'discord_unavailable', 'Discord is not set up.'],
    [409, 'discord_account_taken', 'That account is linked to another user.'],
  ])("a failure shows the server's message (%i)", async (status, code, message) => {
    memberSignedIn();
    configured();
    server.use(http.post('/api/discord/oauth/callback', () => refusal(status, code, message)));
    sessionStorage.setItem(STATE, 'abc');
    await renderApp('/portal/discord/callback?code=xyz&state=abc');
    expect(await screen.findByText(`${status}: ${message}`)).toBeVisible();
    expect(screen.getByText('Verificatie Mislukt')).toBeVisible();
    expect(address()).toBe('/portal/discord-verify');
  });

  test('ends when the server does not answer for a minute', async () => {
    memberSignedIn();
    configured();
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    server.use(http.post('/api/discord/oauth/callback', () => new Promise<Response>(() => {})));
    sessionStorage.setItem(STATE, 'abc');
    await renderApp('/portal/discord/callback?code=xyz&state=abc');
    expect(await screen.findByText('Je Discord account wordt geverifieerd...')).toBeVisible();
    expect(timeout).toHaveBeenCalledWith(60_000);
    late.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    expect(await screen.findByText('Verificatie Mislukt')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/portal/discord-verify'));
  });

  test('shows its waiting text in Dutch', async () => {
    memberSignedIn();
    configured();
    const { promise: opened, resolve: open } = deferred();
    server.use(
      http.post('/api/discord/oauth/callback', async () => {
        await opened;
        return HttpResponse.json(member);
      }),
    );
    sessionStorage.setItem(STATE, 'abc');
    await renderApp('/portal/discord/callback?code=xyz&state=abc');
    expect(await screen.findByText('Je Discord account wordt geverifieerd...')).toBeVisible();
    open();
    expect(await screen.findByText('Discord Account Gekoppeld')).toBeVisible();
  });
});
