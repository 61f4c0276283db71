import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { read } from '../../../../web/api/request.ts';
import { BarChart, LineChart } from '../../../../web/charts/index.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, dateFormat } from '../../../../web/ui/format.ts';
import { Select } from '../../../../web/ui/select.tsx';
import { SCROLLABLE } from '../../../../web/ui/scroll-by-keys.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { models, type ModelUsage } from '../../contract.ts';
import { type ModelSearch, SPANS } from './search.ts';
import { dollars, duration, PURPOSE_WORDS, tokens } from './labels.ts';

interface UsageTabProps {
  days: ModelSearch['days'];
  onDays: (days: ModelSearch['days']) => void;
}

/** Spending, speed, and failures. */
export default function UsageTab({ days, onDays }: UsageTabProps) {
  const { data: usage, error, refetch } = useQuery(read(models.usage, { query: { days } }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2">
      <Select
        aria-label="Span"
        className="w-40"
        value={days}
        onChange={(event) => onDays(SPANS.find((one) => one === event.target.value) ?? '30')}
        options={SPANS.map((value) => ({ value, label: `Last ${value} days` }))}
      />
      {error && !usage && <Failure error={error} what="The usage" onRetry={() => void refetch()} />}
      {!usage && !error && <Skeleton className="h-64 w-full" />}
      {usage?.total.calls === 0 && (
        <EmptyState icon={<ChartNoAxesColumn />} title="No model was called in this span">
          Costs, tokens, and speed appear here after the first question.
        </EmptyState>
      )}
      {usage && usage.total.calls > 0 && <Usage usage={usage} />}
    </div>
  );
}

const shortDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

function Usage({ usage: { total, days, models: byModel, purposes, workspaces } }: { usage: ModelUsage }) {
  const categories = days.map(({ day }) => shortDay.format(new Date(`${day}T00:00:00Z`)));
  const hasCost = Number(total.cost) > 0;
  const of = (key: string, label: string, value: (day: ModelUsage['days'][number]) => number | null) => ({
    key,
    label,
    values: days.map(value),
  });
  return (
    <>
      <div>
        <p className="tabular text-3xl font-semibold">
          {hasCost ? dollars(total.cost) : tokens(total.inputTokens + total.outputTokens)}
        </p>
        <p className="text-sm text-muted">
          {hasCost ? `${tokens(total.inputTokens + total.outputTokens)} tokens in ` : 'tokens in '}
          {counted(total.calls, 'call')} · {total.failures} failed
          {total.unpriced > 0 && ` · ${counted(total.unpriced, 'call')} without a price are not in the cost`}
        </p>
      </div>
      <Chart title={hasCost ? 'Cost by day' : 'Tokens by day'}>
        <BarChart
          label={hasCost ? 'Cost by day' : 'Tokens by day'}
          categories={categories}
          series={[
            hasCost
              ? of('cost', 'Cost', ({ cost }) => Number(cost))
              : of('tokens', 'Tokens', ({ inputTokens, outputTokens }) => inputTokens + outputTokens),
          ]}
          format={(value) => (hasCost ? dollars(value) : tokens(value))}
        />
      </Chart>
      <Chart title="Time until the first words">
        <LineChart
          label="Time until the first words"
          categories={categories}
          series={[
            of('median', 'Half of the calls', ({ medianFirst }) => medianFirst),
            of('p95', '95% of the calls', ({ p95First }) => p95First),
          ]}
          format={(value) => duration(Math.round(value))}
        />
      </Chart>
      <Chart title="Calls by day">
        <BarChart
          label="Calls by day"
          categories={categories}
          stacked
          series={[
            of('done', 'Answered', ({ calls, failures }) => calls - failures),
            of('failed', 'Failed', ({ failures }) => failures),
          ]}
          format={(value) => tokens(value)}
        />
      </Chart>
      <Breakdown title="By model" rows={byModel} />
      <Breakdown
        title="By purpose"
        rows={purposes.map((row) => ({
          ...row,
          name: PURPOSE_WORDS[row.name as keyof typeof PURPOSE_WORDS]?.label ?? row.name,
        }))}
      />
      <Breakdown title="By workspace" rows={workspaces} />
    </>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

type BreakdownRow = ModelUsage['purposes'][number] & { medianFirst?: number | null; medianTotal?: number | null };

function Breakdown({ title, rows }: { title: string; rows: readonly BreakdownRow[] }) {
  const hasSpeed = rows.some(({ medianTotal }) => medianTotal !== undefined);
  return (
    <section aria-label={title} className="overflow-x-auto" {...SCROLLABLE}>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      <table className="tabular w-full text-sm">
        <thead>
          <tr className="border-y border-line text-xs text-muted [&_th]:py-1.5 [&_th]:pl-4 [&_th]:text-right [&_th]:font-medium">
            <th className="pl-0! text-left!">Name</th>
            <th>Calls</th>
            <th>Failed</th>
            <th>Input</th>
            <th>Output</th>
            {hasSpeed && <th>First words</th>}
            {hasSpeed && <th>Whole reply</th>}
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.name}
              data-testid="row"
              className="border-b border-line [&_td]:py-1.5 [&_td]:pl-4 [&_td]:text-right"
            >
              <td className="pl-0! text-left! font-medium">{row.name}</td>
              <td>{tokens(row.calls)}</td>
              <td>{tokens(row.failures)}</td>
              <td>{tokens(row.inputTokens)}</td>
              <td>{tokens(row.outputTokens)}</td>
              {hasSpeed && <td>{duration(row.medianFirst ?? null)}</td>}
              {hasSpeed && <td>{duration(row.medianTotal ?? null)}</td>}
              <td>{Number(row.cost) > 0 ? dollars(row.cost) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
