// In the dark band: the one thing to go on with, an open run or the last unfinished lesson.
import { LinkButton } from '@/ui/link-button';
import { Progress } from '@/ui/progress';

interface NextStepProps {
  label: string;
  title: string;
  /** Of what the course says. */
  language: string | undefined;
  /** "day 2 of 5", "0:22 of 0:59" */
  reached: string;
  /** In seconds, of a lesson. */
  watched?: { of: number; seconds: number };
  action: string;
  address: string;
}

export function NextStep(props: NextStepProps) {
  const { label, title, language, reached, watched, action, address } = props;
  return (
    <section
      aria-label={label}
      className="rounded-box border border-line bg-surface-raised p-5 shadow-raised"
    >
      <p className="text-xs text-ink-muted">{label}</p>
      <p
        lang={language}
        dir="auto"
        title={title}
        className="mt-1 line-clamp-2 display text-lg wrap-anywhere"
      >
        {title}
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-32 flex-1">
          {watched && (
            <Progress
              className="mb-2"
              value={watched.seconds}
              max={watched.of}
              label={`Watched of ${title}`}
              valueText={reached}
            />
          )}
          <p className="text-xs text-ink-muted figures">{reached}</p>
        </div>
        <LinkButton to={address} size="small">
          {action}
        </LinkButton>
      </div>
    </section>
  );
}
