// The questions of members: what waits, and what was answered.
import { Link, useSearchParams } from 'react-router-dom';

import { Inbox } from '@/features/staff/questions/inbox';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';

const COPY = { title: 'Questions', waiting: 'Waiting', answered: 'Answered', which: 'Which' };

const link =
  'flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';

export function Page() {
  const [query] = useSearchParams();
  const answered = query.get('answered') === 'true';
  return (
    <Container>
      <div className="max-w-[46rem] pt-8 lg:pt-12">
        <h1 className="text-2xl">{COPY.title}</h1>
        <nav aria-label={COPY.which} className="my-4 flex">
          <Link
            to={paths.staffQuestions()}
            aria-current={answered ? undefined : 'page'}
            className={link}
          >
            {COPY.waiting}
          </Link>
          <Link
            to={paths.staffQuestions(true)}
            aria-current={answered ? 'page' : undefined}
            className={link}
          >
            {COPY.answered}
          </Link>
        </nav>
        <Inbox key={String(answered)} answered={answered} />
      </div>
    </Container>
  );
}
