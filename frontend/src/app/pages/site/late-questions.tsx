// The home page's questions, far below its first screen: prerendered, their script comes after the page
// (see late-forms.tsx).
import { lazy, Suspense } from 'react';

import { homeQuestions } from '@/features/site/home-questions';
import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../chunk-failure';

const LateQuestions = import.meta.env.SSR
  ? (await import('@/features/site/questions')).Questions
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/site/questions'));
      return { default: file.Questions };
    });

export const homeQuestionList = (
  <Suspense fallback={<Spinner className="min-h-64" />}>
    <LateQuestions questions={homeQuestions} />
  </Suspense>
);
