import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { benchmarks } from '../contract.ts';
import { BenchmarksTab } from './benchmarks-tab.tsx';
import { COLLECTIVE_TABS, parseCollectiveSearch } from './search.ts';
import { SuggestionsTab } from './suggestions-tab.tsx';

const CouncilTab = lazy(() => import('./council-tab.tsx'));

/** Benchmarks across clients, at /collective-intelligence. */
export default function CollectiveIntelligencePage() {
  const [search, setSearch] = usePageSearch(parseCollectiveSearch);
  const { data, error, refetch } = useQuery({
    ...read(benchmarks.report, { query: { group: search.group } }),
    placeholderData: (previous) => previous,
  });
  const waiting = error ? (
    <Failure error={error} what="The benchmarks" onRetry={() => void refetch()} />
  ) : (
    <Skeleton className="h-64 w-full" />
  );
  const open = data?.suggestions.filter(({ dismissed }) => !dismissed).length;
  return (
    <div className="page-frame max-w-6xl">
      <h1 tabIndex={-1} className="mb-2 page-title">
        Collective intelligence
      </h1>
      <Tabs
        label="Collective intelligence"
        value={search.tab}
        onValueChange={(value) =>
          setSearch({ tab: COLLECTIVE_TABS.find((one) => one === value) ?? 'benchmarks', council: undefined })
        }
        items={[
          {
            value: 'benchmarks',
            label: 'Benchmarks',
            content: data ? <BenchmarksTab data={data} onGroup={(group) => setSearch({ group })} /> : waiting,
          },
          {
            value: 'suggestions',
            label: 'Suggestions',
            ...(open !== undefined && { count: open }),
            content: data ? <SuggestionsTab data={data} /> : waiting,
          },
          {
            value: 'council',
            label: 'Council',
            content: (
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <CouncilTab open={search.council} onOpen={(council) => setSearch({ council })} />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  );
}
