import { lazy, type ReactNode, Suspense } from 'react';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { ModelsTab } from './models-tab.tsx';
import { parseModelSearch, type Tab, TABS } from './search.ts';

const UsageTab = lazy(() => import('./usage-tab.tsx'));
const CallsTab = lazy(() => import('./calls-tab.tsx'));
const TryTab = lazy(() => import('./try-tab.tsx'));

const LABELS: Record<Tab, string> = { models: 'Models', usage: 'Usage', calls: 'Calls', try: 'Try a prompt' };

/** Which language models serve what, at /model-config. */
export default function ModelConfigPage() {
  const [search, setSearch] = usePageSearch(parseModelSearch);
  const contents: Record<Tab, ReactNode> = {
    models: <ModelsTab />,
    usage: <UsageTab days={search.days} onDays={(days) => setSearch({ days })} />,
    calls: <CallsTab failedOnly={search.failed} onFailedOnly={(failed) => setSearch({ failed })} />,
    try: <TryTab />,
  };
  return (
    <div className="page-frame max-w-6xl">
      <h1 tabIndex={-1} className="mb-2 page-title">
        Model configuration
      </h1>
      <Tabs
        label="Parts of model configuration"
        value={search.tab}
        onValueChange={(tab) => setSearch({ tab: TABS.find((one) => one === tab) ?? 'models' })}
        items={TABS.map((value) => ({
          value,
          label: LABELS[value],
          content: <Suspense fallback={<Skeleton className="h-64 w-full" />}>{contents[value]}</Suspense>,
        }))}
      />
    </div>
  );
}
