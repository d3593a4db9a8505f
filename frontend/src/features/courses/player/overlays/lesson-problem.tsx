// Why the lesson does not play, and what the member can do.
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';
import { LinkButton } from '@/ui/link-button';

import { PicturePanel } from './picture-panel';

export type LessonFailure =
  | { kind: 'signed-out' }
  /** The server answers, but the lesson does not load. */
  | { kind: 'unreachable' }
  /** Browsers show no picture of the video. */
  | { kind: 'unplayable' }
  /** There is no connection: it is tried again by itself. */
  | { kind: 'offline' }
  /** The server's sentence names the devices that watch. */
  | { kind: 'too-many-streams'; message: string };

interface LessonProblemProps {
  failure: LessonFailure;
  onRetry: () => void;
  onSignIn: () => void;
  next: { title: string; address: string } | undefined;
  /** The account's other devices, for `too-many-streams`. */
  devices: Elements;
}

export function LessonProblem({ failure, onRetry, onSignIn, next, devices }: LessonProblemProps) {
  switch (failure.kind) {
    case 'signed-out':
      return (
        <PicturePanel title="Signed out">
          <Words
            title="You have been signed out"
            text="Sign in again to go on watching. You come back to this lesson."
          />
          <Button size="small" className="mt-4" onClick={onSignIn}>
            Sign in
          </Button>
        </PicturePanel>
      );
    case 'too-many-streams':
      return (
        <PicturePanel title="Too many devices">
          <Words title="Your account is watching elsewhere" text={failure.message} />
          <div className="mt-3 grid gap-3 sm:mt-4">
            {devices}
            <Button size="small" className="justify-self-center" onClick={onRetry}>
              Try again
            </Button>
          </div>
        </PicturePanel>
      );
    case 'offline':
      return (
        <PicturePanel title="No connection">
          <Words
            title="The connection is lost"
            text="The lesson is loaded by itself, where it stopped, when the connection is back."
          />
          <Button size="small" className="mt-4" onClick={onRetry}>
            Try again
          </Button>
        </PicturePanel>
      );
    case 'unplayable':
      return (
        <PicturePanel title="Video not playable">
          <Words
            title="Browsers cannot show this video"
            text="Another try does not help. Please tell us, so that we replace it. What belongs to the lesson is below."
          />
          <Choices next={next}>
            <LinkButton size="small" to={paths.contact()} className="shrink-0">
              Tell us
            </LinkButton>
          </Choices>
        </PicturePanel>
      );
    case 'unreachable':
      return (
        <PicturePanel title="Lesson not loaded">
          <Words
            title="This lesson could not be loaded"
            text="Check your connection and try again: it goes on where it stopped."
          />
          <Choices next={next}>
            <Button size="small" className="shrink-0" onClick={onRetry}>
              Try again
            </Button>
          </Choices>
        </PicturePanel>
      );
  }
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert">
      <p className="display text-lg sm:text-xl">{title}</p>
      <p className="mt-1 text-xs text-ink-muted sm:text-sm">{text}</p>
    </div>
  );
}

/** What the member can do about it, and the way to the next lesson. */
function Choices({ children, next }: { children: Elements; next: LessonProblemProps['next'] }) {
  return (
    <div className="mt-3 flex justify-center gap-3 sm:mt-4">
      {children}
      {next && (
        <LinkButton size="small" look="secondary" to={next.address} className="min-w-0">
          <span className="truncate">{`Next: ${next.title}`}</span>
        </LinkButton>
      )}
    </div>
  );
}
