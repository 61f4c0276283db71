import { lazy, Suspense } from 'react';
import { usePendingQuestion } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Draws the questions of `confirm()`; mount it once. The dialog's code loads with the first question. */
export function ConfirmHost() {
  const question = usePendingQuestion();
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmDialog key={question.title} {...question} />
      </Suspense>
    )
  );
}
