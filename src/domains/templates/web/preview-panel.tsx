import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { Part } from '../contract/content.ts';
import { installs } from '../contract/installs.ts';
import { PlanList } from './plan-list.tsx';
import { PLAN_STATES } from './labels.ts';

/** Preview of applying the template to a workspace. */
export function PreviewPanel({
  templateRef,
  workspaceId,
  parts,
}: {
  templateRef: string;
  workspaceId: string;
  parts: readonly Part[];
}) {
  const { data, error, refetch } = useQuery({
    ...read(installs.preview, { params: { ref: templateRef }, query: { workspaceId, parts: parts.join(',') } }),
    enabled: parts.length > 0,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  if (parts.length === 0)
    return <p className="text-sm text-muted">No part is chosen: only the checklist would start.</p>;
  if (!data)
    return error ? (
      <Failure error={error} what="The preview" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-48 w-full" />
    );
  const { create, present, differs, conflict } = data.counts;
  const words = [
    [create, 'new'],
    [present, 'there already'],
    [differs, 'different and kept'],
    [conflict, 'left out'],
  ] as const;
  return (
    <div className="grid gap-3">
      <p className="text-sm" aria-live="polite">
        <strong className="font-semibold">What would happen:</strong>{' '}
        {words
          .filter(([count]) => count > 0)
          .map(([count, word]) => `${count} ${word}`)
          .join(', ') || 'nothing'}
        .
      </p>
      {conflict > 0 && (
        <Banner tone="warning">
          {conflict === 1 ? 'One thing cannot be made' : `${conflict} things cannot be made`} here; the others are.
        </Banner>
      )}
      {create === 0 && conflict === 0 && (
        <Banner>Everything is here already. Applying it again changes nothing.</Banner>
      )}
      <PlanList items={data.items.map((item) => ({ ...item, state: PLAN_STATES[item.state] }))} />
    </div>
  );
}
