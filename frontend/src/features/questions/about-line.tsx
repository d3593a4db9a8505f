// What a question is about: a second of the lesson or the whole of it, and the ways to the other.
import { formatDuration } from '@/lib/format/durations';

const COPY = {
  about: (time: string) => `About ${time}`,
  aboutLesson: 'About the whole lesson',
  change: 'change',
  changeHint: 'change to the second at which the lesson is',
  lesson: 'the whole lesson',
};

interface AboutLineProps {
  /** 0: the whole lesson. */
  seconds: number;
  onChange: () => void;
  onLesson: () => void;
}

const link = 'min-h-6 text-accent underline underline-offset-4 hover:text-ink';

export function AboutLine({ seconds, onChange, onLesson }: AboutLineProps) {
  return (
    <p className="flex flex-wrap gap-x-2 text-sm figures">
      <span role="status" className="font-semibold">
        {seconds > 0 ? COPY.about(formatDuration(seconds)) : COPY.aboutLesson}
      </span>
      <span aria-hidden>·</span>
      <button
        type="button"
        aria-label={COPY.changeHint}
        title={COPY.changeHint}
        onClick={onChange}
        className={link}
      >
        {COPY.change}
      </button>
      {seconds > 0 && (
        <>
          <span aria-hidden>·</span>
          <button type="button" onClick={onLesson} className={link}>
            {COPY.lesson}
          </button>
        </>
      )}
    </p>
  );
}
