import { lazy, Suspense, useState } from 'react';
import Settings from 'lucide-react/icons/settings-2';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { DealList } from './deal-list.tsx';
import { parseDealSearch } from './search.ts';

const RoomView = lazy(() => import('./room-view.tsx'));
const Commissions = lazy(() => import('./commissions.tsx'));
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));

/** `/high-ticket-sales-crm`: large deals, one of their rooms, or the commissions. */
export default function DealRoomsPage() {
  const [search, setSearch] = usePageSearch(parseDealSearch);
  const [settings, setSettings] = useState(false);
  const views = { deals: 'Deals', commissions: 'Commissions' } as const;
  return (
    <div className="page-frame max-w-6xl">
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        {search.room ? (
          <RoomView
            key={search.room}
            id={search.room}
            tab={search.tab}
            onTab={(tab) => setSearch({ tab }, { replace: true })}
            onClose={() => setSearch({ room: '', tab: 'plan' })}
          />
        ) : (
          <>
            <header className="mb-4 flex flex-wrap items-center gap-2">
              <h1 tabIndex={-1} className="page-title mr-auto">
                High-ticket sales
              </h1>
              <nav aria-label="Views" className="flex gap-1">
                {(['deals', 'commissions'] as const).map((view) => (
                  <Button
                    key={view}
                    variant={search.view === view ? 'secondary' : 'ghost'}
                    aria-current={search.view === view ? 'page' : undefined}
                    onClick={() => setSearch({ view })}
                  >
                    {views[view]}
                  </Button>
                ))}
              </nav>
              <Button icon={<Settings />} onClick={() => setSettings(true)}>
                Settings
              </Button>
            </header>
            {search.view === 'commissions' ? (
              <Commissions />
            ) : (
              <DealList
                search={search}
                onSearch={setSearch}
                onOpen={(room, tab = 'plan') => setSearch({ room, tab })}
              />
            )}
          </>
        )}
        {settings && <SettingsDialog onClose={() => setSettings(false)} />}
      </Suspense>
    </div>
  );
}
