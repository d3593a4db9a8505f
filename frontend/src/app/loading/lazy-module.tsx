// A module that is loaded on demand. Once loaded it renders synchronously, so that a prerendered page can be hydrated;
// `React.lazy` and `use` always suspend once.
import { Suspense, type ComponentType } from 'react';

import { Spinner } from '@/ui/spinner';

import { loadOrReload } from './chunk-failure';

export interface LazyModule<T> {
  load: () => Promise<T>;
  /** Only fills the browser's cache: never reloads the page, never fails. */
  prefetch: () => void;
  /** In a component: the module, or suspends until it is loaded. */
  read: () => T;
}

type State<T> = { loading?: Promise<T>; module?: T; failure?: unknown };

export function lazyModule<T>(source: () => Promise<T>): LazyModule<T> {
  const state: State<T> = {};
  const load = () => {
    state.loading ??= loadOrReload(source);
    state.loading.then(
      (module) => (state.module = module),
      (failure: unknown) => (state.failure = failure),
    );
    return state.loading;
  };
  const prefetch = () => {
    if (state.loading === undefined) source().catch(() => {});
  };
  const read = () => {
    if (state.module !== undefined) return state.module;
    if (state.failure !== undefined) throw state.failure;
    throw load(); // Suspense waits for this promise
  };
  return { load, prefetch, read };
}

/** What a page that is prerendered has to wait for. */
export const deferredParts: Promise<unknown>[] = [];

/**
 * A part whose script loads after the page. It is prerendered with the page, so that it is seen at once and nothing moves; React keeps
 * the prerendered part until its script is loaded. A page makes one element of it for all renders: an update must not reach a part that
 * is not hydrated yet. `height`: while it loads where it is not prerendered.
 */
export function deferred<Props extends object>(
  source: () => Promise<ComponentType<Props>>,
  height = 'min-h-96',
): ComponentType<Props> {
  const part = lazyModule(async () => ({ Part: await source() }));
  if (import.meta.env.SSR) deferredParts.push(part.load());
  function Loaded(props: Props) {
    const { Part } = part.read();
    return <Part {...props} />;
  }
  return function Deferred(props: Props) {
    return (
      <Suspense fallback={<Spinner className={height} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
