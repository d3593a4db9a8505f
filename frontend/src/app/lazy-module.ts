// A part of the page that comes in its own file. Once loaded it renders without waiting, which is
// what lets a prerendered page be hydrated as it stands; `React.lazy` and `use` always wait once.
import { loadOrReload } from './chunk-failure';

export interface LazyModule<T> {
  load: () => Promise<T>;
  /** Only warms the browser's cache: never reloads the page, never fails. */
  prefetch: () => void;
  /** Inside a component: the module, or suspension until it is there. */
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
    throw load(); // what Suspense waits for
  };
  return { load, prefetch, read };
}
