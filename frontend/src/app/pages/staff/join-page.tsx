// The page of a link to join. The token is read once and taken out of the address, the history and the address bar.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { Join } from '@/features/staff/session/join';
import { paths } from '@/lib/paths';

export function Page() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [token] = useState(() => query.get('token') ?? '');

  useEffect(() => {
    if (query.has('token')) void navigate(paths.staffJoin(), { replace: true });
  }, [query, navigate]);

  return <Join token={token} onJoined={() => void navigate(paths.staff(), { replace: true })} />;
}
