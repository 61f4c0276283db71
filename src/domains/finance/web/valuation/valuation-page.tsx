import FileText from 'lucide-react/icons/file-text';
import Plus from 'lucide-react/icons/plus';
import Scale from 'lucide-react/icons/scale';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { download } from '../../../../web/api/request.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Valuation, valuations } from '../../contract/valuations.ts';
import { attempt } from '../accounts/run-action.ts';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useValuation, useValuations, useValuationSearch } from './use-valuations.ts';

const NewDialog = lazy(() => import('./new-dialog.tsx'));
const Value = lazy(() => import('./value.tsx'));
const Inputs = lazy(() => import('./inputs.tsx'));
const Versions = lazy(() => import('./versions.tsx'));

const SECTIONS: readonly Section[] = [
  {
    id: 'value',
    label: 'Value',
    noPeriod: true,
    noCurrency: true,
    render: () => <Chosen>{(valuation) => <Value valuation={valuation} />}</Chosen>,
  },
  {
    id: 'inputs',
    label: 'Inputs',
    noPeriod: true,
    noCurrency: true,
    render: () => <Chosen>{(valuation) => <Inputs valuation={valuation} />}</Chosen>,
  },
  {
    id: 'versions',
    label: 'Versions',
    noPeriod: true,
    noCurrency: true,
    render: () => <Chosen>{(valuation) => <Versions valuation={valuation} />}</Chosen>,
  },
];

/** `/business-valuation`: what a business may be worth, by several methods side by side. */
export default function ValuationPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Business valuation"
      about="Estimate what your business is worth with five methods, based on its books."
      kind="business"
      sections={SECTIONS}
      actions={<Actions />}
    />
  );
}

function Actions() {
  const { canEdit } = useFinance();
  const { items, chosen } = useValuations();
  const [, setSearch] = useValuationSearch();
  const [adding, setAdding] = useState(false);
  useShortcuts(
    useMemo<Shortcut[]>(
      () =>
        canEdit ? [{ keys: 'c', label: 'New valuation', group: 'Business valuation', run: () => setAdding(true) }] : [],
      [canEdit],
    ),
  );
  return (
    <>
      {chosen && (
        <Select
          aria-label="Valuation"
          className="w-52"
          value={chosen.id}
          options={items!.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(event) => setSearch({ valuation: event.target.value, a: '', b: '' })}
        />
      )}
      {chosen && (
        <IconButton
          label="Download report (PDF)"
          icon={<FileText />}
          onClick={() =>
            void attempt('Couldn’t create the report', () =>
              download(valuations.report, `${chosen.name}.pdf`, { params: { id: chosen.id } }),
            )
          }
        />
      )}
      {canEdit && (
        <Button
          variant="primary"
          icon={<Plus />}
          aria-label="New valuation"
          aria-keyshortcuts="c"
          onClick={() => setAdding(true)}
        >
          <span className="max-sm:hidden">New valuation</span>
        </Button>
      )}
      {adding && (
        <Suspense fallback={null}>
          <NewDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Chosen({ children }: { children: (valuation: Valuation) => ReactNode }) {
  const { canEdit } = useFinance();
  const { items, chosen, error, refetch } = useValuations();
  const [adding, setAdding] = useState(false);
  if (error && !items) return <Failure error={error} what="Valuations" onRetry={() => void refetch()} />;
  if (!items) return <Waiting />;
  if (chosen)
    return (
      <Loaded key={chosen.id} id={chosen.id}>
        {children}
      </Loaded>
    );
  return (
    <>
      <EmptyState
        icon={<Scale />}
        title="No valuations yet"
        action={
          canEdit && (
            <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
              New valuation
            </Button>
          )
        }
      >
        Compare cash flow, multiples, owner’s earnings, and asset methods. Figures are prefilled from this ledger, and
        all versions are kept.
      </EmptyState>
      {adding && (
        <Suspense fallback={null}>
          <NewDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Loaded({ id, children }: { id: string; children: (valuation: Valuation) => ReactNode }) {
  const { data, error, refetch } = useValuation(id);
  if (error && !data) return <Failure error={error} what="Valuation" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <div data-testid="record">{children(data)}</div>
      <p className="mt-6 text-xs text-muted">
        Calculated from the inputs entered here. Not an appraisal or advice to buy or sell. Market figures are only
        those that people entered, with their sources.
      </p>
    </Suspense>
  );
}

function Waiting() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
