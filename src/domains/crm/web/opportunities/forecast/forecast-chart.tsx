import { monthStart } from '../../../../../kernel/days.ts';
import { BarChart, type Series } from '../../../../../web/charts/index.ts';
import { useGo } from '../../../../../web/router/link.tsx';
import type { Forecast } from '../../../contract/forecast.ts';
import { useOwners } from '../../../../../records/web/choices.ts';
import { wholeMoney } from '../../../../../records/web/format.ts';
import { listBehind } from './forecast-records.ts';
import { chartSeries } from './chart-series.ts';
import { type Measure, MEASURES } from './measures.ts';

interface ForecastChartProps {
  forecast: Forecast;
  /** Bars of a month: won, commit, and weighted side by side, or people stacked. */
  bars: 'figures' | 'owners';
  measure: Measure;
  pipelineId: string | undefined;
}

const short = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** The forecast's months as bars; each opens the opportunities behind it. The table beneath says the same exactly. */
export default function ForecastChart({ forecast, bars, measure, pipelineId }: ForecastChartProps) {
  const go = useGo();
  const { nameOf } = useOwners();
  const { months, currency } = forecast;
  const series: Series[] = chartSeries(forecast, bars, measure, nameOf);
  const compact = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return (
    <BarChart
      label={bars === 'owners' ? `${MEASURES[measure].label} by month and owner` : 'Won, commit, and weighted by month'}
      categories={months.map((month) => short.format(new Date(`${month}T00:00:00Z`)))}
      series={series}
      stacked={bars === 'owners'}
      format={(value, isShort) => (isShort ? compact.format(value) : wholeMoney(value.toFixed(2), currency))}
      onSelect={(i) =>
        void go('/opportunities', {
          search: listBehind({ pipelineId, span: { from: months[i]!, until: monthStart(months[i]!, 1) } }),
        })
      }
    />
  );
}
