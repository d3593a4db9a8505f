// One marketed course: picture, title and summary, and what follows them. The whole card is one link; a link in what follows lies above it.
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';

import type { CourseTitle } from './course-titles';

interface MarketingCourseCardProps {
  copy: CourseTitle;
  /** The title's heading level. */
  level?: 'h2' | 'h3';
  /** `eager` when the picture is on the first screen. */
  loading?: 'eager' | 'lazy';
  children?: Elements;
}

export function MarketingCourseCard({
  copy,
  level: Heading = 'h3',
  loading = 'lazy',
  children,
}: MarketingCourseCardProps) {
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-box">
        <img
          src={`/images/${copy.course}.svg`}
          alt=""
          width={1200}
          height={675}
          loading={loading}
          className="w-full transition-transform duration-300 group-hover:scale-[1.02]"
        />
      </div>
      <Heading className="mt-6 text-xl">
        <Link
          to={paths.courseMarketing(copy.course)}
          className="decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {copy.title}
        </Link>
      </Heading>
      <p className="mt-2 max-w-prose text-ink-muted">{copy.summary}</p>
      {children}
    </article>
  );
}
