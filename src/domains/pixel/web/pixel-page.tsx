import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { pixelSites } from '../contract/sites.ts';
import { FirstSite } from './first-site.tsx';
import { GoalsTab } from './goals-tab.tsx';
import { LiveTab } from './live-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { parsePixelSearch, type SiteTabProps, type Tab } from './search.ts';
import { SetupTab } from './setup-tab.tsx';
import { VisitsTab } from './visits-tab.tsx';

const SiteDialog = lazy(() => import('./site-dialog.tsx'));

/** `/super-pixel`: what visitors do on the workspace's websites. */
export default function PixelPage() {
  const [search, setSearch] = usePageSearch(parsePixelSearch);
  const { data, error, refetch } = useQuery(read(pixelSites.list));
  const [adding, setAdding] = useState(false);
  const sites = data?.items ?? [];
  // Until the first event, the setup is what somebody needs.
  const site = sites.find(({ id }) => id === search.site) ?? sites[0];
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 sm:p-6">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="page-title">Super pixel</h1>
        {site && (
          <div className="flex flex-wrap items-center gap-2">
            {sites.length > 1 && (
              <Select
                aria-label="Website"
                className="w-48"
                options={sites.map(({ id, name }) => ({ value: id, label: name }))}
                value={site.id}
                onChange={(event) => setSearch({ site: event.target.value, visit: '', visitor: '' })}
              />
            )}
            <Button icon={<Plus />} onClick={() => setAdding(true)}>
              Add website
            </Button>
          </div>
        )}
      </header>
      {error && !data && <Failure error={error} what="Websites" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Websites: loading" className="grid animate-appear-late gap-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
      {data && !site && <FirstSite onAdd={() => setAdding(true)} />}
      {site && <SiteTabs key={site.id} site={site} search={search} onSearch={setSearch} />}
      {adding && (
        <Suspense>
          <SiteDialog
            onClose={() => setAdding(false)}
            onSaved={(id) => {
              setAdding(false);
              setSearch({ site: id, tab: 'setup', visit: '', visitor: '' });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function SiteTabs(props: SiteTabProps) {
  const { site, search, onSearch } = props;
  const tab: Tab = site.lastEventAt === null && search.tab === 'overview' ? 'setup' : search.tab;
  return (
    <Tabs
      label="Website reports"
      value={tab}
      onValueChange={(value) => onSearch({ tab: value as Tab, visit: '', visitor: '' })}
      items={[
        ...(site.lastEventAt === null
          ? []
          : [
              { value: 'overview', label: 'Overview', content: <OverviewTab {...props} /> },
              { value: 'live', label: 'Live', content: <LiveTab {...props} /> },
              { value: 'visits', label: 'Visits', content: <VisitsTab {...props} /> },
              { value: 'goals', label: 'Goals', content: <GoalsTab {...props} /> },
            ]),
        { value: 'setup', label: 'Setup', content: <SetupTab {...props} /> },
      ]}
    />
  );
}
