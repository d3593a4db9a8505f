// The course of a member with access: the lesson beside the outline, what belongs to it, then the member's progress.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { isWhole, type User } from '@/features/accounts/api';
import { lessonQuery, type Access, type Course, type Section } from '@/features/courses/api';
import { useCourse } from '@/features/courses/course-context';
import { LessonSide } from '@/features/courses/lesson/lesson-side';
import { inOrder, lessonToOpen, parseId, requestedLesson } from '@/features/courses/lessons';
import { LessonTabs } from '@/features/courses/outline/lesson-tabs';
import { CourseAbout } from '@/features/courses/overview/course-about';
import { CourseHeader } from '@/features/courses/overview/course-header';
import { CourseStats } from '@/features/courses/overview/course-stats';
import { createPlayback } from '@/features/courses/player/store/create-playback';
import {
  readPreferences,
  savePreferences,
} from '@/features/courses/player/store/player-preferences';
import type { VideoProgress } from '@/features/progress/api';
import { questionsQuery } from '@/features/questions/api';
import { replayOf } from '@/features/replay/lesson-replay';
import { TurnButton } from '@/features/replay/lesson/turn-button';
import { useEarlyLesson } from '@/features/courses/lesson/use-early-lesson';
import { useHead } from '@/lib/head';
import { Container } from '@/ui/container';
import { lazyPart } from '@/ui/lazy-part';

import { BelowLesson } from './stage/below-lesson';
import { lessonPlace } from './stage/lesson-place';
import { useAfterCourse } from './stage/use-after-course';
import { LessonStage } from './stage/lesson-stage';
import { TurnCard } from './stage/turn-card';
import { useAddress } from './use-address';

const CourseInvite = lazyPart(
  async () => (await import('@/features/discord/course-invite')).CourseInvite,
);
const loadQuestions = async () => (await import('./questions/lesson-questions')).LessonQuestions;
const LessonQuestions = lazyPart(loadQuestions);
const prefetchQuestions = () => void loadQuestions().catch(() => {});
const CourseSessions = lazyPart(
  async () => (await import('@/features/live/soon/course-sessions')).CourseSessions,
);
const Practice = lazyPart(
  async () => (await import('@/features/practice/lesson/practice')).Practice,
);
const WrittenStage = lazyPart(async () => (await import('./stage/written-stage')).WrittenStage);

interface WatchCourseProps {
  user: User;
  course: Course;
  sections: readonly Section[];
  access: Access;
  progress: readonly VideoProgress[];
  onSignedOut: () => void;
}

