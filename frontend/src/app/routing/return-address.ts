// The address to go to after signing in: from the guard's navigation state, or from the query string.
import type { Location } from 'react-router-dom';

import { ownPath, paths } from '@/lib/paths';

export function returnAddress({ state, search }: Location): string {
  return (
    ownPath(fromState(state)) ??
    ownPath(new URLSearchParams(search).get('returnTo')) ??
    paths.portal()
  );
}

function fromState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  return typeof state.returnTo === 'string' ? state.returnTo : null;
}
