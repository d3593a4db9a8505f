// Leaving the page for an address that the server or Discord's authorization needs: a payment page, Discord.
import { useEffect } from 'react';

// An object, so that tests can replace `to`.
export const externalRedirect = {
  to(address: string): void {
    location.assign(keepHostname(address, location));
  },
};

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A loopback server has several host names, and the session cookie belongs to one of them: an address of this same
 * server keeps the visitor's host name.
 */
export function keepHostname(address: string, here: { href: string }): string {
  if (!URL.canParse(address)) return address;
  const [to, from] = [new URL(address), new URL(here.href)];
  const sameServer =
    LOOPBACK_NAMES.has(to.hostname) &&
    LOOPBACK_NAMES.has(from.hostname) &&
    to.protocol === from.protocol &&
    to.port === from.port;
  if (sameServer) to.hostname = from.hostname;
  return sameServer ? to.href : address;
}

/** The back button may restore a page as it was left, with its button still busy: calls `onRestore` then. */
export function usePageRestore(onRestore: () => void): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [onRestore]);
}
