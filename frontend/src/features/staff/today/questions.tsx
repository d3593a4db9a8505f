// The questions that wait: the first words of each, who asked it, and at which second of which lesson.
import { useQuery } from '@tanstack/react-query';

import { dateAndTime } from '@/lib/format/dates';
import { formatDuration } from '@/lib/format/durations';
import { paths } from '@/lib/paths';
import { Skeleton } from '@/ui/skeleton';

import { LongList } from '../long-list';
import { questionsQuery, type StaffQuestion } from '../questions/api';
import { Priority } from '../questions/priority';
import type { Today } from './api';
import { firstWords } from './first-words';
import { Line, Who } from './line';

const COPY = {
  label: 'Questions',
  noMember: 'Without an account',
  asked: (by: string, place: string, date: string) => `${by}, ${place}, asked ${dateAndTime(date)}`,
};

type Row = Today['questions'][number];

function Title({ row, question, isLoading }: TitleProps) {
  if (question) {
    return (
      <>
        <span>{firstWords(question.text)}</span>
        {question.priority && (
          <>
            {' '}
            <Priority />
          </>
        )}
      </>
    );
  }
  return isLoading ? <Skeleton className="h-7 w-72 max-w-full" /> : <Who username={row.username} />;
}

interface TitleProps {
  row: Row;
  question: StaffQuestion | undefined;
  isLoading: boolean;
}

/** Today's answer has no words: they come from the call of the page of questions, to which the rows lead. */
export function Questions({ rows }: { rows: Today['questions'] }) {
  const { data = [], isPending } = useQuery(questionsQuery(false));
  return (
    <LongList items={rows} label={COPY.label} empty="">
      {(row) => {
        const question = data.find(({ id }) => id === row.id);
        const { username, lessonTitle, askedAt } = row;
        const place =
          question && question.seconds > 0
            ? `${lessonTitle}, ${formatDuration(question.seconds)}`
            : lessonTitle;
        return (
          <Line
            key={row.id}
            to={paths.staffQuestion(row.id)}
            title={<Title row={row} question={question} isLoading={isPending} />}
            detail={COPY.asked(username ?? COPY.noMember, place, askedAt)}
          />
        );
      }}
    </LongList>
  );
}
