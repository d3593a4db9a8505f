// The public site's own calls. Loaded when a page needs it, after the page.
import { api, call, send, type Schemas } from '@/lib/api-client';

import type { ContactMessage } from './schemas';

export { ApiError } from '@/lib/api-client';

export function fetchCatalogue(): Promise<readonly Schemas['Course'][]> {
  return call(api.GET('/api/courses'));
}

export function sendMessage(message: ContactMessage): Promise<void> {
  return send(api.POST('/api/contact', { body: message }));
}
