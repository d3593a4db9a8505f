// Delivers a valid message as the server's mode says: to the browser's console, or by mail.
import { siteModes } from '@/lib/site-modes';

import type { ContactMessage } from './schemas';

export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'console'; readonly message: ContactMessage }
  | { readonly kind: 'refused'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: ContactMessage };

export async function deliver(message: ContactMessage): Promise<Delivery> {
  try {
    const { contact } = await siteModes();
    if (contact === 'mail') return await post(message);
  } catch {
    return { kind: 'failed', message };
  }
  // Without a configured recipient the message is only logged (specification, section 2).
  // oxlint-disable-next-line no-console
  console.log('Contact message', message);
  return { kind: 'console', message };
}

async function post(message: ContactMessage): Promise<Delivery> {
  const { ApiError, sendMessage } = await import('./api');
  try {
    await sendMessage(message);
    return { kind: 'sent' };
  } catch (error) {
    const fields = error instanceof ApiError && error.status === 400 ? error.fields : {};
    if (Object.keys(fields).length === 0) throw error;
    return { kind: 'refused', fields };
  }
}
