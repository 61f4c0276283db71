import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { counted, percent } from '../../../web/ui/format.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type FunnelFigures, funnels, type SplitResult } from '../contract.ts';
import { count } from './labels.ts';
import { sumText } from './sum-text.ts';

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
];

/** Where visitors of a funnel go on, and where they leave. */
export default function Results({ id }: { id: string }) {
  const [days, setDays] = useState('30');
  const { data, error, refetch } = useQuery(read(funnels.figures, { params: { id }, query: { days: Number(days) } }));
  return (
    <div className="page-frame max-w-5xl">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Results</h2>
        <Select
          aria-label="Period"
          className="w-44"
          value={days}
          options={PERIODS}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {error && !data && <Failure error={error} what="The figures" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data &&
        (data.visitors === 0 && data.leads === 0 && data.orders.paid + data.orders.test === 0 ? (
          <NoVisitors />
        ) : (
          <Figures data={data} />
        ))}
    </div>
  );
}

const NoVisitors = () => (
  <EmptyState title="No visitors in this period">
    Publish the funnel and share its address. Visitors are counted without cookies.
  </EmptyState>
);

function Figures({ data }: { data: FunnelFigures }) {
  const rate = data.visitors === 0 ? null : Math.min(1, data.leads / data.visitors);
  return (
    <div className="grid gap-8">
      <section aria-label="Overview" className="flex flex-wrap items-end gap-x-10 gap-y-3">
        <div>
          <p className="text-xs text-muted">Visitors who became leads</p>
          <p className="text-[28px] leading-tight font-semibold tabular-nums">{percent(rate)}</p>
        </div>
        <p className="text-sm text-muted">
          {count(data.leads)} {data.leads === 1 ? 'lead' : 'leads'} from {count(data.visitors)}{' '}
          {data.visitors === 1 ? 'visitor' : 'visitors'}
        </p>
        {data.orders.paid + data.orders.test > 0 && <Revenue orders={data.orders} />}
        <Days data={data} />
      </section>
      <StepTable data={data} />
      {data.steps.map((step) => step.split && <SplitTest key={step.stepId} name={step.name} result={step.split} />)}
      {data.campaigns.length > 0 && <Campaigns data={data} />}
      <p className="text-xs text-muted">
        Visitors are counted on the server, once per step and day, without cookies. Someone who changes their network or
        browser counts again. Programs that say what they are do not count.
      </p>
    </div>
  );
}

const Revenue = ({ orders: { paid, revenue, test, testRevenue } }: { orders: FunnelFigures['orders'] }) => (
  <div>
    {paid > 0 && (
      <>
        <p className="text-xs text-muted">Revenue</p>
        <p className="text-[28px] leading-tight font-semibold tabular-nums">{sumText(revenue)}</p>
        <p className="text-xs text-muted">{counted(paid, 'paid order')}. Refunds are deducted.</p>
      </>
    )}
    {test > 0 && <p className="text-sm text-muted">{sumText(testRevenue)} in test payments</p>}
  </div>
);

const WIDTH = 320;
const HEIGHT = 56;

/** Visitors by day as columns. */
function Days({ data: { days } }: { data: FunnelFigures }) {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  const step = WIDTH / days.length;
  return (
    <svg
      role="img"
      aria-label={`Visitors by day, at most ${count(most)}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-14 w-80 max-w-full"
    >
      {days.map(({ day, visitors }, n) => {
        const height = (visitors / most) * (HEIGHT - 2);
        return (
          <rect
            key={day}
            x={n * step}
            y={HEIGHT - height}
            width={Math.max(0.5, step * 0.8)}
            height={height}
            className="fill-accent"
          >
            <title>{`${day}: ${visitors}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function StepTable({ data: { steps } }: { data: FunnelFigures }) {
  const most = Math.max(1, ...steps.map(({ visitors }) => visitors));
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">Step by step</h3>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th className="py-2 font-medium">Step</th>
              <th className="w-1/3 py-2 font-medium max-sm:hidden">Share of the first step</th>
              <th className="py-2 text-right font-medium">Views</th>
              <th className="py-2 text-right font-medium">Visitors</th>
              <th className="py-2 text-right font-medium">Went on</th>
              <th className="py-2 text-right font-medium">Rate</th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {steps.map(({ stepId, name, views, visitors, conversions, rate }) => (
              <tr key={stepId} className="border-b border-line">
                <td className="py-2 pr-4">{name}</td>
                <td className="py-2 pr-6 max-sm:hidden">
                  <ProgressBar label={`Visitors of ${name}`} value={visitors} max={most} />
                </td>
                <td className="py-2 text-right">{count(views)}</td>
                <td className="py-2 text-right">{count(visitors)}</td>
                <td className="py-2 text-right">{count(conversions)}</td>
                <td className="py-2 text-right">{percent(rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What a split test has shown since it began, and whether it can be ended. */
function SplitTest({ name, result }: { name: string; result: SplitResult }) {
  const { a, b, share, winner } = result;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">Split test of “{name}”</h3>
      <table className="w-full max-w-xl text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th className="py-2 font-medium">Variant</th>
            <th className="py-2 text-right font-medium">Share</th>
            <th className="py-2 text-right font-medium">Visitors</th>
            <th className="py-2 text-right font-medium">Conversions</th>
            <th className="py-2 text-right font-medium">Rate</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {(
            [
              ['a', a, 1 - share],
              ['b', b, share],
            ] as const
          ).map(([half, { visitors, conversions, rate }, part]) => (
            <tr key={half} className="border-b border-line">
              <td className="py-2">
                Variant {half.toUpperCase()} {winner === half && <Badge tone="success">Winner</Badge>}
              </td>
              <td className="py-2 text-right">{percent(part)}</td>
              <td className="py-2 text-right">{count(visitors)}</td>
              <td className="py-2 text-right">{count(conversions)}</td>
              <td className="py-2 text-right">{percent(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-xl text-sm">{verdictOf(result)}</p>
      <p className="mt-1 max-w-xl text-xs text-muted">
        Counted since the test began. Look as often as you like: a test without a difference names a winner in at most
        5% of cases, however often you check.
      </p>
    </section>
  );
}

/** The result in words. */
function verdictOf({ winner, lift, a, b }: SplitResult): string {
  const worse = (rate: number) => (rate < 0 ? `${percent(-rate)} lower` : `${percent(rate)} higher`);
  const range = `between ${worse(lift.low)} and ${lift.high === null ? 'any amount higher' : worse(lift.high)}`;
  if (winner) {
    const other = winner === 'a' ? 'B' : 'A';
    return `Variant ${winner.toUpperCase()} converts better than variant ${other}. B’s rate is ${range} than A’s. You can end the test.`;
  }
  if (a.conversions + b.conversions === 0) return 'No conversions yet.';
  if (lift.high === null || lift.low < -0.9)
    return 'There are too few conversions to compare the variants. Keep the test running.';
  return `No difference is shown yet. B’s rate may be ${range} than A’s. Keep the test running.`;
}

function Campaigns({ data: { campaigns } }: { data: FunnelFigures }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">Leads by campaign</h3>
      <table className="w-full max-w-xl text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th className="py-2 font-medium">Source</th>
            <th className="py-2 font-medium">Campaign</th>
            <th className="py-2 text-right font-medium">Leads</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {campaigns.map(({ source, campaign, leads }) => (
            <tr key={`${source} ${campaign}`} className="border-b border-line">
              <td className="py-2">{source || 'Direct'}</td>
              <td className="py-2">{campaign || '–'}</td>
              <td className="py-2 text-right">{count(leads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
