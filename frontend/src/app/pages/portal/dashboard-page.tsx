// The first page after signing in: one's courses, the lessons watched last, and what else there is.
import { formatDuration } from '@/features/courses/duration';
import { ContinueLearning } from '@/features/dashboard/continue-learning';
import { CourseGrid } from '@/features/dashboard/course-grid';
import { EmptyState } from '@/features/dashboard/empty-state';
import { MobileAppCard } from '@/features/dashboard/mobile-app-card';
import { ChatAccountCard } from '@/features/discord/chat-account-card';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { useUser } from '../../require-user';
import { courseTerm } from './course-term';

const COPY = {
  greeting: (username: string) => `Welcome back, ${username}!`,
  intro: 'Continue your trading journey with your purchased courses and track your progress.',
  courses: 'My Courses',
  noCourses: {
    title: 'No Courses Yet',
    text: 'Browse our available courses and start your trading journey.',
    action: 'Browse Courses',
  },
  recent: 'Continue Learning',
};

export function Page() {
  const { username, discordUserId } = useUser();
  const linked = discordUserId !== undefined && discordUserId !== null && discordUserId !== '';

  return (
    <>
      <div className="ink-band">
        <Container className="pt-8 pb-12 lg:pt-12 lg:pb-16">
          <h1 className="text-2xl break-words">{COPY.greeting(username)}</h1>
          <p className="mt-3 max-w-prose text-ink-muted">{COPY.intro}</p>
        </Container>
      </div>
      <Container className="grid gap-x-12 gap-y-14 pt-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <section aria-labelledby="my-courses" className="min-w-0">
          <h2 id="my-courses" className="mb-6 text-xl">
            {COPY.courses}
          </h2>
          <CourseGrid
            action="Start Learning"
            level="h3"
            termOf={courseTerm}
            className="sm:grid-cols-2"
            empty={
              <EmptyState title={COPY.noCourses.title} text={COPY.noCourses.text}>
                <LinkButton to={paths.portalCourses()}>{COPY.noCourses.action}</LinkButton>
              </EmptyState>
            }
          />
        </section>
        <section aria-labelledby="continue-learning" className="min-w-0">
          <h2 id="continue-learning" className="mb-6 text-xl">
            {COPY.recent}
          </h2>
          <ContinueLearning
            positionOf={(lesson) =>
              `${formatDuration(lesson.watchedSeconds)} of ${formatDuration(lesson.duration)}`
            }
          />
        </section>
        <div className="divide-y divide-line border-y border-line lg:col-span-2">
          <ChatAccountCard linked={linked} />
          <MobileAppCard />
        </div>
      </Container>
    </>
  );
}
