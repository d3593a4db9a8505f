// The report queue of each account that this page has shown. Another account never sends or sees its reports: they stay
// in this browser until that account signs in here again.
import { keepSending } from '@/lib/offline/queue/keep-sending';
import { isSignedInAs } from '@/lib/signed-in-account';

import { createReportQueue, REPORT_PREFIX, type ReportQueue } from './queue/report-queue';
import { saveProgress } from './save-progress';

const queues = new Map<number, ReportQueue>();

export function reportQueueOf(account: number): ReportQueue {
  const known = queues.get(account);
  if (known) return known;
  const queue = createReportQueue({
    account,
    lockName: `progress-reports:${account}`,
    isSignedIn: () => isSignedInAs(account),
    send: async ({ videoId, watchedSeconds, completed, watchedAt, played }, { live }) => {
      await saveProgress(videoId, {
        watchedSeconds,
        ...(completed === undefined ? {} : { completed }),
        // The server's clock says when a live report was so (contract).
        ...(live ? {} : { watchedAt }),
        ...(played.length === 0 ? {} : { played: played.map(([from, to]) => [from, to]) }),
      });
    },
  });
  queues.set(account, queue);
  return queue;
}

/** For tests, which each start with a new page. */
export function forgetQueues(): void {
  for (const queue of queues.values()) queue.stop();
  queues.clear();
}

/** Sends what is kept now, and again when the network is back, until the returned function is called. */
export function keepReporting(account: number): () => void {
  return keepSending(reportQueueOf(account), REPORT_PREFIX);
}
