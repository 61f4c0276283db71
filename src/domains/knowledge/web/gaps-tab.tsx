import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type AnswerGap, knowledgeAnswers } from '../contract.ts';

const VerifyDialog = lazy(() => import('./verify-dialog.tsx'));

/** Questions that found no answer, or none that helped. */
export default function GapsTab() {
  const { data, error, refetch } = useQuery(read(knowledgeAnswers.gaps, { query: { limit: 100 } }));
  if (error && !data) return <Failure error={error} what="Answer gaps" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  if (data.items.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title="No answer gaps">
        Questions without an answer, and answers marked as not helpful, appear here.
      </EmptyState>
    );
  return (
    <ul aria-label="Answer gaps" className="divide-y divide-line border-y border-line">
      {data.items.map((gap) => (
        <Gap key={gap.id} gap={gap} />
      ))}
    </ul>
  );
}

function Gap({ gap: { id, question, times, people, reason, comment, lastAt } }: { gap: AnswerGap }) {
  const client = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const close = async () => {
    try {
      await call(knowledgeAnswers.closeGap, { params: { id } });
      await client.invalidateQueries({ queryKey: ['/api/knowledge/gaps'] });
    } catch (error) {
      toast({ type: 'error', title: 'Answer gap not closed', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <li data-testid="gap" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-medium break-words">{question}</p>
        <p className="text-xs text-muted">
          Asked {times === 1 ? 'once' : `${times} times by ${counted(people, 'person', 'people')}`}, last{' '}
          <RelativeTime value={lastAt} />
        </p>
        {comment && <p className="text-sm break-words">“{comment}”</p>}
      </div>
      <Badge tone={reason === 'abstained' ? 'warning' : 'danger'}>
        {reason === 'abstained' ? 'No answer' : 'Not helpful'}
      </Badge>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" onClick={() => setWriting(true)}>
          Write answer
        </Button>
        <Button size="sm" onClick={() => void close()}>
          Close gap
        </Button>
      </div>
      <Suspense fallback={null}>
        {isWriting && <VerifyDialog question={question} answer="" onClose={() => setWriting(false)} />}
      </Suspense>
    </li>
  );
}
