// One form of a page is open at a time: what is being changed is never unclear, and its fields have one name each.
import { createContext, use, useState, type ReactNode } from 'react';

interface OneOpen {
  openId: string | null;
  setOpenId: (id: string | null) => void;
}

const OneActionContext = createContext<OneOpen>({ openId: null, setOpenId: () => {} });

export function OneAction({ children }: { children: ReactNode }) {
  const [openId, setOpenId] = useState<string | null>(null);
  return <OneActionContext value={{ openId, setOpenId }}>{children}</OneActionContext>;
}

/** Whether this form is open, what opens or closes it, and whether another one is open. */
export function useOneAction(id: string): [boolean, (open: boolean) => void, boolean] {
  const { openId, setOpenId } = use(OneActionContext);
  const isOpen = openId === id;
  return [isOpen, (open) => setOpenId(open ? id : null), openId !== null && !isOpen];
}
