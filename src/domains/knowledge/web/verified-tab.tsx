import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { knowledgeSources } from '../contract.ts';
import { DocumentList } from './document-list.tsx';

const VerifyDialog = lazy(() => import('./verify-dialog.tsx'));

/** Answers that a person wrote or checked. */
export default function VerifiedTab({ isManager }: { isManager: boolean }) {
  const [isWriting, setWriting] = useState(false);
  const { data, error, refetch } = useQuery(read(knowledgeSources.list));
  if (error && !data) return <Failure error={error} what="Verified answers" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const source = data.items.find(({ kind }) => kind === 'answers');
  const add = isManager && (
    <Button variant="primary" icon={<Plus />} onClick={() => setWriting(true)}>
      New verified answer
    </Button>
  );
  return (
    <>
      {source && source.documents > 0 ? (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">Written or checked by a person. Everyone’s questions find them.</p>
            {add}
          </div>
          <DocumentList source={source.id} show="all" />
        </>
      ) : (
        <EmptyState icon={<BadgeCheck />} title="No verified answers yet" action={add}>
          Save a good answer, or write one for a question that has none. Everyone’s questions find it.
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {isWriting && <VerifyDialog question="" answer="" onClose={() => setWriting(false)} />}
      </Suspense>
    </>
  );
}