export function WatchCourse(props: WatchCourseProps) {
  const { user, course, sections, access, progress, onSignedOut } = props;
  const { addressOf } = useCourse();
  const [search] = useSearchParams();
  const lessons = inOrder(sections);
  const [playback] = useState(createPlayback);
  const [theatre, setTheatre] = useState(() => readPreferences().theatre);

  // Chosen once: finishing the current lesson must not switch to another one.
  const [fallback] = useState(() => lessonToOpen(lessons, progress, undefined)?.id);
  const requested = requestedLesson(search);
  const current =
    lessons.find(({ id }) => id === requested) ?? lessons.find(({ id }) => id === fallback);
  useAddress(current && addressOf(current.id), current?.id !== parseId(search.get('lesson')));

  useHead({
    title: current ? `${current.title} · ${course.title}` : course.title,
    description: course.description,
  });

  const fetched = useQuery({
    ...lessonQuery(course.id, current?.id ?? 0),
    enabled: current !== undefined,
  });
  const content = fetched.data ?? (fetched.isError ? null : undefined);
  useEarlyLesson({ id: course.id, lessons, hls: content?.hls });
  const finished = new Set(
    progress.filter(({ completed }) => completed).map((item) => item.videoId),
  );
  const after = useAfterCourse(course.id);
  const place = lessonPlace(sections, progress, finished, current);
  const finishedCount = lessons.filter(({ id }) => finished.has(id)).length;
  const written = current?.kind === 'text';
  const wide = theatre && !written;

  const grid = `grid grid-cols-[minmax(0,1fr)] gap-8 ${wide ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`;
  const outline = (
    <nav aria-label="Lessons" className="flex min-h-0 flex-1 flex-col">
      <LessonTabs
        sections={sections}
        finished={finished}
        currentId={current?.id}
        nextId={place.next?.id}
        addressOf={({ id }) => addressOf(id)}
        className="min-h-0 flex-1"
      />
    </nav>
  );
  const practice = current && content && content.exercises.length > 0 && (
    <Suspense fallback={<div className="min-h-96" />}>
      <Practice
        key={current.id}
        courseId={course.id}
        videoId={current.id}
        language={course.language}
        exercises={content.exercises}
        done={current.exercisesDone}
      />
    </Suspense>
  );
  const { data: questions = [] } = useQuery({
    ...questionsQuery(course.id, current?.id ?? 0),
    enabled: current !== undefined,
  });
  const [ask, setAsk] = useState<{ lesson: number; seconds: number }>();
  const about = ask && ask.lesson === current?.id ? ask : undefined;
  const replay = content ? replayOf(content) : undefined;
  const side = (
    <LessonSide
      content={content ?? undefined}
      playback={playback}
      questions={questions}
      asking={
        current && {
          part: (
            <LessonQuestions key={current.id} lesson={current} playback={playback} about={about} />
          ),
          about,
          prefetch: prefetchQuestions,
        }
      }
      fills={!wide && !written}
    >
      {outline}
    </LessonSide>
  );

  return (
    <>
      <CourseHeader
        course={course}
        access={access}
        position={place.position}
        total={lessons.length}
      />
      {current && written && (
        <Container className="pt-8 pb-4">
          <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Suspense fallback={<div className="min-h-screen" />}>
              <WrittenStage
                lesson={current}
                content={content}
                place={place}
                onRetry={() => void fetched.refetch()}
                practice={practice}
              />
            </Suspense>
            {side}
          </div>
        </Container>
      )}
      {!written && (
        // The wide width is the whole page's: src/ui/theme/base.css.
        <div className="ink-band" data-wide={wide || undefined}>
          <Container className="pt-5 pb-10">
            {current ? (
              <div className={grid}>
                <LessonStage
                  courseTitle={course.title}
                  after={after}
                  lesson={current}
                  content={content}
                  onReload={() => void fetched.refetch()}
                  turn={current.replay && <TurnButton ready={replay !== undefined} />}
                  onAsk={(seconds) => setAsk({ lesson: current.id, seconds })}
                  place={place}
                  playback={playback}
                  theatre={theatre}
                  onTheatre={(chosen) => {
                    savePreferences({ theatre: chosen });
                    setTheatre(chosen);
                  }}
                  onSignedOut={onSignedOut}
                />
                {side}
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
      )}
      <Container className="py-10">
        {current && !written && (
          <BelowLesson
            // Without its file the picture says so.
            content={content ?? (current.url == null ? undefined : content)}
            practice={practice}
            onRetry={() => void fetched.refetch()}
            busy={fetched.isFetching}
          />
        )}
        {current && replay && (
          <div className="mb-14">
            <Suspense fallback={<div className="min-h-96" />}>
              <TurnCard
                key={current.id}
                courseId={course.id}
                videoId={current.id}
                replay={replay}
                language={course.language}
              />
            </Suspense>
          </div>
        )}
        <CourseStats finishedLessons={finishedCount} totalLessons={lessons.length}>
          {isWhole(user) && (
            <Suspense fallback={<div className="min-h-24" />}>
              <CourseInvite
                courseId={course.id}
                linked={Boolean(user.discordUserId)}
                linkToSecond={
                  current && !written ? () => addressOf(current.id, playback.position()) : undefined
                }
              />
            </Suspense>
          )}
        </CourseStats>
        <Suspense fallback={null}>
          <CourseSessions courseId={course.id} />
        </Suspense>
        <CourseAbout course={course} />
      </Container>
    </>
  );
}
