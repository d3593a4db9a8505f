// What a browser does on a new document and a client-side router must do itself: title, scroll position, focus.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

import { applyCanonical, applyHead } from '@/lib/head';

import { MAIN_ID } from '../layouts/main-id';
import { matchEntry, prefetch } from './match';

export function Navigation() {
  const { pathname, search, hash } = useLocation();
  // A run is a page of its own at the address of its course.
  const place = `${pathname} ${new URLSearchParams(search).get('run') ?? ''}`;
  const type = useNavigationType();
  const shown = useRef<string | null>(null);

  useEffect(() => {
    const first = shown.current === null;
    if (shown.current === place && hash === '') return;
    const navigated = !first && shown.current !== place;
    shown.current = place;
    const entry = matchEntry(pathname);
    void entry.page.load().then(
      (page) => {
        if (shown.current !== place) return; // navigated again meanwhile
        const head = page.head ?? entry.head;
        // null: the page's data or the server's HTML sets it (a course's title).
        if (head !== null) applyHead(head);
        const indexed = entry.kind === 'public' || entry.kind === 'open';
        if (navigated) applyCanonical(indexed ? pathname : null);
      },
      () => {}, // the error boundary shows it
    );
    if (type === 'POP') return; // the browser restores the scroll position
    if (hash !== '') {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
      return;
    }
    if (!navigated) return;
    window.scrollTo(0, 0);
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [pathname, place, hash, type]);

  useEffect(() => {
    const prepare = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const href = link?.getAttribute('href');
      if (href !== null && href !== undefined) prefetch(new URL(href, location.origin).pathname);
    };
    document.addEventListener('pointerover', prepare, { passive: true });
    document.addEventListener('focusin', prepare);
    return () => {
      document.removeEventListener('pointerover', prepare);
      document.removeEventListener('focusin', prepare);
    };
  }, []);

  return null;
}
