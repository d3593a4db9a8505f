// Marks a lesson as finished or not, independent of what was watched.
import { Check, RotateCcw } from 'lucide-react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast';

import { useSetFinished } from './use-set-finished';

interface FinishedToggleProps {
  courseId: number;
  videoId: number;
  watchedSeconds: number;
  completed: boolean;
}

export function FinishedToggle({
  courseId,
  videoId,
  watchedSeconds,
  completed,
}: FinishedToggleProps) {
  const setFinished = useSetFinished(courseId);
  const Icon = completed ? RotateCcw : Check;
  return (
    <Button
      look="secondary"
      size="small"
      onClick={() =>
        setFinished.mutate(
          { videoId, watchedSeconds, completed: !completed },
          {
            onError: (error) =>
              toast({
                title: 'This lesson could not be marked.',
                description: errorMessage(error),
                destructive: true,
              }),
          },
        )
      }
    >
      <Icon aria-hidden size={18} />
      <span>{completed ? 'Mark as not finished' : 'Mark as finished'}</span>
    </Button>
  );
}
