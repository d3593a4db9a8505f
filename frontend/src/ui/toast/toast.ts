// The state of toasts. One is shown at a time: a new one replaces the old one. The view (toaster.tsx) is loaded with
// the first toast, so pages without toasts do not load it.
import { useSyncExternalStore } from 'react';

// specification, section 9
export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export interface ToastContent {
  title: string;
  description?: string;
  destructive?: boolean;
  /** Its language when it is not the page's. */
  lang?: string;
}

export interface ToastItem extends ToastContent {
  id: number;
  open: boolean;
}

let items: readonly ToastItem[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

export function toast(content: ToastContent): void {
  publish([{ ...content, id: nextId++, open: true }, ...items].slice(0, TOAST_LIMIT));
}

/** Closes a toast; it is removed later, so that its closing can be animated. */
export function dismissToast(id: number): void {
  publish(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => publish(items.filter((item) => item.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** Closes the toasts that are open, because what they are about is over. */
export function dismissToasts(): void {
  for (const { id, open } of items) if (open) dismissToast(id);
}

export function clearToasts(): void {
  publish([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly ToastItem[] = [];

export function useToast() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => items,
    () => none,
  );
  return { toasts, toast, dismiss: dismissToast };
}
