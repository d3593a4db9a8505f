// The home page's call. Loaded after the page.
import { api, call, type Schemas } from '@/lib/api-client';

export function fetchCatalogue(): Promise<readonly Schemas['Course'][]> {
  return call(api.GET('/api/courses'));
}
