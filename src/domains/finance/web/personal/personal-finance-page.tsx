import { lazy, type ReactNode, Suspense } from 'react';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';

const Overview = lazy(() => import('./overview/overview.tsx'));
const Accounts = lazy(() => import('./accounts-section.tsx'));
const Transactions = lazy(() => import('./transactions/transactions-section.tsx'));
const Recurring = lazy(() => import('./recurring/recurring-section.tsx'));
const Budgets = lazy(() => import('./budgets/budget-section.tsx'));
const Goals = lazy(() => import('./goals/goals-section.tsx'));
const Rules = lazy(() => import('./rules/rules-section.tsx'));
const Imports = lazy(() => import('./imports/imports-section.tsx'));

const waiting = (content: ReactNode) => (
  <Suspense
    fallback={
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4 p-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    }
  >
    {content}
  </Suspense>
);

const SECTIONS: readonly Section[] = [
  { id: 'overview', label: 'Overview', render: () => waiting(<Overview />) },
  { id: 'accounts', label: 'Accounts', noPeriod: true, noCurrency: true, render: () => waiting(<Accounts />) },
  { id: 'transactions', label: 'Transactions', fill: true, noCurrency: true, render: () => waiting(<Transactions />) },
  { id: 'budgets', label: 'Budgets', noPeriod: true, noCurrency: true, render: () => waiting(<Budgets />) },
  { id: 'recurring', label: 'Recurring', noPeriod: true, noCurrency: true, render: () => waiting(<Recurring />) },
  { id: 'goals', label: 'Goals', noPeriod: true, noCurrency: true, render: () => waiting(<Goals />) },
  { id: 'rules', label: 'Rules', noPeriod: true, noCurrency: true, render: () => waiting(<Rules />) },
  { id: 'imports', label: 'Imports', noPeriod: true, noCurrency: true, render: () => waiting(<Imports />) },
];

/** `/personal-finance`: a household's accounts, what moved on them, and what is planned. */
export default function PersonalFinancePage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Personal finance"
      about="Accounts, transactions, budgets, goals, and recurring payments."
      kind="personal"
      sections={SECTIONS}
    />
  );
}
