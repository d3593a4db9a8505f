// The home page's questions, far below its first screen: prerendered with the page, their script loads after it.
import { lazy, Suspense } from 'react';

import { homeQuestions } from '@/features/site/faq/home-questions';
import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../loading/chunk-failure';

const DeferredQuestions = import.meta.env.SSR
  ? (await import('@/features/site/faq/questions')).Questions
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/site/faq/questions'));
      return { default: file.Questions };
    });

/** One element for all renders: an update must not reach questions that are not hydrated yet. */
export const homeQuestionList = (
  <Suspense fallback={<Spinner className="min-h-64" />}>
    <DeferredQuestions questions={homeQuestions} />
  </Suspense>
);
