// One of the member's courses: the picture beside its description, progress and access term.
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
}

const COPY = { finished: 'Watch again' };

export function CourseCard(props: CourseCardProps) {
  const { course, picture, term, action, level: Heading } = props;
  const titleId = useId();
  const to = paths.portalCourse(course.id);
  const { completedVideos, totalVideos } = course;
  const done = `${completedVideos} of ${totalVideos} lessons completed`;
  const finished = totalVideos > 0 && completedVideos >= totalVideos;

  return (
    <Card className="group grid h-full grid-cols-[6rem_minmax(0,1fr)] overflow-hidden sm:grid-cols-[12rem_minmax(0,1fr)]">
      {/* The same target as the button below, for the mouse only: the keyboard has one stop per card. */}
      <Link to={to} tabIndex={-1} aria-hidden className="ink-band relative block">
        <span className="absolute inset-0">{picture}</span>
        <span className="absolute inset-0 grid place-items-center bg-dark/70 opacity-0 transition-opacity duration-100 group-hover:opacity-100">
          <span className="grid size-12 place-items-center rounded-full bg-accent text-accent-ink">
            <Play size={22} className="ml-0.5 fill-current" />
          </span>
        </span>
      </Link>
      <div className="flex min-w-0 flex-col p-4">
        <Heading
          id={titleId}
          lang={course.language}
          dir="auto"
          title={course.title}
          className="line-clamp-2 text-lg"
        >
          {course.title}
        </Heading>
        <p lang={course.language} dir="auto" className="mt-1 line-clamp-2 text-sm text-ink-muted">
          {course.description}
        </p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-3">
          <div className="min-w-36 flex-1">
            <Progress
              value={completedVideos}
              max={totalVideos}
              label={`Progress in ${course.title}`}
              valueText={done}
            />
            <p className="mt-2 text-xs text-ink-muted figures">{done}</p>
            <p
              className={classNames(
                'text-xs figures',
                term.urgent ? 'font-semibold text-danger' : 'text-ink-muted',
              )}
            >
              {term.text}
            </p>
          </div>
          <LinkButton
            to={to}
            size="small"
            look={finished ? 'secondary' : 'primary'}
            aria-describedby={titleId}
          >
            {finished ? COPY.finished : action}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
