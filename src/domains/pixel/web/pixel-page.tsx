import { lazy, type ReactNode, Suspense, useState } from 'react';
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
import { LiveTab } from './live-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { parsePixelSearch, type SiteTabProps, type Tab } from './search.ts';

const AudiencesTab = lazy(() => import('./audiences-tab.tsx'));
const FunnelsTab = lazy(() => import('./funnels-tab.tsx'));
const RetentionTab = lazy(() => import('./retention-tab.tsx'));
const RevenueTab = lazy(() => import('./revenue-tab.tsx'));
const GoalsTab = lazy(() => import('./goals-tab.tsx'));
const SetupTab = lazy(() => import('./setup-tab.tsx'));
const VisitsTab = lazy(() => import('./visits-tab.tsx'));
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

/** A tab that loads when it is opened. */
function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-64 w-full" />}>{children}</Suspense>;
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
              {
                value: 'visits',
                label: 'Visits',
                content: (
                  <Later>
                    <VisitsTab {...props} />
                  </Later>
                ),
              },
              {
                value: 'goals',
                label: 'Goals',
                content: (
                  <Later>
                    <GoalsTab {...props} />
                  </Later>
                ),
              },
              {
                value: 'funnels',
                label: 'Funnels',
                content: (
                  <Later>
                    <FunnelsTab {...props} />
                  </Later>
                ),
              },
              {
                value: 'retention',
                label: 'Retention',
                content: (
                  <Later>
                    <RetentionTab {...props} />
                  </Later>
                ),
              },
              {
                value: 'revenue',
                label: 'Revenue',
                content: (
                  <Later>
                    <RevenueTab {...props} />
                  </Later>
                ),
              },
              {
                value: 'audiences',
                label: 'Audiences',
                content: (
                  <Later>
                    <AudiencesTab {...props} />
                  </Later>
                ),
              },
            ]),
        {
          value: 'setup',
          label: 'Setup',
          content: (
            <Later>
              <SetupTab {...props} />
            </Later>
          ),
        },
      ]}
    />
  );
}
