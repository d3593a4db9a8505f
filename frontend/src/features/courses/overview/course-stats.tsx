// The member's progress in the course: four panels, the last of them given by the page.
import type { ReactNode } from 'react';

import { Progress } from '@/ui/progress';

interface CourseStatsProps {
  finishedLessons: number;
  totalLessons: number;
  /** The last panel. */
  children: ReactNode;
}

export function CourseStats(props: CourseStatsProps) {
  const { finishedLessons, totalLessons, children } = props;
  const text = `${finishedLessons} of ${totalLessons} lessons completed`;
  return (
    <section
      aria-label="Your progress"
      className="rounded-box border border-line bg-surface-raised"
    >
      <h2 className="sr-only">Your progress</h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-box bg-line lg:grid-cols-[2fr_1fr_1fr_1.5fr] [&>*]:bg-surface-raised [&>*]:p-4 sm:[&>*]:p-5">
        <div className="col-span-2 lg:col-span-1">
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
        <div className="col-span-2 lg:col-span-1">{children}</div>
      </div>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{label}</h3>
      <p className="mt-3 display text-lg figures sm:text-xl">{value}</p>
    </div>
  );
}
