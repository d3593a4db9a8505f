// The member's standing in the course: one ledger of four entries, of unequal weight as they are.
import { Progress } from '@/ui/progress';

import { DiscordCard } from './discord-card';

interface CourseStatsProps {
  courseId: number;
  finishedLessons: number;
  totalLessons: number;
  discordLinked: boolean;
}

export function CourseStats(props: CourseStatsProps) {
  const { courseId, finishedLessons, totalLessons, discordLinked } = props;
  const text = `${finishedLessons} of ${totalLessons} lessons completed`;
  return (
    <section
      aria-label="Your progress"
      className="grid divide-y divide-line rounded-box border border-line bg-surface-raised sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.5fr] lg:divide-x lg:divide-y-0 [&>*]:p-5"
    >
      <div className="sm:col-span-2 lg:col-span-1">
        <h3 className="font-sans text-sm font-semibold tracking-normal">Course Progress</h3>
        <Progress
          label="Course Progress"
          value={finishedLessons}
          max={totalLessons}
          valueText={text}
          className="mt-4"
        />
        <p className="mt-3 text-sm text-ink-muted figures">{text}</p>
      </div>
      <Figure label="Total Lessons" value={String(totalLessons)} />
      <Figure label="Experience Level" value="Professional" />
      <div className="sm:col-span-2 lg:col-span-1">
        <DiscordCard courseId={courseId} linked={discordLinked} />
      </div>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{label}</h3>
      <p className="mt-3 display text-xl figures">{value}</p>
    </div>
  );
}
