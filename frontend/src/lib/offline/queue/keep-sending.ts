// Sends what a queue has kept now, and again when the network is back, until the returned function is called.
import { concernsItems } from './item-store';
import type { SendQueue } from './send-queue';

export function keepSending<Item>(queue: SendQueue<Item>, prefix: string): () => void {
  const retry = () => queue.retryNow();
  const refresh = (event: StorageEvent) => {
    if (concernsItems(event, prefix)) queue.refresh();
  };
  window.addEventListener('online', retry);
  window.addEventListener('storage', refresh);
  queue.retryNow();
  return () => {
    window.removeEventListener('online', retry);
    window.removeEventListener('storage', refresh);
    queue.stop();
  };
}
