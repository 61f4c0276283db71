import { lazy, Suspense } from 'react';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { parseAdminSearch, TABS } from './search.ts';
import { SystemTab } from './system-tab.tsx';

const JobsTab = lazy(() => import('./jobs-tab.tsx'));
const RecurringTab = lazy(() => import('./recurring-tab.tsx'));
const ReactionsTab = lazy(() => import('./reactions-tab.tsx'));
const MailsTab = lazy(() => import('./mails-tab.tsx'));
const AccountsTab = lazy(() => import('./accounts-tab.tsx'));

const CONTENTS = {
  system: SystemTab,
  jobs: JobsTab,
  recurring: RecurringTab,
  reactions: ReactionsTab,
  mails: MailsTab,
  accounts: AccountsTab,
} as const;
const LABELS = {
  system: 'System',
  jobs: 'Jobs',
  recurring: 'Scheduled jobs',
  reactions: 'Failed reactions',
  mails: 'Emails',
  accounts: 'Accounts',
} as const;

/** Looking after the installation, at /admin. */
export default function AdminPage() {
  const [search, setSearch] = usePageSearch(parseAdminSearch);
  return (
    <div className="page-frame max-w-6xl">
      <h1 tabIndex={-1} className="mb-2 page-title">
        Admin
      </h1>
      <Tabs
        label="Admin sections"
        value={search.tab}
        onValueChange={(tab) =>
          setSearch({ tab: TABS.find((one) => one === tab) ?? 'system', search: '', state: '', open: '' })
        }
        items={TABS.map((value) => {
          const Content = CONTENTS[value];
          return {
            value,
            label: LABELS[value],
            content: (
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <Content search={search} onChange={setSearch} />
              </Suspense>
            ),
          };
        })}
      />
    </div>
  );
}
