// Leaving the page for an address that the server gave: a payment page, the chat provider.
import { useEffect } from 'react';

// An object, so that a test can watch the address without a browser that follows it.
export const leave = {
  to(address: string): void {
    location.assign(underThisName(address, location));
  },
};

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A machine has several names for itself, and a sign-in belongs to one of them: an address of this very
 * server stays under the name by which the visitor came.
 */
export function underThisName(address: string, here: { href: string }): string {
  if (!URL.canParse(address)) return address;
  const [to, from] = [new URL(address), new URL(here.href)];
  const sameServer =
    THIS_MACHINE.has(to.hostname) &&
    THIS_MACHINE.has(from.hostname) &&
    to.protocol === from.protocol &&
    to.port === from.port;
  if (sameServer) to.hostname = from.hostname;
  return sameServer ? to.href : address;
}

/** The back button may show a page as it was left, its button still at work: this says that it is back. */
export function useComeBack(onBack: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onBack();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [onBack]);
}
