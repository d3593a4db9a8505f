// What is kept in this browser until the connection is back: progress, and answers to exercises.
import { useAnswerQueue } from '@/features/practice/use-answer-queue';
import { ConnectionNotice } from '@/features/progress/connection-notice';

export function Connection() {
  const answers = useAnswerQueue();
  return <ConnectionNotice answers={answers} />;
}
