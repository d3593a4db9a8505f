// One of the member's courses: picture, description, progress and access term. A single card is laid out horizontally.
import { Play } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import { paths } from '@/lib/paths';
import { Card } from '@/ui/card';
import type { Elements } from '@/ui/elements';
import { LinkButton } from '@/ui/link-button';
import { Progress } from '@/ui/progress';

import type { OwnCourse } from './api';

export interface Term {
  /** "Access until 3 March 2027, 102 days left" */
  text: string;
  /** Ends within days. */
  urgent: boolean;
}

export interface CourseCardLook {
  action: 'Start Learning' | 'Continue Learning';
  /** The heading's level. */
  level: 'h2' | 'h3';
}

/** A course's picture, filling its box. */
export type PictureOf = (course: OwnCourse) => Elements;

interface CourseCardProps extends CourseCardLook {
  course: OwnCourse;
  picture: Elements;
  term: Term;
  /** The only card in the grid. */
  single: boolean;
}

export function CourseCard(props: CourseCardProps) {
  const { course, picture, term, action, level: Heading, single } = props;
  const titleId = useId();
  const to = paths.portalCourse(course.id);
  const done = `${course.completedVideos} of ${course.totalVideos} lessons completed`;

  return (
    <Card
      className={classNames(
        'group flex h-full flex-col overflow-hidden',
        single && 'md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
      )}
    >
      {/* The same target as the button below, for the mouse only: the keyboard has one stop per card. */}
      <Link
        to={to}
        tabIndex={-1}
        aria-hidden
        className={classNames('ink-band relative block aspect-video', single && 'md:aspect-auto')}
      >
        {picture}
        <span className="absolute inset-0 grid place-items-center bg-dark/70 opacity-0 transition-opacity duration-100 group-hover:opacity-100">
          <span className="grid size-14 place-items-center rounded-full bg-accent text-accent-ink">
            <Play size={24} className="ml-0.5 fill-current" />
          </span>
        </span>
      </Link>
      <div className={classNames('flex grow flex-col p-5', single && 'md:p-8')}>
        <Heading
          id={titleId}
          lang={course.language}
          dir="auto"
          title={course.title}
          className={classNames('line-clamp-2 text-lg', single && 'md:text-xl')}
        >
          {course.title}
        </Heading>
        <p lang={course.language} dir="auto" className="mt-2 line-clamp-2 text-sm text-ink-muted">
          {course.description}
        </p>
        <div className="mt-auto pt-5">
          <Progress
            value={course.completedVideos}
            max={course.totalVideos}
            label={`Progress in ${course.title}`}
            valueText={done}
          />
          <p className="mt-2 text-xs text-ink-muted figures">{done}</p>
          <p
            className={classNames(
              'mt-1 mb-5 text-xs figures',
              term.urgent ? 'font-semibold text-danger' : 'text-ink-muted',
            )}
          >
            {term.text}
          </p>
          <LinkButton to={to} size="small" className="w-full" aria-describedby={titleId}>
            {action}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
