// The course of a member with access: the player beside the outline, then the member's progress.
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import type { User } from '@/features/accounts/api';
import type { Access, Course, Lesson, Section } from '@/features/courses/api';
import { inOrder, lessonToOpen, neighbours, parseId } from '@/features/courses/lessons';
import { LessonTabs } from '@/features/courses/outline/lesson-tabs';
import { CourseAbout } from '@/features/courses/overview/course-about';
import { CourseHeader } from '@/features/courses/overview/course-header';
import { CourseStats } from '@/features/courses/overview/course-stats';
import { CourseInvite } from '@/features/discord/course-invite';
import type { VideoProgress } from '@/features/progress/api';
import { useHead } from '@/lib/head';
import { Container } from '@/ui/container';

import { LessonStage } from './lesson-stage';
import { useAddress } from './use-address';

interface WatchCourseProps {
  user: User | null;
  course: Course;
  sections: readonly Section[];
  access: Access;
  progress: readonly VideoProgress[];
  addressOf: (lessonId?: number) => string;
  onSignedOut: () => void;
}

export function WatchCourse(props: WatchCourseProps) {
  const { user, course, sections, access, progress, addressOf, onSignedOut } = props;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const lessons = inOrder(sections);

  // Chosen once: finishing the current lesson must not switch to another one.
  const [fallback] = useState(() => lessonToOpen(lessons, progress, undefined)?.id);
  const requested = parseId(search.get('video'));
  const current =
    lessons.find(({ id }) => id === requested) ?? lessons.find(({ id }) => id === fallback);
  useAddress(current && addressOf(current.id), current?.id !== requested);

  useHead({
    title: current ? `${current.title} · ${course.title}` : course.title,
    description: course.description,
  });

  const finished = new Set(
    progress.filter(({ completed }) => completed).map((item) => item.videoId),
  );
  const neighbouring = neighbours(lessons, current);
  const finishedCount = lessons.filter(({ id }) => finished.has(id)).length;

  return (
    <>
      <CourseHeader
        course={course}
        access={access}
        position={neighbouring.position}
        total={lessons.length}
      />
      <div className="ink-band">
        <Container className="pt-5 pb-10">
          {current ? (
            <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
              <LessonStage
                courseId={course.id}
                lesson={current}
                sectionName={sections.find(({ id }) => id === current.modelId)?.name}
                previous={neighbouring.previous}
                next={neighbouring.next}
                firstUnfinished={firstUnfinished(lessons, finished)}
                progress={progress.find(({ videoId }) => videoId === current.id)}
                addressOf={addressOf}
                onOpen={(lesson) => void navigate(addressOf(lesson.id))}
                onSignedOut={onSignedOut}
              />
              <nav aria-label="Lessons" className="lg:relative lg:min-h-[30rem]">
                <LessonTabs
                  sections={sections}
                  finished={finished}
                  currentId={current.id}
                  nextId={neighbouring.next?.id}
                  addressOf={addressOf}
                  className="rounded-box border border-line lg:absolute lg:inset-0"
                />
              </nav>
            </div>
          ) : (
            <div className="rounded-box border border-line px-5 py-16 text-center">
              <h2 className="text-lg">No lessons yet</h2>
              <p className="mt-1 text-sm text-ink-muted">
                The lessons of this course appear here as soon as they are published.
              </p>
            </div>
          )}
        </Container>
      </div>
      <Container className="py-10">
        <CourseStats finishedLessons={finishedCount} totalLessons={lessons.length}>
          <CourseInvite courseId={course.id} linked={Boolean(user?.discordUserId)} />
        </CourseStats>
        <CourseAbout course={course} />
      </Container>
    </>
  );
}

function firstUnfinished(lessons: readonly Lesson[], finished: ReadonlySet<number>) {
  const open = lessons.filter(({ id }) => !finished.has(id));
  return open[0] && { lesson: open[0], count: open.length };
}
