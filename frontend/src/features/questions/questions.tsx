// The questions of a lesson with their answers, by second, and above them the form for a new one, once it is asked for.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { errorMessage, isStatus } from '@/lib/api-client';
import { useAccount } from '@/lib/offline/queue/account-queue';
import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';
import { QueryList } from '@/ui/query/query-list';
import { toast } from '@/ui/toast/toast';

import { questionsQuery, useDeleteQuestion, type Question } from './api';
import { AskForm, type About, type FormerAnswers } from './ask-form';
import { readDraft } from './draft';
import { QuestionItem } from './question-item';

const COPY = {
  title: 'Questions',
  ask: 'Ask a question',
  loading: 'Loading the questions…',
  loadFailed: 'The questions of this lesson could not be loaded.',
  empty: 'Nothing has been asked about this lesson yet.',
  deleted: 'Question deleted',
  answered: 'It was answered meanwhile, and stays.',
  failed: 'The question was not deleted',
};

interface QuestionsProps {
  courseId: number;
  videoId: number;
  /** In seconds; 0 for a lesson without a video, whose questions are about no second. */
  duration: number;
  /** The second at which the lesson is. */
  position: () => number;
  addressAt: (seconds: number) => string;
  onJump: () => void;
  /** Opens the form; a new object opens it anew. */
  about: About | undefined;
  former: FormerAnswers;
}

export function Questions(props: QuestionsProps) {
  const { courseId, videoId, duration, position, addressAt, onJump, former } = props;
  const account = useAccount();
  const [open, setOpen] = useState(() => readDraft(account, videoId) !== undefined);
  const [own, setOwn] = useState<About>();
  // The last press counts, on the button here or on one elsewhere.
  const [given, setGiven] = useState<About>();
  if (props.about !== given) {
    setGiven(props.about);
    setOwn(props.about);
    if (props.about) setOpen(true);
  }
  const query = useQuery(questionsQuery(courseId, videoId));
  const remove = useDeleteQuestion(courseId, videoId);
  const [deleted, setDeleted] = useState<Question['id']>();
  const isGone = deleted !== undefined && !query.data?.some(({ id }) => id === deleted);
  const drop = (id: Question['id'], close: () => void) =>
    remove.mutate(id, {
      onSuccess: () => {
        setDeleted(id);
        toast({ title: COPY.deleted });
      },
      onError: (error) => {
        close();
        const description = isStatus(error, 409) ? COPY.answered : errorMessage(error);
        toast({ title: COPY.failed, description, destructive: true });
      },
    });
  return (
    <section aria-labelledby="questions">
      {/* The button that was pressed is gone, and the dialog after it. */}
      <h2
        id="questions"
        ref={isGone ? focusOnArrival : undefined}
        tabIndex={-1}
        className="sr-only"
      >
        {COPY.title}
      </h2>
      {open ? (
        <AskForm
          courseId={courseId}
          videoId={videoId}
          duration={duration}
          position={position}
          about={own}
          former={former}
        />
      ) : (
        <Button
          look="secondary"
          size="small"
          onClick={() => {
            setOpen(true);
            setOwn({ seconds: position() });
          }}
        >
          {COPY.ask}
        </Button>
      )}
      <div className="mt-4">
        <QueryList query={query} copy={COPY} label={COPY.title}>
          {(question) => (
            <QuestionItem
              key={question.id}
              courseId={courseId}
              videoId={videoId}
              question={question}
              addressAt={addressAt}
              onJump={onJump}
              busy={remove.isPending && remove.variables === question.id}
              onDelete={(close) => drop(question.id, close)}
            />
          )}
        </QueryList>
      </div>
    </section>
  );
}
