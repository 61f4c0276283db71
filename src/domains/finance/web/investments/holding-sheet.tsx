import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { LineChart } from '../../../../web/charts/index.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money, shortMoney, signedMoney } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { HoldingDetail } from '../../contract/portfolio.ts';
import { NewPrice, securities, type Security, type SecurityPrice } from '../../contract/securities.ts';
import { FigureTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { holdingReads, useInvestmentsSearch, usePortfolioQuestion, useRefresh } from './use-portfolio.ts';
import { chartDay, dayText, figure, percent, SECURITY_LABELS } from './labels.ts';

const SecurityDialog = lazy(() => import('./security-dialog.tsx'));

/** One security: what is held of it in which lots, its prices, and what happened. */
export default function HoldingSheet({ securityId }: { securityId: string }) {
  const [, setSearch] = useInvestmentsSearch();
  const { canEdit, linkSearch } = useFinance();
  const reads = holdingReads(securityId, usePortfolioQuestion());
  const [editing, setEditing] = useState(false);
  const security = useQuery(reads.security);
  const detail = useQuery(reads.detail);
  const error = security.error ?? detail.error;
  return (
    <Sheet
      open
      onOpenChange={() => setSearch({ open: '' })}
      title={security.data?.name ?? 'Security'}
      description={
        security.data &&
        [
          SECURITY_LABELS[security.data.kind],
          security.data.ticker,
          security.data.isin,
          security.data.currency,
          security.data.sector,
        ]
          .filter(Boolean)
          .join(' · ')
      }
      footer={
        security.data && (
          <>
            <Link
              to="/investments"
              search={{ ...linkSearch, tab: 'activities', period: 'all', search: security.data.name }}
              className="mr-auto text-sm text-accent-ink underline underline-offset-2"
            >
              Activities
            </Link>
            {canEdit && (
              <Button icon={<Pencil />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      <div data-testid="record" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {error && !(security.data && detail.data) ? (
          <Failure
            error={error}
            what="Security"
            onRetry={() => void Promise.all([security.refetch(), detail.refetch()])}
          />
        ) : security.data && detail.data ? (
          <Content security={security.data} detail={detail.data} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
      {editing && security.data && (
        <Suspense fallback={null}>
          <SecurityDialog security={security.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Sheet>
  );
}

function Content({ security, detail }: { security: Security; detail: HoldingDetail }) {
  const { holding } = detail;
  const price = (value: number, short?: boolean) =>
    short ? shortMoney(value, security.currency) : money(String(value), security.currency);
  return (
    <>
      {holding ? (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
          <Fact name="Held" value={figure(holding.quantity)} />
          <Fact
            name="Value"
            value={
              holding.value === null
                ? money(holding.localValue, security.currency)
                : money(holding.value, detail.currency)
            }
          />
          <Fact
            name="Unrealized gain"
            value={
              holding.unrealised === null
                ? '—'
                : `${signedMoney(holding.unrealised, detail.currency)} (${percent(holding.gainRatio, { sign: true })})`
            }
          />
          <Fact
            name="From exchange rates"
            value={holding.currencyGain === null ? '—' : signedMoney(holding.currencyGain, detail.currency)}
          />
          <Fact
            name="Realized gain"
            value={holding.realised === null ? '—' : signedMoney(holding.realised, detail.currency)}
          />
          <Fact name="Income" value={holding.income === null ? '—' : money(holding.income, detail.currency)} />
          <Fact
            name="Average cost per unit"
            value={detail.averageCost === null ? '—' : money(detail.averageCost, security.currency)}
          />
          <Fact
            name="Return on average investment"
            value={percent(detail.netReturn ?? detail.netReturnLocal, { sign: true })}
          />
        </dl>
      ) : (
        <p className="text-sm text-muted">
          Not held{security.kind === 'index' ? ': an index is a benchmark' : ' now'}.
        </p>
      )}
      {detail.prices.length > 1 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-semibold">Price</h3>
          <LineChart
            label={`Price of ${security.name}`}
            height={160}
            categories={detail.prices.map((one) => chartDay(one.day))}
            format={price}
            series={[{ key: 'price', label: 'Price', values: detail.prices.map((one) => Number(one.price)) }]}
          />
        </section>
      )}
      {detail.lots.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-semibold">Lots</h3>
          <FigureTable
            label="Lots"
            columns={[
              { key: 'acquired', label: 'Bought' },
              { key: 'quantity', label: 'Quantity', numeric: true },
              { key: 'cost', label: 'Cost', numeric: true },
              { key: 'gain', label: 'Gain', numeric: true },
              { key: 'term', label: 'Long-term' },
            ]}
            rows={detail.lots.map((lot) => ({
              key: `${lot.accountId}/${lot.id}`,
              cells: {
                acquired: dayText(lot.acquired),
                quantity: figure(lot.quantity),
                cost: money(lot.cost, security.currency),
                gain: signedMoney(lot.gain, security.currency),
                term: lot.longTerm ? 'Yes' : `From ${dayText(lot.longTermFrom)}`,
              },
            }))}
          />
        </section>
      )}
      {detail.washedLots.length > 0 && <WashedLots lots={detail.washedLots} />}
      <Prices security={security} />
    </>
  );
}

/** Shown where taxes are worked out from the ledger: for everything else a lot costs what was paid for it. */
function WashedLots({ lots }: { lots: HoldingDetail['washedLots'] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">Cost for United States tax, after wash sales</h3>
      <p className="text-sm text-muted">
        Losses disallowed by the wash-sale rule are added to the cost of the replacement shares, which keep the original
        holding period.
      </p>
      <FigureTable
        label="Tax basis"
        columns={[
          { key: 'acquired', label: 'Bought' },
          { key: 'quantity', label: 'Quantity', numeric: true },
          { key: 'added', label: 'Loss added', numeric: true },
          { key: 'cost', label: 'Tax basis', numeric: true },
          { key: 'held', label: 'Held since' },
        ]}
        rows={lots.map((lot) => ({
          key: lot.key,
          cells: {
            acquired: dayText(lot.acquired),
            quantity: figure(lot.quantity),
            added: money(lot.added, 'USD'),
            cost: money(lot.costForTax, 'USD'),
            held: dayText(lot.heldFrom),
          },
        }))}
      />
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="tabular truncate font-medium" title={value}>
        {value}
      </dd>
    </div>
  );
}

const SOURCES: Readonly<Record<SecurityPrice['source'], string>> = {
  manual: 'entered',
  import: 'from a file',
  bank: 'from the bank',
  example: 'example',
};

function Prices({ security }: { security: Security }) {
  const { canEdit, today } = useFinance();
  const refresh = useRefresh();
  const params = { id: security.id };
  const { items, hasMore, loadingMore, more } = usePages(securities.prices, { params, query: { limit: 20 } });
  const form = useContractForm(NewPrice, {
    defaultValues: { day: today, price: '' },
    failure: 'The price could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(securities.setPrice, { params, body });
      await refresh();
      form.methods.reset({ day: today, price: '' });
    },
  });
  const remove = async ({ day, price }: SecurityPrice) => {
    try {
      await call(securities.removePrice, { params: { ...params, day } });
      await refresh();
      offerUndo({
        title: 'Price deleted',
        undo: async () => {
          await call(securities.setPrice, { params, body: { day, price } });
          await refresh();
        },
      });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t delete the price', description: messageFor(failure, 'Try again.') });
    }
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">Prices</h3>
      {canEdit && (
        <Form form={form} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <FormField<NewPrice> name="day" label="Date" type="date" />
          <FormField<NewPrice>
            name="price"
            label={`Price in ${security.currency}`}
            inputMode="decimal"
            autoComplete="off"
          />
          <Button type="submit" loading={form.saving}>
            Save
          </Button>
        </Form>
      )}
      {items.length === 0 && <p className="text-sm text-muted">No price yet. The last trade price is used.</p>}
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.day} className="flex items-center gap-3 py-1 text-sm">
            <span className="flex-1">{dayText(one.day)}</span>
            <Badge>{SOURCES[one.source]}</Badge>
            <span className="tabular w-28 text-right">{money(one.price, security.currency)}</span>
            {canEdit && (
              <IconButton
                size="sm"
                label={`Delete the price for ${dayText(one.day)}`}
                icon={<Trash2 />}
                onClick={() => void remove(one)}
              />
            )}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} label="Earlier prices" />
    </section>
  );
}
