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

export function useOneAction(id: string): [boolean, (open: boolean) => void] {
  const { openId, setOpenId } = use(OneActionContext);
  return [openId === id, (open) => setOpenId(open ? id : null)];
}
