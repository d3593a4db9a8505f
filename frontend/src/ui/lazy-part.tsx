// A part of a page that is loaded when it is first shown. When its script cannot be loaded, the rest of the page stays.
import { lazy, type ComponentType, type ReactNode } from 'react';

export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  missing: ReactNode = <Missing />,
) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => missing }),
    ),
  );
}

function Missing() {
  return (
    <p role="alert" className="p-4 text-sm text-ink-muted">
      This part of the page could not be loaded. Check your connection and reload the page.
    </p>
  );
}
