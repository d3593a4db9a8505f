// The run that the address opens: it has a room of its own, without the portal's bar and footer.
import { useMatch, useSearchParams } from 'react-router-dom';

import { paths } from '@/lib/paths';

export function useRun(): number | undefined {
  const inCourse = useMatch(paths.portalCourse(':id')) !== null;
  const [search] = useSearchParams();
  const run = Number(search.get('run'));
  return inCourse && Number.isSafeInteger(run) && run > 0 ? run : undefined;
}
