// A course without access: its description, its outline and the button to subscribe.
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { lowestPlanPrice } from '@/settings/plans';
import { Container } from '@/ui/container';

import { TermLine } from '../access/term-line';
import { courseKey, type Course, type Section } from '../api';
import { useCourse } from '../course-context';
import type { Elements } from '@/ui/elements';
import { inOrder } from '../lessons';
import { LessonTabs } from '../outline/lesson-tabs';
import { CoursePicture } from '../pictures/course-picture';
import { CourseContents } from './course-contents';

interface LockedCourseProps {
  course: Course;
  sections: readonly Section[];
  /** The member had access before. */
  ended: boolean;
  /** When it ended, if known. */
  endedAt: string | undefined;
  subscribe: Elements;
  /** The preview that is open. */
  preview: { id: number; stage: Elements } | undefined;
}

const COPY = { plan: 'Or with a plan,' };

const NOTHING_FINISHED: ReadonlySet<number> = new Set();

export function LockedCourse(props: LockedCourseProps) {
  const { course, sections, ended, endedAt, subscribe, preview } = props;
  const { addressOf } = useCourse();
  const lessons = inOrder(sections);
  const planPrice = lowestPlanPrice(course.type);
  return (
    <>
      {preview?.stage}
      <div className="ink-band">
        <Container className="grid gap-8 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-12 lg:py-16">
          <div>
            <p className="text-sm text-ink-muted">{course.category}</p>
            <div lang={course.language} dir="auto">
              <h1 className="mt-2 text-2xl">{course.title}</h1>
              <p dir="auto" className="mt-4 max-w-prose text-ink-muted">
                {course.description}
              </p>
            </div>
            {ended && (
              <div role="status" className="mt-6 rounded-box border border-danger p-4">
                {endedAt === undefined ? (
                  <p className="text-sm font-semibold">Your access to this course has ended</p>
                ) : (
                  <TermLine expiresAt={endedAt} />
                )}
                <p className="mt-1 text-sm text-ink-muted">
                  Your progress is kept: subscribe again and go on where you stopped.
                </p>
              </div>
            )}
            <div className="mt-8">{subscribe}</div>
            {planPrice !== undefined && (
              <p className="mt-3 text-sm text-ink-muted">
                <span>{COPY.plan}</span>{' '}
                <Link to={paths.pricing()} className="text-ink underline underline-offset-4">
                  {planPrice}
                </Link>
              </p>
            )}
          </div>
          <div className="relative overflow-hidden rounded-box border border-line">
            <CoursePicture
              course={course}
              answer={courseKey(course.id)}
              className="aspect-video w-full opacity-60"
            />
            <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-[radial-gradient(closest-side,var(--surface)_45%,transparent_130%)] p-4 text-center">
              <span className="grid size-14 place-items-center rounded-full border border-line-strong bg-surface">
                <Lock aria-hidden size={22} />
              </span>
              <div>
                <h2 className="text-lg">Premium Content</h2>
                <p className="mt-1 text-sm">Subscribe to watch every lesson of this course.</p>
              </div>
            </div>
          </div>
        </Container>
      </div>
      {lessons.length > 0 && (
        <Container className="grid items-start gap-6 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12 lg:py-16">
          <CourseContents lessons={lessons} openId={preview?.id} />
          <LessonTabs
            sections={sections}
            finished={NOTHING_FINISHED}
            currentId={preview?.id}
            addressOf={(lesson) => (lesson.preview ? addressOf(lesson.id) : undefined)}
            locked
            className="min-w-0 rounded-box border border-line bg-surface-raised"
          />
        </Container>
      )}
    </>
  );
}
