// Keeps the lesson in the address, so that a link, a reload and the back button land on it.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

export function useAddress(address: string | undefined, differs: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (differs && address !== undefined) void navigate(address, { replace: true });
  }, [navigate, address, differs]);
}
