import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Library from 'lucide-react/icons/library';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { knowledge, type KnowledgeAnswer, knowledgeAnswers, type KnowledgeStatus } from '../contract.ts';
import { AnswerView } from './answer-view.tsx';
import { AskBox } from './ask-box.tsx';
import { KnowledgeHead } from './knowledge-nav.tsx';
import { ASK_TABS, type AskSearch, parseAskSearch } from './search.ts';

const GapsTab = lazy(() => import('./gaps-tab.tsx'));
const VerifiedTab = lazy(() => import('./verified-tab.tsx'));
const SettingsTab = lazy(() => import('./settings-tab.tsx'));
const VerifyDialog = lazy(() => import('./verify-dialog.tsx'));

/** `/ai-knowledge-base`: questions, verified answers, gaps, and how knowledge is searched. */
export default function AskPage() {
  const [search, setSearch] = usePageSearch(parseAskSearch);
  const { data: status, error, refetch } = useQuery(read(knowledge.status));
  const isManager = typeof status?.gaps === 'number';
  const tabs = [
    {
      value: 'ask',
      label: 'Ask',
      content: (
        <AskTab
          search={search}
          isManager={isManager}
          status={status}
          onOpen={(answer) => setSearch({ answer })}
          failure={error && !status && <Failure error={error} what="The page" onRetry={() => void refetch()} />}
        />
      ),
    },
    { value: 'verified', label: 'Verified answers', content: <VerifiedTab isManager={isManager} /> },
    ...(isManager ? [{ value: 'gaps', label: 'Answer gaps', count: status.gaps ?? 0, content: <GapsTab /> }] : []),
    { value: 'settings', label: 'Settings', content: <SettingsTab /> },
  ];
  return (
    <div className="page-frame max-w-5xl">
      <KnowledgeHead title="AI knowledge base" current="/ai-knowledge-base" />
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <Tabs
          label="AI knowledge base"
          value={search.tab}
          onValueChange={(value) =>
            setSearch({ tab: ASK_TABS.find((one) => one === value) ?? 'ask', answer: undefined })
          }
          items={tabs.map((tab) => ({
            ...tab,
            content: <Suspense fallback={<Skeleton className="h-64 w-full" />}>{tab.content}</Suspense>,
          }))}
        />
      </Suspense>
    </div>
  );
}

interface AskTabProps {
  search: AskSearch;
  isManager: boolean;
  status: KnowledgeStatus | undefined;
  onOpen: (answer: string | undefined) => void;
  failure: ReactNode;
}

function AskTab({ search: { answer }, isManager, status, onOpen, failure }: AskTabProps) {
  const [text, setText] = useState('');
  if (failure) return <>{failure}</>;
  if (status?.sources === 0)
    return (
      <EmptyState
        icon={<Library />}
        title="Nothing to answer from yet"
        action={
          <Link to="/knowledge-base-unified" className={buttonClass({ variant: 'primary' })}>
            Add a source
          </Link>
        }
      >
        Add files, web pages, or notes, then ask questions and get answers that show where they come from.
      </EmptyState>
    );
  return (
    <>
      <AskBox
        text={text}
        onType={setText}
        onAnswered={(id) => {
          setText('');
          onOpen(id);
        }}
      />
      {answer && (
        <div className="mb-6">
          <AnswerView id={answer} {...(isManager && { Actions: Verify })} />
        </div>
      )}
      <History open={answer} onOpen={onOpen} />
    </>
  );
}

const plainText = ({ sentences, passages }: KnowledgeAnswer) =>
  sentences.length > 0 ? sentences.map(({ text }) => text).join(' ') : (passages[0]?.quote ?? '');

/** Keeps an answer for everyone, after a person has read it. */
function Verify({ answer }: { answer: KnowledgeAnswer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {answer.state === 'abstained' ? 'Write verified answer' : 'Save as verified answer'}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <VerifyDialog question={answer.question} answer={plainText(answer)} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

const STATES = {
  answered: { label: 'Answered', tone: 'success' },
  quoted: { label: 'Quoted', tone: 'info' },
  abstained: { label: 'No answer', tone: 'warning' },
} as const;

/** The person's own questions. */
function History({ open, onOpen }: { open: string | undefined; onOpen: (id: string) => void }) {
  const list = usePages(knowledgeAnswers.list, { query: { limit: 20 } });
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Your questions" onRetry={list.retry} />;
  if (list.loading) return <Skeleton className="h-32 w-full" />;
  if (list.items.length === 0)
    return <p className="text-sm text-muted">Ask a question. Your questions are listed here, and only you see them.</p>;
  return (
    <section aria-labelledby="your-questions">
      <h2 id="your-questions" className="mb-2 text-base font-semibold">
        Your questions
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {list.items.map(({ id, question, state, createdAt }) => (
          <li key={id} data-testid="question" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <button
              type="button"
              aria-current={id === open || undefined}
              className="max-w-full min-w-0 flex-1 basis-56 truncate text-left font-medium hover:underline aria-[current]:text-accent-ink pointer-coarse:min-h-11"
              onClick={() => onOpen(id)}
            >
              {question}
            </button>
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            <RelativeTime value={createdAt} className="text-xs text-muted" />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More questions" />
    </section>
  );
}
