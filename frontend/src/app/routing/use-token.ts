// The token of a mailed link.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** Read once, then removed from the address, the history and the address bar. `path`: the address without it. */
export function useToken(path: string): string {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [token] = useState(() => query.get('token') ?? '');
  useEffect(() => {
    if (query.has('token')) void navigate(path, { replace: true });
  }, [query, navigate, path]);
  return token;
}
