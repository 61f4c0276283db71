import BookOpen from 'lucide-react/icons/book-open';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Ledger } from '../../contract/ledgers.ts';
import { CurrencySwitch } from './currency-switch.tsx';
import { LedgerSwitch } from './ledger-switch.tsx';
import { SectionNav } from './section-nav.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { FinanceContext, useFinanceSearch, useLedgers } from './use-finance.ts';

const LedgerDialog = lazy(() => import('./ledger-dialog.tsx'));

/** A part of a page, chosen in the address by `tab`. */
export interface Section {
  /** `transactions`; the first of a page stands where the address names none. */
  id: string;
  label: string;
  /** A figure behind the label: what waits there. */
  count?: number;
  /** It takes the height of the window, as a long list does. */
  fill?: boolean;
  /** It is not about a period: the switch would do nothing. */
  noPeriod?: boolean;
  /** It shows amounts as they are, in each account's own currency. */
  noCurrency?: boolean;
  render: () => ReactNode;
}

interface FinanceFrameProps {
  title: string;
  /** Description of the page, shown without a ledger. */
  about: string;
  /** The kind of ledger that the page is mostly about. */
  kind?: Ledger['kind'];
  sections: readonly Section[];
  /** Buttons at the end of the heading. */
  actions?: ReactNode;
}

/** Frame of every finance page: ledger, period, currency, and tabs. */
export function FinanceFrame({ title, about, kind, sections, actions }: FinanceFrameProps) {
  const { finance, error, isPending, isEmpty, workspaceCurrency, refetch, choose } = useLedgers(kind);
  const [search, setSearch] = useFinanceSearch();
  const [creating, setCreating] = useState(false);
  const section = sections.find((one) => one.id === search.tab) ?? sections[0]!;
  return (
    <div className={cx(section.fill && finance && 'flex h-[calc(100dvh-var(--shell-edges))] flex-col')}>
      <header
        className={cx('flex flex-wrap items-center gap-x-2 gap-y-2 px-4 pt-3 pb-2', !section.fill && 'max-w-7xl')}
      >
        <h1 tabIndex={-1} className="mr-1 page-title">
          {title}
        </h1>
        {finance && (
          <span className="hidden text-sm text-muted print:block">
            {[finance.ledger.name, sections.length > 1 && section.label].filter(Boolean).join(', ')}
          </span>
        )}
        {finance && <LedgerSwitch finance={finance} onChoose={choose} onCreate={() => setCreating(true)} />}
        {finance && (
          <div className="flex flex-wrap items-center gap-2 sm:ml-auto" data-noprint>
            {!section.noPeriod && <PeriodSwitch search={search} period={finance.period} onChange={setSearch} />}
            {!section.noCurrency && (
              <CurrencySwitch
                finance={finance}
                onChange={(currency) => setSearch({ currency: currency === finance.ledger.currency ? '' : currency })}
              />
            )}
            <FinanceContext value={finance}>{actions}</FinanceContext>
          </div>
        )}
      </header>
      {finance && sections.length > 1 && (
        <SectionNav
          title={title}
          sections={sections}
          current={section}
          onChange={(id) => setSearch({ tab: id === sections[0]!.id ? '' : id })}
        />
      )}
      {finance ? (
        <FinanceContext value={finance}>
          {/* Another ledger is another page: nothing of what was typed or chosen in the one belongs to the other. */}
          <div
            key={`${finance.ledger.id}/${section.id}`}
            className={cx(section.fill ? 'flex min-h-0 flex-1 flex-col' : 'max-w-7xl p-4')}
          >
            {section.render()}
          </div>
        </FinanceContext>
      ) : (
        <div className="max-w-7xl p-4">
          {error && <Failure error={error} what="Ledgers" onRetry={() => void refetch()} />}
          {!error && isPending && (
            <div className="grid gap-4" role="status" aria-busy="true" aria-label="Loading">
              <Skeleton className="h-18 w-full" />
              <Skeleton className="h-80 w-full" />
            </div>
          )}
          {!error && isEmpty && (
            <EmptyState
              icon={<BookOpen />}
              title="Create your first ledger"
              action={
                <Button variant="primary" onClick={() => setCreating(true)}>
                  Create ledger
                </Button>
              }
            >
              {about} A ledger holds the finances of a household or a business. Only you can see it until you share it.
            </EmptyState>
          )}
        </div>
      )}
      {creating && (
        <Suspense fallback={null}>
          <LedgerDialog
            kind={kind ?? 'personal'}
            currency={workspaceCurrency}
            onCreated={choose}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
