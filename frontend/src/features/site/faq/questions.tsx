// Questions in an accordion, one open at a time.
import { Accordion } from '@/ui/accordion/accordion';

import { OwnHtml } from '../own-text/own-html';
import type { Question } from './home-questions';

interface QuestionsProps {
  questions: readonly Question[];
  className?: string;
}

export function Questions({ questions, className }: QuestionsProps) {
  return (
    <Accordion
      className={className}
      items={questions.map(({ id, question, answer, html }) => ({
        id,
        title: question,
        content: html === undefined ? <p>{answer}</p> : <OwnHtml html={html} />,
      }))}
    />
  );
}
