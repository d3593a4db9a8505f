// The layouts around pages, each loaded on demand: a public page does not load the portal's, nor the portal the site's.
import type { ComponentType, ReactNode } from 'react';

import { lazyModule, type LazyModule } from '../loading/lazy-module';
import type { RouteKind } from '../routes';

export interface LayoutModule {
  Layout: ComponentType<{ children: ReactNode }>;
}

interface LayoutEntry {
  name: 'site' | 'open' | 'auth' | 'portal' | 'staff';
  kinds: readonly RouteKind[];
  module: LazyModule<LayoutModule>;
  file: string;
}

export const layouts: readonly LayoutEntry[] = [
  {
    name: 'site',
    kinds: ['public'],
    module: lazyModule(() => import('./site-layout')),
    file: 'site-layout.tsx',
  },
  {
    name: 'open',
    kinds: ['open'],
    module: lazyModule(() => import('./open-layout')),
    file: 'open-layout.tsx',
  },
  {
    name: 'auth',
    kinds: ['auth'],
    module: lazyModule(() => import('./auth-layout')),
    file: 'auth-layout.tsx',
  },
  {
    name: 'portal',
    kinds: ['portal'],
    module: lazyModule(() => import('./portal-layout')),
    file: 'portal-layout.tsx',
  },
  {
    name: 'staff',
    kinds: ['staff'],
    module: lazyModule(() => import('./staff-layout')),
    file: 'staff-layout.tsx',
  },
];
