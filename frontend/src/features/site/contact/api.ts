// The contact form's call. Loaded when a message is sent, not with the page.
import { api, send } from '@/lib/api-client';

import type { ContactMessage } from './schemas';

export { ApiError } from '@/lib/api-client';

export function sendMessage(message: ContactMessage): Promise<void> {
  return send(api.POST('/api/contact', { body: message }));
}
