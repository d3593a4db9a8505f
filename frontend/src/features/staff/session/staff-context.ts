// The name of staff that is signed in, inside staff's layout.
import { createContext, use } from 'react';

import type { StaffUser } from '../api';

export const StaffContext = createContext<StaffUser | null>(null);

export function useStaff(): StaffUser {
  const user = use(StaffContext);
  if (user === null) throw new Error('useStaff is called outside of the layout of staff');
  return user;
}
