// The frames around pages. Each comes in its own file, so that a public page does not carry the
// portal's and the portal not the site's.
import type { ComponentType, ReactNode } from 'react';

import { lazyModule, type LazyModule } from './lazy-module';
import type { RouteKind } from './routes';

export interface LayoutModule {
  Layout: ComponentType<{ children: ReactNode }>;
}

interface LayoutEntry {
  name: 'site' | 'open' | 'auth' | 'portal';
  kinds: readonly RouteKind[];
  module: LazyModule<LayoutModule>;
  file: string;
}

export const layouts: readonly LayoutEntry[] = [
  {
    name: 'site',
    kinds: ['public'],
    module: lazyModule(() => import('./layouts/site-layout')),
    file: 'site-layout.tsx',
  },
  {
    name: 'open',
    kinds: ['open'],
    module: lazyModule(() => import('./layouts/open-layout')),
    file: 'open-layout.tsx',
  },
  {
    name: 'auth',
    kinds: ['auth'],
    module: lazyModule(() => import('./layouts/auth-layout')),
    file: 'auth-layout.tsx',
  },
  {
    name: 'portal',
    kinds: ['portal'],
    module: lazyModule(() => import('./layouts/portal-layout')),
    file: 'portal-layout.tsx',
  },
];
