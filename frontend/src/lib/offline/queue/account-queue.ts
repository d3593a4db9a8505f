// What an account has to send, in a queue for each kind of item. Another account never sends or sees it: it stays in this browser until
// that account signs in here again.
import { createContext, use, useEffect, useSyncExternalStore } from 'react';

import { beforeLogout } from '../../before-logout';
import { isSignedInAs } from '../../signed-in-account';
import { createSendQueue, type Deliveries, type QueueState, type SendQueue } from './send-queue';

/** The account whose page this is. */
export const AccountContext = createContext<number | undefined>(undefined);

export function useAccount(): number {
  const account = use(AccountContext);
  if (account === undefined) throw new Error('useAccount is called where no account is signed in');
  return account;
}

const forgetters: (() => void)[] = [];

/** The queue of each account that this page has shown. */
export function accountQueues<Item, Answer>(kind: Deliveries<Item, Answer>) {
  const queues = new Map<number, SendQueue<Item, Answer>>();
  forgetters.push(() => {
    for (const queue of queues.values()) queue.stop();
    queues.clear();
  });
  return (account: number): SendQueue<Item, Answer> => {
    const queue =
      queues.get(account) ??
      createSendQueue(kind, {
        account,
        lockName: `${kind.prefix}s:${account}`,
        isSignedIn: () => isSignedInAs(account),
      });
    queues.set(account, queue);
    return queue;
  };
}

/** For tests, which each start with a new page. */
export function forgetQueues(): void {
  for (const forget of forgetters) forget();
}

/** Sends what is kept while the account's pages are open, and lets a logout wait for it. */
export function useSending<Item, Answer>(queue: SendQueue<Item, Answer>): QueueState {
  useEffect(() => queue.start(), [queue]);
  useEffect(() => beforeLogout({ finish: () => queue.flush(), resume: () => {} }), [queue]);
  return useSyncExternalStore(queue.subscribe, queue.getState);
}
