// The component tree: routes inside their layouts, with loading states and error boundaries.
import { Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';

import { Spinner } from '@/ui/spinner';

import { layouts } from './layouts/layouts';
import { LoadBoundary } from './loading/load-boundary';
import { ToastOutlet } from './loading/toast-outlet';
import { notFound, routes, type RouteEntry } from './routes';
import { Navigation } from './routing/navigation';

function Loading() {
  return <Spinner className="min-h-[60vh]" />;
}

function PageOf({ entry }: { entry: RouteEntry }) {
  const { Page } = entry.page.read();
  return <Page />;
}

function LayoutOf({ layout }: { layout: (typeof layouts)[number] }) {
  const { Layout } = layout.module.read();
  return (
    <Layout>
      <LoadBoundary>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </LoadBoundary>
    </Layout>
  );
}

export function App() {
  return (
    <>
      <Navigation />
      <LoadBoundary>
        <Suspense fallback={<Loading />}>
          <Routes>
            {layouts.map((layout) => (
              <Route key={layout.name} element={<LayoutOf layout={layout} />}>
                {[...routes, notFound]
                  .filter((entry) => layout.kinds.includes(entry.kind))
                  .map((entry) => (
                    <Route
                      key={entry.path}
                      path={entry.path}
                      element={<PageOf key={entry.path} entry={entry} />}
                    />
                  ))}
              </Route>
            ))}
          </Routes>
        </Suspense>
      </LoadBoundary>
      <ToastOutlet />
    </>
  );
}
