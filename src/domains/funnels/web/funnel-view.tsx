import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { funnels } from '../contract.ts';
import { Editor } from './editor.tsx';
import type { FunnelSearch } from './search.ts';

export interface FunnelViewProps {
  search: FunnelSearch;
  onSearch: (change: Partial<FunnelSearch>) => void;
}

/** One funnel: its editor, figures, and submissions. */
export default function FunnelView({ search, onSearch }: FunnelViewProps) {
  // The editor starts from the draft as it is now: with an older one, its first change would be refused.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...read(funnels.get, { params: { id: search.funnel } }),
    refetchOnMount: 'always',
  });
  if (error && !data)
    return (
      <div className="page-frame">
        <Failure error={error} what="The funnel" onRetry={() => void refetch()} />
        <div className="flex justify-center">
          <Button onClick={() => onSearch({ funnel: '' })}>Back to funnels</Button>
        </div>
      </div>
    );
  if (!data || !isFetchedAfterMount) return <Skeleton className="m-4 h-96" />;
  return <Editor funnel={data} search={search} onSearch={onSearch} />;
}
