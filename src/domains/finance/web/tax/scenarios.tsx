import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Scale from 'lucide-react/icons/scale';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { BarChart } from '../../../../web/charts/index.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money, shortMoney, signedMoney } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { TaxProfile } from '../../contract/tax.ts';
import { type TaxScenario, taxScenarios } from '../../contract/tax-scenarios.ts';
import { ChartWithTable, FigureTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { MoveList } from './move-list.tsx';
import { Waiting } from './tax-part.tsx';
import { FOLLOWS } from './use-tax.ts';
import { PLAN_LABELS } from './labels.ts';

const ScenarioDialog = lazy(() => import('./scenario-dialog.tsx'));

/** Saved scenarios side by side, against the year as it is. */
export default function Scenarios({ profile, year }: { profile: TaxProfile; year: number }) {
  const { canEdit, linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(taxScenarios.list, { params: { id: profile.id, year } }),
    meta: { follows: FOLLOWS },
  });
  const [open, setOpen] = useState<{ scenario?: TaxScenario }>();
  if (profile.kind !== 'person')
    return (
      <p className="py-10 text-center text-sm text-muted">
        Scenarios are available for individuals. Choose an owner’s profile.
      </p>
    );
  if (error && !data) return <Failure error={error} what="Scenarios" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { items, baseline, limits } = data;
  const best = items.toSorted((a, b) => Number(b.figures.saving) - Number(a.figures.saving))[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <dl className={FIGURES}>
        <Figure
          label={`Current ${year} tax`}
          value={money(baseline.now.total, 'USD')}
          to="/tax-management"
          search={{ ...linkSearch, profile: profile.id, year: String(year) }}
          note={`${baseline.marginalRatePercent}% marginal rate`}
        />
        <Figure
          label="Best scenario saves"
          value={best ? money(best.figures.saving, 'USD') : '—'}
          tone={best && Number(best.figures.saving) > 0 ? 'good' : undefined}
          note={best?.name}
        />
        <Figure
          label="Self-employment profit"
          value={money(data.profit, 'USD')}
          to="/tax-management"
          search={{ ...linkSearch, tab: 'figures', profile: profile.id, year: String(year) }}
        />
        <Figure
          label="Years included"
          value={baseline.next ? `${year} and ${year + 1}` : String(year)}
          note={baseline.next ? `${year + 1} is assumed to be similar` : `No tax tables for ${year + 1} yet`}
        />
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">Scenarios do not change your books.</p>
        {canEdit && (
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen({})}>
            New scenario
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState icon={<Scale />} title="No scenarios yet">
          Compare entity types, contributions, losses, purchases, and timing. Each step shows its savings, the rule it
          relies on, and its limits.
        </EmptyState>
      ) : (
        <>
          <Comparison items={items} baseline={baseline} year={year} />
          <ul className="grid gap-4 lg:grid-cols-2">
            {items.map((one) => (
              <Row key={one.id} scenario={one} onOpen={canEdit ? () => setOpen({ scenario: one }) : undefined} />
            ))}
          </ul>
        </>
      )}
      <Card>
        <CardHeader
          title={`Contribution limits ${year}`}
          description="For this profile’s income, age, and plans. Contributions already made count against the limits"
        />
        <CardBody>
          <FigureTable
            label="Contribution limits"
            columns={[
              { key: 'plan', label: 'Account' },
              { key: 'most', label: 'Limit', numeric: true },
              { key: 'basis', label: 'Rule' },
            ]}
            rows={limits.map((one) => ({
              key: one.plan,
              cells: { plan: PLAN_LABELS[one.plan], most: money(one.most, 'USD'), basis: one.basis },
            }))}
          />
        </CardBody>
      </Card>
      {open && (
        <Suspense fallback={null}>
          <ScenarioDialog profile={profile} year={year} scenario={open.scenario} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function Comparison({
  items,
  baseline,
  year,
}: {
  items: readonly TaxScenario[];
  baseline: TaxScenario['figures'];
  year: number;
}) {
  const all = [{ id: 'base', name: 'Current', figures: baseline }, ...items];
  const total = ({ figures }: { figures: TaxScenario['figures'] }): number =>
    Number(figures.now.total) + Number(figures.next?.total ?? 0);
  const columns = [
    ['personal', 'Return'],
    ['payroll', 'Payroll'],
    ['corporate', 'Corporation'],
    ['costs', 'Running costs'],
  ] as const;
  return (
    <ChartWithTable
      title="Comparison"
      note={baseline.next ? `Taxes and costs of ${year} and ${year + 1}` : `Taxes and costs of ${year}`}
      fileName={`scenarios-${year}`}
      open
      columns={[
        { key: 'name', label: 'Scenario' },
        ...columns.map(([key, label]) => ({ key, label: `${label} ${year}`, numeric: true })),
        ...(baseline.next ? [{ key: 'next', label: String(year + 1), numeric: true }] : []),
        { key: 'saving', label: 'Saves', numeric: true },
      ]}
      rows={all.map((one) => ({
        key: one.id,
        cells: {
          name: one.name,
          ...Object.fromEntries(columns.map(([key]) => [key, money(one.figures.now[key], 'USD')])),
          next: one.figures.next ? money(one.figures.next.total, 'USD') : '',
          saving: signedMoney(one.figures.saving, 'USD'),
        },
        raw: {
          ...Object.fromEntries(columns.map(([key]) => [key, one.figures.now[key]])),
          next: one.figures.next?.total ?? '',
          saving: one.figures.saving,
        },
      }))}
    >
      <BarChart
        named
        label="Taxes and costs of each scenario"
        height={180}
        categories={all.map((one) => one.name)}
        format={(value, short) => (short ? shortMoney(value, 'USD') : money(String(value), 'USD'))}
        series={[{ key: 'total', label: 'Total', values: all.map(total) }]}
      />
    </ChartWithTable>
  );
}

function Row({ scenario: one, onOpen }: { scenario: TaxScenario; onOpen: (() => void) | undefined }) {
  return (
    <li data-testid="row" className="min-w-0">
      <Card className="h-full">
        <CardHeader
          title={one.name}
          description={one.notes || undefined}
          actions={
            <>
              <span className="tabular text-lg font-semibold">{signedMoney(one.figures.saving, 'USD')}</span>
              {onOpen && <IconButton label={`Edit ${one.name}`} icon={<Pencil />} onClick={onOpen} />}
            </>
          }
        />
        <CardBody>
          <MoveList moves={one.moves} figures={one.figures} />
        </CardBody>
      </Card>
    </li>
  );
}
