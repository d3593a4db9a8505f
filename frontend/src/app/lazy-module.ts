// A part of the page that comes in its own file. Once loaded it renders without waiting, which is
// what lets a prerendered page be hydrated as it stands.
import { use } from 'react';

import { loadOrReload } from './chunk-failure';

export interface LazyModule<T> {
  load: () => Promise<T>;
  /** Inside a component: the module, or suspension until it is there. */
  read: () => T;
}

export function lazyModule<T>(source: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const load = () => {
    loading ??= loadOrReload(source).then((module) => {
      loaded = module;
      return module;
    });
    return loading;
  };
  return { load, read: () => loaded ?? use(load()) };
}
