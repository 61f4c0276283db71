import { lazy, type ReactNode, Suspense } from 'react';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { NoPermission } from '../../../../web/ui/states.tsx';
import type { ExpenseSetup } from '../../contract/expenses.ts';
import { SectionNav } from '../frame/section-nav.tsx';
import { ExpenseList } from './expense-list.tsx';
import { useExpenseSetup, useExpensesSearch } from './use-expenses.ts';

const ReceiptsSection = lazy(() => import('./receipts-section.tsx'));
const PaySection = lazy(() => import('./pay-section.tsx'));
const PolicySection = lazy(() => import('./policy-section.tsx'));

interface Part {
  id: string;
  label: string;
  count?: number;
  fill?: boolean;
  managers?: true;
  render: (setup: ExpenseSetup) => ReactNode;
}

const parts = ({ isManager, counts }: ExpenseSetup): Part[] => [
  { id: 'expenses', label: 'Expenses', fill: true, render: (setup) => <ExpenseList key="expenses" setup={setup} /> },
  { id: 'receipts', label: 'Receipts', count: counts.receipts, render: (setup) => <ReceiptsSection setup={setup} /> },
  {
    id: 'approve',
    label: 'To approve',
    count: counts.inbox,
    fill: true,
    managers: true,
    render: (setup) => <ExpenseList key="inbox" setup={setup} inbox />,
  },
  {
    id: 'pay',
    label: isManager ? 'To reimburse' : 'Reimbursed',
    count: counts.owed,
    render: (setup) => <PaySection setup={setup} />,
  },
  { id: 'policy', label: 'Policy', render: (setup) => <PolicySection setup={setup} /> },
];

/** `/business-expenses`: from a receipt to money back. */
export default function ExpensesPage() {
  useUndoKey();
  const [search, setSearch] = useExpensesSearch();
  const { data: setup, error, refetch } = useExpenseSetup();
  const all = setup ? parts(setup) : [];
  const shown = all.filter((one) => !one.managers || setup?.isManager);
  const part = all.find((one) => one.id === search.tab) ?? all[0];
  return (
    <div className={cx(part?.fill && 'flex h-[calc(100dvh-var(--shell-edges))] flex-col')}>
      <header className="px-4 pt-3 pb-2">
        <h1 tabIndex={-1} className="page-title">
          Business expenses
        </h1>
      </header>
      {part && (
        <SectionNav
          title="Business expenses"
          sections={shown}
          current={part}
          onChange={(id) => setSearch({ tab: id === 'expenses' ? '' : id, open: '', receipt: '' })}
        />
      )}
      {setup && part ? (
        <div className={cx(part.fill ? 'flex min-h-0 flex-1 flex-col' : 'max-w-7xl p-4')}>
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            {part.managers && !setup.isManager ? (
              <NoPermission>Only workspace admins and owners can approve expenses.</NoPermission>
            ) : (
              part.render(setup)
            )}
          </Suspense>
        </div>
      ) : (
        <div className="max-w-7xl p-4">
          {error ? (
            <Failure error={error} what="Business expenses" onRetry={() => void refetch()} />
          ) : (
            <div className="grid gap-4" role="status" aria-busy="true" aria-label="Loading">
              <Skeleton className="h-9 w-full" />
              <Skeleton className="h-80 w-full" />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
