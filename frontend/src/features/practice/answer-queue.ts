// The answers of an account that could not be sent: kept in this browser, and graded when the connection is back. Answers are not merged:
// each is an attempt of its own, and the server orders them by their time.
import { accountQueues } from '@/lib/offline/queue/account-queue';

import { sendAnswer, type GivenAnswer, type Outcome } from './api';
import { parseGivenAnswer } from './given-answer';

export const answerQueueOf = accountQueues<GivenAnswer, Outcome>({
  prefix: 'exercise-answer',
  parse: parseGivenAnswer,
  timeOf: ({ answeredAt }) => answeredAt,
  subjectOf: ({ videoId, exercise }) => `${videoId} ${exercise}`,
  deliver: sendAnswer,
});
