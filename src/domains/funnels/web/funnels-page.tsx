import { lazy, Suspense } from 'react';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { FunnelList } from './funnel-list.tsx';
import { parseFunnelSearch } from './search.ts';

const FunnelView = lazy(() => import('./funnel-view.tsx'));

/** `/funnel-builder`: the funnels, or one of them. */
export default function FunnelsPage() {
  const [search, setSearch] = usePageSearch(parseFunnelSearch);
  if (search.funnel === '')
    return (
      <FunnelList
        search={search.search}
        onSearch={setSearch}
        onOpen={(funnel) => setSearch({ funnel, step: '', tab: 'design' })}
      />
    );
  return (
    <Suspense fallback={<Skeleton className="m-4 h-96" />}>
      <FunnelView key={search.funnel} search={search} onSearch={setSearch} />
    </Suspense>
  );
}
