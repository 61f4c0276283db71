import Gauge from 'lucide-react/icons/gauge';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLiveState } from '../../../../web/api/live-state.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { Link } from '../../../../web/router/link.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import type { Operations } from '../../contract/operations.ts';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useOperations, useOperationsSearch } from './use-operations.ts';

const Overview = lazy(() => import('./overview.tsx'));
const Vendors = lazy(() => import('./vendors.tsx'));
const Renewals = lazy(() => import('./renewals.tsx'));
const Runway = lazy(() => import('./runway.tsx'));
const VendorSheet = lazy(() => import('./vendor-sheet.tsx'));

const part = (render: (data: Operations) => ReactNode) => () => <Part>{render}</Part>;
const SECTIONS: readonly Section[] = [
  { id: 'overview', label: 'Overview', noPeriod: true, render: part((data) => <Overview data={data} />) },
  { id: 'vendors', label: 'Vendors', noPeriod: true, render: part((data) => <Vendors data={data} />) },
  { id: 'renewals', label: 'Renewals', noPeriod: true, render: part((data) => <Renewals data={data} />) },
  { id: 'runway', label: 'Burn and runway', noPeriod: true, render: part((data) => <Runway data={data} />) },
];

/** `/operational-expenses`: what running the business costs, as it happens. */
export default function OperationsPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Operational expenses"
      about="Vendors, renewals, burn, and runway."
      kind="business"
      sections={SECTIONS}
      actions={<Live />}
    />
  );
}

function Live() {
  const live = useLiveState() === 'open';
  return <Badge tone={live ? 'success' : 'neutral'}>{live ? 'Live' : 'Not live'}</Badge>;
}

function Part({ children }: { children: (data: Operations) => ReactNode }) {
  const { linkSearch } = useFinance();
  const { data, error, refetch } = useOperations();
  const [{ vendor }] = useOperationsSearch();
  if (error && !data) return <Failure error={error} what="Operational expenses" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  if (data.looked === 0) {
    return (
      <EmptyState
        icon={<Gauge />}
        title="No transactions yet"
        action={
          <Link
            to="/personal-finance"
            search={{ ...linkSearch, tab: 'imports' }}
            className={buttonClass({ variant: 'primary' })}
          >
            Import a file from your bank
          </Link>
        }
      >
        Connect a bank or import a file to see run rate, renewals, anomalies, and runway.
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      {error && (
        <Banner tone="warning" className="mb-4">
          The figures could not be updated.
        </Banner>
      )}
      {data.missing.length > 0 && (
        <Banner tone="warning" className="mb-4">
          Amounts in {data.missing.join(', ')} are excluded. No exchange rate to {data.currency}.
        </Banner>
      )}
      {children(data)}
      {vendor && (
        <Suspense fallback={null}>
          <VendorSheet key={vendor} data={data} merchant={vendor} />
        </Suspense>
      )}
    </Suspense>
  );
}
