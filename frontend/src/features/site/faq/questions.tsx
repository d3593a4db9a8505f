// Questions in an accordion, one open at a time.
import { Accordion } from '@/ui/accordion/accordion';

import type { Question } from './home-questions';

interface QuestionsProps {
  questions: readonly Question[];
  className?: string;
}

export function Questions({ questions, className }: QuestionsProps) {
  return (
    <Accordion
      className={className}
      items={questions.map(({ id, question, answer }) => ({
        id,
        title: question,
        content: <p>{answer}</p>,
      }))}
    />
  );
}
