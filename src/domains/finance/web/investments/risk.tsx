import Settings2 from 'lucide-react/icons/settings-2';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Analytics } from '../../contract/portfolio.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useAnalytics } from './use-analytics.ts';
import { dayText, percent, ratio } from './labels.ts';

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));

/** How much the portfolio moves, and with what. */
export default function Risk() {
  const { period, canEdit } = useFinance();
  const { data, error, refetch } = useAnalytics({ from: period.from ?? undefined, to: period.to });
  const [setting, setSetting] = useState(false);
  if (error && !data) return <Failure error={error} what="Risk" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const { risk } = data;
  return (
    <>
      <Card>
        <CardHeader
          title="Risk"
          description={
            risk.from && risk.to && !risk.reason
              ? `From ${risk.days.toLocaleString()} daily returns, ${dayText(risk.from)} to ${dayText(risk.to)}; a year has 252 of them.`
              : undefined
          }
          actions={
            canEdit && (
              <Button size="sm" icon={<Settings2 />} onClick={() => setSetting(true)}>
                Benchmark and risk-free rate
              </Button>
            )
          }
        />
        <CardBody>
          {risk.reason ? (
            <p className="py-8 text-center text-sm text-muted">{risk.reason}</p>
          ) : (
            <Figures risk={risk} currency={data.currency} />
          )}
        </CardBody>
      </Card>
      {setting && (
        <Suspense fallback={null}>
          <SettingsDialog onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Figures({ risk, currency }: { risk: Analytics['risk']; currency: string }) {
  const fall = risk.maxDrawdown;
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Measure name="Volatility" value={percent(risk.volatility)}>
        Deviation of daily returns, as of a year. Two years in three end within that much of the mean.
      </Measure>
      <Measure name="Largest drawdown" value={fall && fall.depth < 0 ? percent(fall.depth) : 'None'}>
        {fall?.peak && fall.trough
          ? `From ${dayText(fall.peak)} to ${dayText(fall.trough)}; ${fall.recovered ? `made good by ${dayText(fall.recovered)}` : 'not made good yet'}.`
          : 'It never stood below an earlier value.'}
      </Measure>
      <Measure name="Return a year" value={percent(risk.annualReturn, { sign: true })}>
        Geometric mean of the time-weighted daily returns.
      </Measure>
      <Measure name="Sharpe ratio" value={ratio(risk.sharpe)}>
        Mean return above the risk-free {risk.riskFreePercent} % for each unit of volatility.
      </Measure>
      <Measure name="Sortino ratio" value={ratio(risk.sortino)}>
        As Sharpe, but counting only deviations downwards.
      </Measure>
      <Measure name="Value at risk, a day, 95 %" value={risk.valueAtRisk === null ? '—' : percent(risk.valueAtRisk)}>
        {risk.valueAtRiskAmount === null
          ? ''
          : `On nineteen days in twenty no more than ${money(risk.valueAtRiskAmount, currency)} was lost, at the present value. `}
        {risk.expectedShortfall !== null && `On the others, ${percent(risk.expectedShortfall)} on average.`}
      </Measure>
      {risk.benchmark ? (
        <>
          <Measure name="Beta" value={ratio(risk.benchmark.beta)}>
            {risk.benchmark.beta === null
              ? `Too few prices of ${risk.benchmark.name} in this time.`
              : `When ${risk.benchmark.name} moves by 1 %, the portfolio moves by that many.`}
          </Measure>
          <Measure name="Alpha" value={percent(risk.benchmark.alpha, { sign: true })}>
            Return a year that {risk.benchmark.name} does not explain.
          </Measure>
          <Measure
            name="R² and tracking error"
            value={`${ratio(risk.benchmark.rSquared)}, ${percent(risk.benchmark.trackingError)}`}
          >
            How much of the movement the benchmark explains, and how far the two part in a year.
          </Measure>
        </>
      ) : (
        <Measure name="Beta" value="—">
          Choose a benchmark to see how the portfolio moves with it.
        </Measure>
      )}
    </dl>
  );
}

function Measure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-medium">{name}</dt>
      <dd>
        <span className="tabular text-xl font-semibold">{value}</span>
        <span className="mt-0.5 block text-xs text-muted">{children}</span>
      </dd>
    </div>
  );
}
