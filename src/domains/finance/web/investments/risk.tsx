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
              ? `Based on ${risk.days.toLocaleString()} daily returns, ${dayText(risk.from)} to ${dayText(risk.to)}, with 252 trading days per year.`
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
        Annualized standard deviation of daily returns. About two out of three years fall within this range of the
        average.
      </Measure>
      <Measure name="Largest drawdown" value={fall && fall.depth < 0 ? percent(fall.depth) : 'None'}>
        {fall?.peak && fall.trough
          ? `From ${dayText(fall.peak)} to ${dayText(fall.trough)}; ${fall.recovered ? `recovered by ${dayText(fall.recovered)}` : 'not recovered yet'}.`
          : 'The value never fell below an earlier peak.'}
      </Measure>
      <Measure name="Annualized return" value={percent(risk.annualReturn, { sign: true })}>
        Geometric mean of the time-weighted daily returns.
      </Measure>
      <Measure name="Sharpe ratio" value={ratio(risk.sharpe)}>
        Mean return above the risk-free {risk.riskFreePercent} % per unit of volatility.
      </Measure>
      <Measure name="Sortino ratio" value={ratio(risk.sortino)}>
        Like Sharpe, but counts only downside deviation.
      </Measure>
      <Measure name="Value at risk (1 day, 95%)" value={risk.valueAtRisk === null ? '—' : percent(risk.valueAtRisk)}>
        {risk.valueAtRiskAmount === null
          ? ''
          : `On 95% of days, losses did not exceed ${money(risk.valueAtRiskAmount, currency)} at the current value. `}
        {risk.expectedShortfall !== null && `On other days, the average loss was ${percent(risk.expectedShortfall)}.`}
      </Measure>
      {risk.benchmark ? (
        <>
          <Measure name="Beta" value={ratio(risk.benchmark.beta)}>
            {risk.benchmark.beta === null
              ? `Not enough prices for ${risk.benchmark.name} in this period.`
              : `Expected portfolio move, in percent, when ${risk.benchmark.name} moves 1%.`}
          </Measure>
          <Measure name="Alpha" value={percent(risk.benchmark.alpha, { sign: true })}>
            Annual return not explained by {risk.benchmark.name} .
          </Measure>
          <Measure
            name="R² and tracking error"
            value={`${ratio(risk.benchmark.rSquared)}, ${percent(risk.benchmark.trackingError)}`}
          >
            Share of movement explained by the benchmark, and annual deviation from it.
          </Measure>
        </>
      ) : (
        <Measure name="Beta" value="—">
          Choose a benchmark to see how the portfolio compares.
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
