// Discord's authorization page and the callback. A random state, stored in this tab only, proves that the callback
// belongs to a request of this tab (RFC 6749, section 10.12).
import { paths } from '@/lib/paths';

const STATE_KEY = 'discord_oauth_state';
const AUTHORIZE_URL = 'https://discord.com/oauth2/authorize';

export function beginAuthorization(clientId: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const state = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(STATE_KEY, state);
  const url = new URL(AUTHORIZE_URL);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'identify guilds.join',
    state,
    redirect_uri: new URL(paths.discordCallback(), location.origin).href,
    prompt: 'consent',
  }).toString();
  return url.href;
}

export type Callback = { code: string } | 'no-code' | 'mismatch';

/** Reads Discord's callback. The stored state is removed in every case. */
export function readCallback(query: URLSearchParams): Callback {
  const stored = sessionStorage.getItem(STATE_KEY);
  sessionStorage.removeItem(STATE_KEY);
  const code = query.get('code') ?? '';
  if (code === '') return 'no-code';
  if (stored === null || stored === '' || query.get('state') !== stored) return 'mismatch';
  return { code };
}
