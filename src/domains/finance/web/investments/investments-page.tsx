import ChartPie from 'lucide-react/icons/chart-pie';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useInvestmentAccounts, useInvestmentsSearch } from './use-portfolio.ts';

const ActivityDialog = lazy(() => import('./activity-dialog.tsx'));
const AccountDialog = lazy(() => import('./account-dialog.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const HoldingSheet = lazy(() => import('./holding-sheet.tsx'));
const Overview = lazy(() => import('./overview.tsx'));
const Holdings = lazy(() => import('./holdings.tsx'));
const Allocation = lazy(() => import('./allocation.tsx'));
const Income = lazy(() => import('./income.tsx'));
const Risk = lazy(() => import('./risk.tsx'));
const Predictions = lazy(() => import('./predictions.tsx'));
const Activities = lazy(() => import('./activities.tsx'));
const Securities = lazy(() => import('./securities.tsx'));

const SECTIONS: readonly Section[] = [
  {
    id: 'overview',
    label: 'Overview',
    render: () => (
      <Part>
        <Overview />
      </Part>
    ),
  },
  {
    id: 'holdings',
    label: 'Holdings',
    fill: true,
    noPeriod: true,
    render: () => (
      <Part>
        <Holdings />
      </Part>
    ),
  },
  {
    id: 'allocation',
    label: 'Allocation',
    noPeriod: true,
    render: () => (
      <Part>
        <Allocation />
      </Part>
    ),
  },
  {
    id: 'income',
    label: 'Gains and income',
    render: () => (
      <Part>
        <Income />
      </Part>
    ),
  },
  {
    id: 'risk',
    label: 'Risk',
    render: () => (
      <Part>
        <Risk />
      </Part>
    ),
  },
  {
    id: 'predictions',
    label: 'Predictions',
    noPeriod: true,
    render: () => (
      <Part>
        <Predictions />
      </Part>
    ),
  },
  {
    id: 'activities',
    label: 'Activities',
    fill: true,
    noCurrency: true,
    render: () => (
      <Part>
        <Activities />
      </Part>
    ),
  },
  {
    id: 'securities',
    label: 'Securities',
    noPeriod: true,
    noCurrency: true,
    render: () => (
      <Part needsAccount={false}>
        <Securities />
      </Part>
    ),
  },
];

/** `/investments`: what is held, how it did, what it consists of, and where it may go. */
export default function InvestmentsPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Investments"
      about="Holdings, performance, income, and projections."
      kind="personal"
      sections={SECTIONS}
      actions={<Actions />}
    />
  );
}

function Loading() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="grid w-full gap-4 p-4 sm:px-6">
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

/**
 * A part of the page, once there is an account that it can be about; with the sheet of the security that the address
 * opens.
 */
function Part({ children, needsAccount = true }: { children: ReactNode; needsAccount?: boolean }) {
  const [{ open }] = useInvestmentsSearch();
  const accounts = useInvestmentAccounts();
  if (needsAccount && accounts?.length === 0) return <FirstUse />;
  return (
    <Suspense fallback={<Loading />}>
      {accounts || !needsAccount ? children : <Loading />}
      {open && (
        <Suspense fallback={null}>
          <HoldingSheet securityId={open} />
        </Suspense>
      )}
    </Suspense>
  );
}

function FirstUse() {
  const { canEdit } = useFinance();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <EmptyState
        icon={<ChartPie />}
        title="Add your first investment account"
        action={
          canEdit && (
            <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
              Add investment account
            </Button>
          )
        }
      >
        Add a brokerage or retirement account, then enter activities or import your broker’s CSV file. Lots, gains, and
        returns are calculated for you.
      </EmptyState>
      {adding && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Actions on every tab: choose an account, add, import. */
function Actions() {
  const { canEdit } = useFinance();
  const accounts = useInvestmentAccounts();
  const [search, setSearch] = useInvestmentsSearch();
  const [doing, setDoing] = useState<'' | 'activity' | 'import' | 'account'>('');
  const close = () => setDoing('');
  const ready = canEdit && (accounts?.length ?? 0) > 0;
  useShortcuts(
    useMemo<Shortcut[]>(
      () =>
        ready ? [{ keys: 'c', label: 'New activity', group: 'Investments', run: () => setDoing('activity') }] : [],
      [ready],
    ),
  );
  if (!accounts || accounts.length === 0) return null;
  const ADD = '+';
  return (
    <>
      {(accounts.length > 1 || canEdit) && (
        <Select
          aria-label="Account"
          className="w-40"
          value={search.account}
          placeholder="All accounts"
          onChange={(event) =>
            event.target.value === ADD ? setDoing('account') : setSearch({ account: event.target.value })
          }
          options={[
            ...accounts.map((one) => ({ value: one.id, label: one.name })),
            ...(canEdit ? [{ value: ADD, label: 'Add account…' }] : []),
          ]}
        />
      )}
      {canEdit && (
        <Button icon={<Upload />} aria-label="Import activities or prices" onClick={() => setDoing('import')}>
          <span className="max-sm:hidden">Import</span>
        </Button>
      )}
      {canEdit && (
        <Button
          variant="primary"
          icon={<Plus />}
          aria-label="New activity"
          aria-keyshortcuts="c"
          onClick={() => setDoing('activity')}
        >
          <span className="max-sm:hidden">New activity</span>
        </Button>
      )}
      <Suspense fallback={null}>
        {doing === 'activity' && <ActivityDialog accounts={accounts} onClose={close} />}
        {doing === 'import' && <ImportDialog accounts={accounts} onClose={close} />}
        {doing === 'account' && <AccountDialog onClose={close} />}
      </Suspense>
    </>
  );
}
