// Writes the current lesson into the address, so that links, reloads and the back button lead to it.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

export function useAddress(address: string | undefined, differs: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (differs && address !== undefined) void navigate(address, { replace: true });
  }, [navigate, address, differs]);
}
