import { BarChart, LineChart, type Series } from '../../../../web/charts/index.ts';
import type { Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { daysOf } from './search.ts';
import { categoryText, cellText, chartText } from './labels.ts';

interface ReportChartProps {
  section: Section;
  currency: string;
  onOpen: (row: number) => void;
  /** Asks the report again for the days of some rows beside each other. */
  onNarrow?: (days: DaySpan) => void;
  /** The report's own days. */
  period?: DaySpan;
}

/** Draws a section as it wants to be drawn; nothing where the table says it all. */
export function ReportChart({ section, currency, onOpen, onNarrow, period }: ReportChartProps) {
  const { chart, rows, columns, title } = section;
  if (!chart || rows.length === 0 || chart.kind === 'heat') return null;
  const category = columns.find((column) => column.key === chart.category);
  const drawn = columns.filter((column) => chart.series.includes(column.key));
  const unit = drawn[0]?.unit ?? 'count';
  if (chart.kind === 'funnel') return <Funnel section={section} series={chart.series[0]!} category={chart.category} />;
  const props = {
    label: title,
    named: category?.unit === 'text',
    categories: rows.map((row) => categoryText(row.cells[chart.category] ?? null, category?.unit ?? 'text')),
    series: drawn.map((column): Series => ({
      key: column.key,
      label: column.label,
      values: rows.map((row) =>
        row.cells[column.key] === null || row.cells[column.key] === undefined ? null : Number(row.cells[column.key]),
      ),
    })),
    format: (value: number, short?: boolean) => chartText(value, unit, currency, short),
    ...(rows.some((row) => row.behind) ? { onSelect: onOpen } : {}),
    ...(onNarrow && period && (category?.unit === 'month' || category?.unit === 'day')
      ? {
          onRange: (first: number, last: number) =>
            onNarrow(
              daysOf(
                rows.map((row) => String(row.cells[chart.category])),
                first,
                last,
                period,
              ),
            ),
        }
      : {}),
  };
  return chart.kind === 'lines' ? <LineChart {...props} /> : <BarChart {...props} stacked={chart.kind === 'stacked'} />;
}

/** Stages under each other, each as wide as what came to it. The table beneath says the same in figures. */
function Funnel({
  section: { rows, title },
  series,
  category,
}: {
  section: Section;
  series: string;
  category: string;
}) {
  const most = Math.max(1, ...rows.map((row) => Number(row.cells[series] ?? 0)));
  return (
    <figure aria-label={title} className="m-0 grid gap-1.5">
      {rows.map((row) => {
        const value = Number(row.cells[series] ?? 0);
        const name = String(row.cells[category] ?? '');
        return (
          <div key={name} className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_3.5rem] items-center gap-3 text-sm">
            <span className="truncate" title={name}>
              {name}
            </span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-6 w-full">
              <rect x="0" width={(value / most) * 100} height="8" className="fill-chart-1" />
            </svg>
            <span className="tabular text-right text-muted">{cellText(value, 'count', '')}</span>
          </div>
        );
      })}
    </figure>
  );
}
