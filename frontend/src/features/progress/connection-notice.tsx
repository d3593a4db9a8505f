// Says that the page is offline and what is kept in this browser until the reports can be sent, and that they were.
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { keepShell } from '@/lib/offline/offline-shell';
import { useAccount, useSending } from '@/lib/offline/queue/account-queue';
import type { QueueState } from '@/lib/offline/queue/send-queue';
import { useOnline } from '@/lib/offline/use-online';

import { reportQueueOf } from './queue/report-queue';

const COPY = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
  nothingKept: 'Your place in each lesson is kept in this browser until the connection is back.',
  kept: (what: string, several: boolean) =>
    `${what} ${several ? 'are' : 'is'} kept in this browser and sent when the connection is back.`,
  sent: 'The connection is back. Your progress is saved.',
};

const SENT_SHOWN_MS = 5_000;

interface ConnectionNoticeProps {
  /** The answers to exercises that wait to be sent. */
  answers: QueueState;
}

export function ConnectionNotice({ answers }: ConnectionNoticeProps) {
  useEffect(() => void keepShell(), []);
  const reports = useSending(reportQueueOf(useAccount()));
  const online = useOnline();
  const cut = !online || !reports.reachable || !answers.reachable;
  const [wasCut, setWasCut] = useState(cut);
  if (cut && !wasCut) setWasCut(true);
  useEffect(() => {
    if (cut || !wasCut) return;
    const timer = setTimeout(() => setWasCut(false), SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [cut, wasCut]);

  const state = online ? COPY.unreachable : COPY.offline;
  const isSent = reports.pending === 0 && answers.pending === 0;
  const kept = isSent ? COPY.nothingKept : keptText(reports.pending, answers.pending);
  const text = cut ? `${state} ${kept}` : wasCut && isSent ? COPY.sent : '';
  return (
    <div role="status" className="sticky bottom-0 z-30">
      {text !== '' && (
        <p
          data-connection-notice
          className="flex items-center justify-center gap-3 border-t border-line bg-surface-raised px-4 py-2 text-sm text-ink"
        >
          {cut && <CloudOff aria-hidden size={18} className="shrink-0 text-danger" />}
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

function keptText(lessons: number, answers: number): string {
  const progress =
    lessons === 1 ? 'Your progress in 1 lesson' : `Your progress in ${lessons} lessons`;
  const count = answers === 1 ? '1 answer' : `${answers} answers`;
  if (answers === 0) return COPY.kept(progress, false);
  return lessons === 0
    ? COPY.kept(answers === 1 ? 'Your answer' : `Your ${count}`, answers > 1)
    : COPY.kept(`${progress} and ${count}`, true);
}
