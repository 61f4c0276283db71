import Building2 from 'lucide-react/icons/building-2';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { useFinance, useFinanceSearch } from '../frame/use-finance.ts';
import Overview from './overview.tsx';

const DocumentsSection = lazy(() => import('./documents-section.tsx'));
const Transactions = lazy(() => import('../personal/transactions/transactions-section.tsx'));
const AgeingSection = lazy(() => import('./aging-section.tsx'));
const JournalSection = lazy(() => import('./journal-section.tsx'));
const ChartSection = lazy(() => import('./chart-section.tsx'));
const StatementsSection = lazy(() => import('./statements-section.tsx'));
const BudgetSection = lazy(() => import('./budget-section.tsx'));
const CloseSection = lazy(() => import('./close-section.tsx'));
const LedgerDialog = lazy(() => import('../frame/ledger-dialog.tsx'));

const own = { noCurrency: true } as const;
const SECTIONS: readonly Section[] = [
  {
    id: 'overview',
    label: 'Overview',
    ...own,
    render: () => (
      <Part>
        <Overview />
      </Part>
    ),
  },
  {
    id: 'invoices',
    label: 'Invoices',
    fill: true,
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <DocumentsSection kind="invoice" />
      </Part>
    ),
  },
  {
    id: 'bills',
    label: 'Bills',
    fill: true,
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <DocumentsSection kind="bill" />
      </Part>
    ),
  },
  {
    id: 'transactions',
    label: 'Bank transactions',
    fill: true,
    ...own,
    render: () => (
      <Part>
        <Transactions />
      </Part>
    ),
  },
  {
    id: 'ageing',
    label: 'Aging',
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <AgeingSection />
      </Part>
    ),
  },
  {
    id: 'journal',
    label: 'Journal',
    fill: true,
    ...own,
    render: () => (
      <Part>
        <JournalSection />
      </Part>
    ),
  },
  {
    id: 'chart',
    label: 'Accounts',
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <ChartSection />
      </Part>
    ),
  },
  {
    id: 'statements',
    label: 'Statements',
    ...own,
    render: () => (
      <Part>
        <StatementsSection />
      </Part>
    ),
  },
  {
    id: 'budget',
    label: 'Budget',
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <BudgetSection />
      </Part>
    ),
  },
  {
    id: 'close',
    label: 'Reconcile and close',
    noPeriod: true,
    ...own,
    render: () => (
      <Part>
        <CloseSection />
      </Part>
    ),
  },
];

/** `/business-finance`: the books of a business. */
export default function BusinessFinancePage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Business finance"
      about="Invoices, bills, double-entry books, and financial statements."
      kind="business"
      sections={SECTIONS}
    />
  );
}

/** Books are kept for a business; a personal ledger has none. */
function Part({ children }: { children: ReactNode }) {
  const { ledger, ledgers } = useFinance();
  const [, setSearch] = useFinanceSearch();
  const [creating, setCreating] = useState(false);
  if (ledger.kind === 'business')
    return (
      <Suspense
        fallback={
          <div className="p-6">
            <Skeleton className="h-80 w-full" />
          </div>
        }
      >
        {children}
      </Suspense>
    );
  const business = ledgers.filter((one) => one.kind === 'business');
  const choose = (id: string) => setSearch({ ledger: id, currency: '' });
  return (
    <>
      <EmptyState
        icon={<Building2 />}
        title={business.length > 0 ? `${ledger.name} is a personal ledger` : 'No business ledger yet'}
        action={
          business.length > 0 ? (
            <span className="flex flex-wrap justify-center gap-2">
              {business.map((one) => (
                <Button key={one.id} variant="primary" onClick={() => choose(one.id)}>
                  Open {one.name}
                </Button>
              ))}
            </span>
          ) : (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Set up a business ledger
            </Button>
          )
        }
      >
        A business ledger keeps double-entry books with invoices, bills, a journal, and financial statements.
      </EmptyState>
      {creating && (
        <Suspense fallback={null}>
          <LedgerDialog
            kind="business"
            currency={ledger.currency}
            onCreated={choose}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </>
  );
}
