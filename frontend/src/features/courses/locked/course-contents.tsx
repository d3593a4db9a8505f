// What a locked course has: its lessons and the length of its videos, then what else it has, a line each.
import { Link } from 'react-router-dom';

import { spokenDuration } from '@/lib/format/durations';

import type { Lesson } from '../api';
import { useCourse } from '../course-context';

interface Content {
  count: number;
  one: string;
  many: string;
  text: string;
}

const COPY = {
  title: 'What the course holds',
  preview: 'Watch it now',
  read: 'Read it now',
};

/** Of all captions, by their English names; the most frequent ones first. */
function languagesOf(lessons: readonly Lesson[]): string[] {
  const counts = new Map<string, number>();
  for (const code of lessons.flatMap(({ captions }) => captions)) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const codes = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return codes.map((code) => names.of(code) ?? code);
}

function contentsOf(lessons: readonly Lesson[]): Content[] {
  const languages = languagesOf(lessons);
  return [
    {
      count: lessons.reduce((sum, { exercises }) => sum + exercises, 0),
      one: 'exercise',
      many: 'exercises',
      text: 'Graded as you answer, and asked again before you forget.',
    },
    {
      count: lessons.filter(({ replay }) => replay).length,
      one: 'market to trade',
      many: 'markets to trade',
      text: 'Unseen, one bar at a time: the stop, the target and the size are yours.',
    },
    {
      count: lessons.filter(({ kind }) => kind === 'text').length,
      one: 'text',
      many: 'texts',
      text: 'To read, not to watch.',
    },
    {
      count: languages.length,
      one: 'caption language',
      many: 'caption languages',
      text: `${new Intl.ListFormat('en').format(languages)}.`,
    },
  ].filter(({ count }) => count > 0);
}

interface CourseContentsProps {
  /** In watching order. */
  lessons: readonly Lesson[];
  /** The preview that is open above. */
  openId: number | undefined;
}

export function CourseContents({ lessons, openId }: CourseContentsProps) {
  const { addressOf } = useCourse();
  const minutes = Math.round(lessons.reduce((sum, { duration }) => sum + duration, 0) / 60);
  const previews = lessons.filter(({ id, preview }) => preview && id !== openId);
  const [preview] = previews;
  return (
    <section aria-labelledby="contents">
      <h2 id="contents" className="text-xl">
        {COPY.title}
      </h2>
      <p className="mt-2 text-ink-muted figures">{summary(lessons.length, minutes)}</p>
      <ul className="mt-6 border-t border-line empty:hidden">
        {contentsOf(lessons).map(({ count, one, many, text }) => (
          <li key={one} className={row}>
            <span className={figure}>{count}</span>{' '}
            <span>
              <span className="font-semibold">{count === 1 ? one : many}</span>{' '}
              <span className="mt-1 block text-sm text-ink-muted">{text}</span>
            </span>
          </li>
        ))}
        {preview && (
          <li className={row}>
            <span className={figure}>{previews.length}</span>{' '}
            <span>
              <span className="font-semibold">
                {previews.length === 1 ? 'free preview' : 'free previews'}
              </span>{' '}
              <Link
                to={addressOf(preview.id)}
                className="flex min-h-8 w-fit items-center text-sm text-accent underline underline-offset-4"
              >
                <span>
                  <span>{preview.kind === 'text' ? COPY.read : COPY.preview}</span>
                  <span className="sr-only">{`: ${preview.title}`}</span>
                </span>
              </Link>
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

const row = 'grid grid-cols-[4rem_1fr] items-baseline border-b border-line py-4';
const figure = 'display text-xl text-accent figures';

function summary(lessons: number, minutes: number): string {
  const length = minutes === 0 ? 'under a minute' : spokenDuration(minutes * 60);
  return `${lessons === 1 ? '1 lesson' : `${lessons} lessons`}, ${length} of video`;
}
