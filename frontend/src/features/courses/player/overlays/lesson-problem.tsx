// Why the lesson does not play, and what the member can do.
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link-button';

import { PicturePanel } from './picture-panel';

export type LessonFailure = 'signed-out' | 'unreachable';

interface LessonProblemProps {
  failure: LessonFailure;
  onRetry: () => void;
  onSignIn: () => void;
  next: { title: string; address: string } | undefined;
}

export function LessonProblem({ failure, onRetry, onSignIn, next }: LessonProblemProps) {
  if (failure === 'signed-out') {
    return (
      <PicturePanel title="Signed out">
        <div role="alert">
          <p className="display text-lg sm:text-xl">You have been signed out</p>
          <p className="mt-1 text-xs text-ink-muted sm:text-sm">
            Sign in again to go on watching. You come back to this lesson.
          </p>
        </div>
        <Button size="small" className="mt-4" onClick={onSignIn}>
          Sign in
        </Button>
      </PicturePanel>
    );
  }
  return (
    <PicturePanel title="Lesson not loaded">
      <div role="alert">
        <p className="display text-lg sm:text-xl">This lesson could not be loaded</p>
        <p className="mt-1 text-xs text-ink-muted sm:text-sm">
          Check your connection and try again: it goes on where it stopped.
        </p>
      </div>
      <div className="mt-3 flex justify-center gap-3 sm:mt-4">
        <Button size="small" className="shrink-0" onClick={onRetry}>
          Try again
        </Button>
        {next && (
          <LinkButton size="small" look="secondary" to={next.address} className="min-w-0">
            <span className="truncate">Next: {next.title}</span>
          </LinkButton>
        )}
      </div>
    </PicturePanel>
  );
}
