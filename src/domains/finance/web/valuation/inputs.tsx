import Pencil from 'lucide-react/icons/pencil';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../../web/api/request.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { money } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import { type Valuation, valuations } from '../../contract/valuations.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import type { Part } from './part-dialog.tsx';
import { useRefresh, useValuationSearch } from './use-valuations.ts';

const PartDialog = lazy(() => import('./part-dialog.tsx'));
const FIGURE_NAMES = { revenue: 'revenue', ebitda: 'EBITDA', sde: 'SDE' } as const;

/** Every input, where it comes from, and the way to change it. */
export default function Inputs({ valuation }: { valuation: Valuation }) {
  const { canEdit } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useValuationSearch();
  const [open, setOpen] = useState<Part>();
  const { inputs, id, name } = valuation;
  const { business, dcf, multiples, sde, assets, currency } = inputs;
  const usd = (amount: string): string => money(amount, currency);
  const remove = () =>
    attempt('Couldn’t delete the valuation', async () => {
      await call(valuations.remove, { params: { id } });
      setSearch({ valuation: '' });
      await refresh();
      offerUndo({
        title: `${name} deleted`,
        undo: async () => {
          await call(valuations.restore, { params: { id } });
          await refresh();
        },
      });
    });
  const change = (part: Part, label: string) =>
    canEdit && <IconButton label={`Edit ${label}`} icon={<Pencil />} onClick={() => setOpen(part)} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {canEdit && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="link" onClick={() => void remove()}>
            Delete
          </Button>
          <Button onClick={() => setOpen('about')}>Name and notes</Button>
        </div>
      )}
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <InputCard
          title="Business financials"
          note={
            <>
              <DayText value={business.from} /> to <DayText value={business.to} />
              {business.source && `. From: ${business.source}`}
            </>
          }
          action={change('business', 'the business financials')}
          rows={[
            ['Revenue', usd(business.revenue)],
            ['Profit before tax', usd(business.profitBeforeTax)],
            ['Interest', usd(business.interest)],
            ['Depreciation', usd(business.depreciation)],
            ...business.adjustments.map((one): [string, string] => [`Adjustment: ${one.label}`, usd(one.amount)]),
            ['One owner’s compensation', usd(business.ownerPay)],
            ['Net debt', usd(business.netDebt)],
          ]}
        />
        <InputCard
          title="Discounted cash flow"
          note={`Weight ${dcf.weight}. ${dcf.source ?? ''}`}
          action={change('dcf', 'the cash flows')}
          rows={[
            ...dcf.flows.map((flow, i): [string, string] => [`Free cash flow, year ${i + 1}`, usd(flow)]),
            ['Discount rate', `${dcf.ratePercent}%`],
            dcf.terminal === 'growth'
              ? ['Terminal growth', `${dcf.growthPercent}%`]
              : ['Exit value', `${dcf.multiple} times ${usd(dcf.multipleOf)}`],
            ['Cash flow timing', dcf.midYear ? 'Mid-year' : 'End of year'],
          ]}
        />
        <InputCard
          title="Comparable sales"
          note={`Weight ${multiples.weight}. Multiples with their sources`}
          action={change('multiples', 'the comparables')}
          rows={multiples.comparables.map((one): [string, string] => [
            `${one.name}${one.source ? ` (${one.source})` : ''}`,
            `${one.multiple} × ${FIGURE_NAMES[one.figure]}`,
          ])}
          empty="No comparables yet. Market data is not included; add multiples from a source you trust."
        />
        <InputCard
          title="Seller’s discretionary earnings"
          note={`Weight ${sde.weight}. ${sde.source ?? ''}`}
          action={change('sde', 'the SDE multiples')}
          rows={
            Number(sde.high) === 0
              ? []
              : [
                  ['Low', `${sde.low} ×`],
                  ['Mid', `${sde.mid} ×`],
                  ['High', `${sde.high} ×`],
                ]
          }
          empty="No multiples yet"
        />
        <InputCard
          title="Assets and debts"
          note={`Weight ${assets.weight}. At market value, or book value if none is entered`}
          action={change('assets', 'assets and debts')}
          rows={assets.items.map((one): [string, string] => [
            one.owed ? `${one.label} (owed)` : one.label,
            usd(one.marketValue || one.bookValue),
          ])}
          empty="None yet"
        />
      </div>
      {open && (
        <Suspense fallback={null}>
          <PartDialog part={open} valuation={valuation} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function InputCard({
  title,
  note,
  action,
  rows,
  empty,
}: {
  title: string;
  note: ReactNode;
  action: ReactNode;
  rows: readonly [string, string][];
  empty?: string;
}) {
  return (
    <Card className="min-w-0">
      <CardHeader title={title} description={note} actions={action} />
      <CardBody>
        {rows.length === 0 ? (
          <p className="py-2 text-sm text-muted">{empty}</p>
        ) : (
          <dl className="divide-y divide-line text-sm">
            {rows.map(([label, value]) => (
              <div key={label} className="flex items-baseline gap-3 py-1.5">
                <dt className="min-w-0 flex-1">{label}</dt>
                <dd className="tabular text-right font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </CardBody>
    </Card>
  );
}
