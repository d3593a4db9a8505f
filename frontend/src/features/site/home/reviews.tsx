// Links to the review service. Its widget is shown only when the owner configured one, and loads only after the
// visitor presses the button.
import { useState } from 'react';

import { useHydrated } from '@/lib/hydration/hydrated';
import type { SiteSettings } from '@/settings/site-settings';
import { Button } from '@/ui/button';
import { ExternalLink } from '@/ui/external-link';

export function Reviews({ reviews }: Pick<SiteSettings, 'reviews'>) {
  const ready = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <div className="rounded-box border border-line bg-surface-raised p-6 sm:p-10">
      {shown ? (
        <iframe
          src={reviews.widgetUrl}
          title={`Reviews on ${reviews.name}`}
          // The frame has another origin, so `allow-same-origin` does not give it ours.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
          className="h-96 w-full border-0"
        />
      ) : (
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_auto] lg:items-end">
          <div>
            <h2 className="text-2xl">Read what members write, where we cannot edit it</h2>
            <p className="mt-4 max-w-prose text-ink-muted">
              Reviews are kept by <span>{reviews.name}</span>, an independent service. This page
              loads nothing from it by itself, so it cannot follow you here.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {reviews.widgetUrl !== '' && (
              <Button
                disabled={!ready}
                className="needs-script disabled:opacity-100"
                onClick={() => setShown(true)}
              >
                Show the reviews
              </Button>
            )}
            {reviews.pages.map(({ label, url }) => (
              <ExternalLink
                key={url}
                href={url}
                className="min-h-8 font-semibold text-accent underline underline-offset-4"
              >
                {`Reviews: ${label}`}
              </ExternalLink>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
