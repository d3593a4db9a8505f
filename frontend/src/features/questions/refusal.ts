// Why a question was not sent, in words.
import { ApiError, NetworkError, errorMessage } from '@/lib/api-client';
import { dateAndTime } from '@/lib/format/dates';

const COPY = {
  failed: 'Your question was not sent.',
  offline: 'There is no connection to the server. Your text stays here: ask again when it is back.',
  closed: 'The course is not open to you any more.',
  later: 'You have asked as often as is possible for now.',
  again: (time: string) => `You can ask again on ${time}. Your text stays here until then.`,
};

export function refusalText(error: unknown, now: Date): string {
  return `${COPY.failed} ${reasonOf(error, now)}`;
}

function reasonOf(error: unknown, now: Date): string {
  if (error instanceof NetworkError) return COPY.offline;
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.status === 429) {
    const { retryAfterSeconds: seconds } = error;
    if (seconds === null) return COPY.later;
    const time = new Date(now.getTime() + seconds * 1000).toISOString();
    return `${COPY.later} ${COPY.again(dateAndTime(time))}`;
  }
  if (error.status === 403) return COPY.closed;
  return error.fields.seconds ?? error.serverMessage ?? error.message;
}
