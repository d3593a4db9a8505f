// Reports another member's answered question to the staff. The list does not say what the caller has reported: the server refuses a second
// report, and that is said as the first one is.
import { Suspense, useRef, useState } from 'react';

import { Button } from '@/ui/button';
import { focusOnArrival, useAfterClose } from '@/ui/focus';
import { lazyPart } from '@/ui/lazy-part';

const ReportForm = lazyPart(async () => (await import('./report-form')).ReportForm);

const COPY = { action: 'Report' };

interface ReportProps {
  courseId: number;
  videoId: number;
  questionId: number;
  /** The id of the question's text. */
  of: string;
}

export function Report({ of, ...question }: ReportProps) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  useAfterClose(open, () => opener.current?.focus());
  if (outcome !== undefined) {
    return (
      <p ref={focusOnArrival} tabIndex={-1} className="text-sm text-ink-muted outline-none">
        {outcome}
      </p>
    );
  }
  return open ? (
    <Suspense>
      <ReportForm {...question} of={of} onReported={setOutcome} onClose={() => setOpen(false)} />
    </Suspense>
  ) : (
    <Button
      ref={opener}
      look="quiet"
      size="small"
      aria-describedby={of}
      aria-expanded={false}
      className="-ml-4 justify-self-start text-ink-muted"
      onClick={() => setOpen(true)}
    >
      {COPY.action}
    </Button>
  );
}
