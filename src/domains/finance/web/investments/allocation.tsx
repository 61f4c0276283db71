import { useQuery } from '@tanstack/react-query';
import Target from 'lucide-react/icons/target';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { BarChart } from '../../../../web/charts/index.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money, signedMoney } from '../../../../web/ui/format.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type AllocationGroup, type Dimension, portfolio } from '../../contract/portfolio.ts';
import { ChartWithTable, FigureTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useAnalytics } from './use-analytics.ts';
import { FOLLOWS, useInvestmentsSearch, usePortfolioQuestion } from './use-portfolio.ts';
import { DIMENSION_LABELS, groupLabel, optionsOf, percent, ratio } from './labels.ts';

const TargetsDialog = lazy(() => import('./targets-dialog.tsx'));

/** The portfolio's allocation, its drift from the targets, and suggested trades. */
export default function Allocation() {
  const { data, error, refetch } = useAnalytics();
  const { canEdit } = useFinance();
  const [{ by }, setSearch] = useInvestmentsSearch();
  const [aiming, setAiming] = useState(false);
  if (error && !data) return <Failure error={error} what="Allocation" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const groups = data.allocation.find((one) => one.dimension === by)?.groups ?? [];
  const targeted = groups.some((group) => group.target !== null);
  const label = (group: AllocationGroup) => groupLabel(by, group.key, group.label);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ChartWithTable
        title={`By ${DIMENSION_LABELS[by].toLowerCase()}`}
        fileName={`allocation-${by}`}
        open
        empty="No holdings yet"
        note={
          by === 'sector' || by === 'region'
            ? 'Based on each security. Cash is excluded.'
            : `Includes cash.${data.concentration === null ? '' : ` Concentration (HHI): ${ratio(data.concentration)}, where 1 is a single holding.`}`
        }
        actions={
          <>
            <Select
              aria-label="Group by"
              className="w-30"
              options={optionsOf(DIMENSION_LABELS)}
              value={by}
              onChange={(event) => setSearch({ by: event.target.value as Dimension })}
            />
            {canEdit && groups.length > 0 && (
              <Button size="sm" icon={<Target />} onClick={() => setAiming(true)}>
                Targets
              </Button>
            )}
          </>
        }
        columns={[
          { key: 'group', label: DIMENSION_LABELS[by] },
          { key: 'value', label: 'Value', numeric: true },
          { key: 'weight', label: 'Weight', numeric: true },
          ...(targeted
            ? [
                { key: 'target', label: 'Target', numeric: true },
                { key: 'drift', label: 'Drift', numeric: true },
              ]
            : []),
        ]}
        rows={groups.map((group) => ({
          key: group.key,
          cells: {
            group: label(group),
            value: money(group.value, data.currency),
            weight: percent(Number(group.weight)),
            target: group.target === null ? '—' : percent(Number(group.target)),
            drift: group.drift === null ? '—' : percent(Number(group.drift), { sign: true }),
          },
          raw: {
            group: label(group),
            value: group.value,
            weight: group.weight,
            target: group.target ?? '',
            drift: group.drift ?? '',
          },
        }))}
      >
        <BarChart
          named
          label={`Weights by ${DIMENSION_LABELS[by].toLowerCase()}`}
          categories={groups.map(label)}
          format={(value) => percent(value)}
          height={200}
          series={[
            { key: 'weight', label: 'Weight', values: groups.map((group) => Number(group.weight)) },
            ...(targeted
              ? [
                  {
                    key: 'target',
                    label: 'Target',
                    values: groups.map((group) => (group.target === null ? null : Number(group.target))),
                  },
                ]
              : []),
          ]}
        />
      </ChartWithTable>
      {targeted && <Rebalancing dimension={by} />}
      {aiming && (
        <Suspense fallback={null}>
          <TargetsDialog dimension={by} groups={groups} onClose={() => setAiming(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Cash is neither bought nor sold. */
function tradeWord(dimension: Dimension, key: string, more: boolean): string {
  if (dimension === 'kind' && key === 'cash') return more ? 'Hold' : 'Spend';
  return more ? 'Buy' : 'Sell';
}

/** A suggestion and how it comes about; nothing is traded. */
function Rebalancing({ dimension }: { dimension: Dimension }) {
  const question = usePortfolioQuestion();
  const [cash, setCash] = useState('0');
  const [newMoneyOnly, setNewMoneyOnly] = useState(false);
  const amount = /^-?\d{1,15}(\.\d{1,8})?$/.test(cash.trim()) ? cash.trim() : '0';
  const { data, error, refetch } = useQuery({
    ...read(portfolio.rebalancing, {
      query: { ...question, dimension, cash: amount, newMoneyOnly: newMoneyOnly ? 'true' : 'false' },
    }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  return (
    <Card>
      <CardHeader
        title="Rebalance"
        description="Suggested trades to reach your targets. Taxes and trading costs are not included."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <Field
            label={`Amount to invest (${data?.currency ?? ''})`}
            hint="Use a negative amount to withdraw."
            className="w-44"
          >
            {(control) => (
              <Input {...control} inputMode="decimal" value={cash} onChange={(event) => setCash(event.target.value)} />
            )}
          </Field>
          <Checkbox
            label="Buy only, don’t sell"
            checked={newMoneyOnly}
            onChange={(event) => setNewMoneyOnly(event.target.checked)}
          />
        </div>
        {error && !data ? (
          <Failure error={error} what="Suggestion" onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-24 w-full" />
        ) : data.reason ? (
          <p className="text-sm text-muted">{data.reason}</p>
        ) : (
          <FigureTable
            label="Suggested trades"
            columns={[
              { key: 'group', label: DIMENSION_LABELS[dimension] },
              { key: 'now', label: 'Now', numeric: true },
              { key: 'target', label: 'Target', numeric: true },
              { key: 'drift', label: 'Drift', numeric: true },
              { key: 'trade', label: 'Buy or sell', numeric: true },
            ]}
            rows={data.trades.map((trade) => ({
              key: trade.key,
              cells: {
                group: groupLabel(dimension, trade.key, trade.label),
                now: money(trade.value, data.currency),
                target: percent(Number(trade.target)),
                drift: percent(Number(trade.drift), { sign: true }),
                trade:
                  Number(trade.amount) === 0
                    ? 'Nothing'
                    : `${tradeWord(dimension, trade.key, Number(trade.amount) > 0)} ${signedMoney(trade.amount, data.currency).replace(/^[+-]/, '')}`,
              },
            }))}
          />
        )}
      </CardBody>
    </Card>
  );
}
