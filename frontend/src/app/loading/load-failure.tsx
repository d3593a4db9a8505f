// Shown in place of a page that could not be loaded or rendered.
import { Button } from '@/ui/button';

import { ChunkError } from './chunk-failure';

const COPY = {
  missing: {
    title: 'This page has been updated',
    text: 'A part of it could not be loaded. Reload the page to get the new version; if that does not help, check your connection.',
  },
  offline: {
    title: 'You are offline',
    text: 'This page was not loaded before the connection was lost. Reload it when the connection is back.',
  },
  broken: {
    title: 'This page ran into a problem',
    text: 'Reload it to try again. If it keeps happening, tell us what you were doing.',
  },
};

export function LoadFailure({ error }: { error: unknown }) {
  const missing = navigator.onLine ? COPY.missing : COPY.offline;
  const copy = error instanceof ChunkError ? missing : COPY.broken;
  return (
    <div role="alert" className="mx-auto max-w-prose px-4 py-16">
      <h1 className="text-xl">{copy.title}</h1>
      <p className="mt-2 text-ink-muted">{copy.text}</p>
      <Button className="mt-6" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}
