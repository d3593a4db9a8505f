// A module that is loaded on demand. Once loaded it renders synchronously, so that a prerendered page can be hydrated;
// `React.lazy` and `use` always suspend once.
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
