// The queue of one account's progress reports. The server keeps the newest position and the union of what was played, so
// that a report may arrive twice; reports of one lesson are merged while they wait.
import { itemStore } from '@/lib/offline/queue/item-store';
import { createSendQueue, type SendQueue } from '@/lib/offline/queue/send-queue';

import { mergeReports, parseReport, type Report } from './report';

export const REPORT_PREFIX = 'progress-report';

export type ReportQueue = SendQueue<Report>;

interface ReportQueueOptions {
  account: number;
  /** Shared by the tabs of the account. */
  lockName: string;
  send: (report: Report, options: { live: boolean }) => Promise<void>;
  isSignedIn: () => boolean;
}

export function createReportQueue({ account, ...options }: ReportQueueOptions): ReportQueue {
  return createSendQueue({
    ...options,
    store: itemStore({
      prefix: REPORT_PREFIX,
      account,
      parse: parseReport,
      timeOf: ({ watchedAt }) => watchedAt,
    }),
    subjectOf: ({ videoId }) => videoId,
    merge: mergeReports,
  });
}
