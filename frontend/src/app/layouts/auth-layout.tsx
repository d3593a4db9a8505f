// The layout of the sign-in pages: a chart beside the form; on a phone only the form.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { Wordmark } from '@/features/site/layout/wordmark';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

import { QueryProvider } from '../query-provider';
import { CandleChart } from './candle-chart';
import { MAIN_ID } from './main-id';
import { PortalFooter } from './portal-footer';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="portal grid min-h-screen bg-surface text-ink lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <header className="ink-band relative hidden flex-col justify-between overflow-hidden p-10 lg:flex xl:p-14">
        <Link to={paths.home()} aria-label={`${site.brand.name}, home`} className="self-start py-1">
          <Wordmark />
        </Link>
        <div>
          <CandleChart className="w-full" />
          <p className="mt-10 display text-xl">Your lessons are where you left them.</p>
          <p className="mt-2 max-w-[34ch] text-sm text-ink-muted">
            Every video resumes at the second where you stopped, on any device.
          </p>
        </div>
      </header>
      <div className="flex min-h-screen min-w-0 flex-col">
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="relative grow px-4 pt-24 pb-12 sm:px-10 lg:pt-[max(7rem,18vh)]"
        >
          <div className="absolute inset-x-4 top-4 flex items-center justify-between sm:inset-x-6">
            <Link
              to={paths.home()}
              aria-label={`${site.brand.name}, home`}
              className="py-1 lg:invisible"
            >
              <Wordmark />
            </Link>
            <Link
              to={paths.home()}
              aria-label="Close"
              className="grid size-11 place-items-center rounded-box text-ink-muted hover:bg-surface-sunken hover:text-ink"
            >
              <X aria-hidden size={22} />
            </Link>
          </div>
          <div className="mx-auto w-full max-w-[26rem]">
            <QueryProvider>{children}</QueryProvider>
          </div>
        </main>
        <PortalFooter />
      </div>
    </div>
  );
}
