// The questions that members reported, each once with all of its reports: hidden or kept here.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { paths } from '@/lib/paths';

import { LongList } from '../long-list';
import { HideQuestion, KeepQuestion } from '../questions/report-actions';
import { detailStyle } from '../row';
import { UserName } from '../user-name';
import type { Today } from './api';
import { firstWords } from './first-words';

const COPY = {
  label: 'Reported questions',
  quoted: (reason: string) => `“${reason}”`,
  at: (date: string) => `, ${dateAndTime(date)}`,
};

type Row = Today['reports'][number];

/** By question, in the order of their first reports. */
function byQuestion(rows: readonly Row[]): [Row, ...Row[]][] {
  const questions = new Map<number, [Row, ...Row[]]>();
  for (const row of rows) {
    const known = questions.get(row.questionId);
    if (known) known.push(row);
    else questions.set(row.questionId, [row]);
  }
  return [...questions.values()];
}

interface ReportsProps {
  rows: readonly Row[];
  onDone: (said: string) => void;
}

function Reported({ rows, onDone }: { rows: [Row, ...Row[]]; onDone: ReportsProps['onDone'] }) {
  const titleId = useId();
  const [{ questionId: id, text, lessonTitle }] = rows;
  return (
    <li className="border-b border-line py-3">
      <Link
        id={titleId}
        to={paths.staffQuestion(id, true)}
        className="inline-block font-semibold break-words text-accent underline-offset-4 hover:underline"
      >
        {firstWords(text)}
      </Link>
      <p className={detailStyle}>{lessonTitle}</p>
      {rows.map(({ by, reason, reportedAt }) => (
        <p key={by} className="mt-1 text-sm break-words">
          <span>{COPY.quoted(reason)}</span>{' '}
          <span className="text-ink-muted">
            <UserName name={by} />
            <span>{COPY.at(reportedAt)}</span>
          </span>
        </p>
      ))}
      <div className="mt-3 flex flex-wrap gap-3">
        <HideQuestion id={id} of={titleId} onDone={onDone} />
        <KeepQuestion id={id} of={titleId} onDone={onDone} />
      </div>
    </li>
  );
}

export function Reports({ rows, onDone }: ReportsProps) {
  return (
    <LongList items={byQuestion(rows)} label={COPY.label} empty="">
      {(reports) => <Reported key={reports[0].questionId} rows={reports} onDone={onDone} />}
    </LongList>
  );
}
