import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Sparkles from 'lucide-react/icons/sparkles';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { knowledgeTests, type TestQuestion, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { HIDDEN } from './test-figures.ts';

const TestQuestionDialog = lazy(() => import('./test-question-dialog.tsx'));
const ImportQuestionsDialog = lazy(() => import('./import-questions-dialog.tsx'));
const ProposeDialog = lazy(() => import('./propose-dialog.tsx'));

/** The questions of a test set, those that wait for a review first. */
export function TestQuestions({ set, items }: { set: TestSet; items: readonly TestQuestion[] }) {
  const [open, setOpen] = useState<'add' | 'import' | 'propose' | TestQuestion | null>(null);
  const proposed = items.filter(({ state }) => state === 'proposed');
  const accepted = items.filter(({ state }) => state === 'accepted');
  const acts = (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Sparkles />} disabled={set.isProposing} onClick={() => setOpen('propose')}>
        Propose
      </Button>
      <Button icon={<Upload />} onClick={() => setOpen('import')}>
        Import
      </Button>
      <Button icon={<Plus />} variant={items.length === 0 ? 'primary' : 'secondary'} onClick={() => setOpen('add')}>
        Add question
      </Button>
    </div>
  );
  const list = (questions: readonly TestQuestion[]) => (
    <ul className="divide-y divide-line border-y border-line">
      {questions.map((one) => (
        <Question key={one.id} setId={set.id} question={one} onEdit={() => setOpen(one)} />
      ))}
    </ul>
  );
  return (
    <>
      {set.isProposing && (
        <div role="status" className="grid gap-1 text-sm">
          Proposing questions…
          <ProgressBar label="Proposing questions" />
        </div>
      )}
      {set.proposalNote && !set.isProposing && <Banner tone="info">{set.proposalNote}</Banner>}
      {proposed.length > 0 && (
        <section aria-labelledby="proposed">
          <h2 id="proposed" className="mb-1 text-base font-semibold">
            Proposed questions
          </h2>
          <p className="mb-2 text-sm text-muted">They count once you accept them.</p>
          {list(proposed)}
        </section>
      )}
      <section aria-labelledby="questions">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="questions" className="text-base font-semibold">
            Questions
          </h2>
          {items.length > 0 && acts}
        </div>
        {items.length === 0 ? (
          <EmptyState title="No questions yet" action={acts}>
            Add questions that people ask, and some that nothing answers.
          </EmptyState>
        ) : accepted.length === 0 ? (
          <p className="text-sm text-muted">Accept a proposed question, or add one.</p>
        ) : (
          list(accepted)
        )}
      </section>
      <Suspense fallback={null}>
        {open === 'add' && <TestQuestionDialog setId={set.id} onClose={() => setOpen(null)} />}
        {open === 'import' && <ImportQuestionsDialog setId={set.id} onClose={() => setOpen(null)} />}
        {open === 'propose' && <ProposeDialog setId={set.id} onClose={() => setOpen(null)} />}
        {open !== null && typeof open === 'object' && (
          <TestQuestionDialog setId={set.id} question={open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

const ORIGINS: Readonly<Partial<Record<TestQuestion['origin'], string>>> = {
  imported: 'Imported',
  model: 'Drafted by the model',
  document: 'From the document',
};

function Question({
  setId,
  question: { id, question, expected, mustSay, mustNotSay, state, origin },
  onEdit,
}: {
  setId: string;
  question: TestQuestion;
  onEdit: () => void;
}) {
  const client = useQueryClient();
  const isProposed = state === 'proposed';
  const attempt = async (act: () => Promise<unknown>, failure: string) => {
    try {
      await act();
      await client.invalidateQueries({ queryKey: [`${KNOWLEDGE.tests}/${setId}`] });
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
  };
  const remove = () =>
    attempt(
      () => call(knowledgeTests.removeQuestion, { params: { id } }),
      isProposed ? 'Question not rejected' : 'Question not deleted',
    );
  return (
    <li data-testid="question" className="flex items-start gap-1 py-2 text-sm">
      <div className="min-w-0 flex-1 pr-2">
        <p className="font-medium break-words">{question || HIDDEN}</p>
        <p className="text-xs break-words text-muted">
          {expected.length === 0
            ? 'Nothing answers this'
            : `Must find: ${expected.map(({ title }) => title).join(', ')}`}
        </p>
        {isProposed && expected[0]?.quote && (
          <p className="mt-1 line-clamp-3 border-l-2 border-line pl-2 text-xs break-words text-muted">
            {expected[0].quote}
          </p>
        )}
        {mustSay.length > 0 && (
          <p className="text-xs break-words text-muted">Must say: {mustSay.map((fact) => fact || HIDDEN).join('; ')}</p>
        )}
        {mustNotSay.length > 0 && (
          <p className="text-xs break-words text-muted">
            Must not say: {mustNotSay.map((fact) => fact || HIDDEN).join('; ')}
          </p>
        )}
        {isProposed && ORIGINS[origin] && <Badge className="mt-1">{ORIGINS[origin]}</Badge>}
      </div>
      {isProposed && (
        <IconButton
          label={`Accept question: ${question}`}
          icon={<Check />}
          onClick={() =>
            void attempt(() => call(knowledgeTests.acceptQuestion, { params: { id } }), 'Question not accepted')
          }
        />
      )}
      <IconButton label={`Edit question: ${question}`} icon={<Pencil />} onClick={onEdit} />
      <IconButton
        label={`${isProposed ? 'Reject' : 'Delete'} question: ${question}`}
        icon={isProposed ? <X /> : <Trash2 />}
        onClick={() => void remove()}
      />
    </li>
  );
}
