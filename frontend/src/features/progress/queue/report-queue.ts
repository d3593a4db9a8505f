// The queue of an account's progress reports. The server keeps the newest position and the union of what was played, so that a report may
// arrive twice; reports of one lesson are merged while they wait.
import { accountQueues } from '@/lib/offline/queue/account-queue';
import type { Deliveries } from '@/lib/offline/queue/send-queue';

import { saveProgress, type VideoProgress } from './save-progress';
import { mergeReports, parseReport, type Report } from './report';

export const reports: Deliveries<Report, VideoProgress> = {
  prefix: 'progress-report',
  parse: parseReport,
  timeOf: ({ watchedAt }) => watchedAt,
  subjectOf: ({ videoId }) => videoId,
  merge: mergeReports,
  deliver: ({ videoId, watchedSeconds, completed, watchedAt, played }, { live }) =>
    saveProgress(videoId, {
      watchedSeconds,
      ...(completed === undefined ? {} : { completed }),
      // The server's clock says when a live report was so (contract).
      ...(live ? {} : { watchedAt }),
      ...(played.length === 0 ? {} : { played: played.map(([from, to]) => [from, to]) }),
    }),
};

export const reportQueueOf = accountQueues(reports);
