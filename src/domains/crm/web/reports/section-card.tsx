import { Link, useGo } from '../../../../web/router/link.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { ReportChart } from './report-chart.tsx';
import { cellText } from './labels.ts';

/** Steps of a color behind percentages; what lies behind stays readable in both themes. */
const HEAT = ['', 'bg-chart-1/8', 'bg-chart-1/16', 'bg-chart-1/24', 'bg-chart-1/32', 'bg-chart-1/40'] as const;
const heatOf = (percent: number) => HEAT[Math.min(HEAT.length - 1, Math.ceil(percent / 12))]!;

interface SectionCardProps {
  section: Section;
  currency: string;
  /** The report's days, and what asks it again for some of them. */
  period: DaySpan;
  onNarrow: (days: DaySpan) => void;
}

/**
 * One part of a report: the chart, and beneath it the figures that it is drawn from. A row opens the list behind it.
 */
export function SectionCard({ section, currency, period, onNarrow }: SectionCardProps) {
  const go = useGo();
  const { title, note, columns, rows, chart } = section;
  // A table of months beside each other is to be seen whole.
  const side = chart?.kind === 'heat' ? 'px-1.5' : 'px-2';
  const open = (row: number) => {
    const behind = rows[row]?.behind;
    if (behind) void go(behind.path, { search: { filter: behind.filter } });
  };
  return (
    <Card>
      <CardHeader title={title} description={note} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {rows.length === 0 ? (
          <p className="text-sm text-muted">No data for this period.</p>
        ) : (
          <>
            <ReportChart section={section} currency={currency} onOpen={open} period={period} onNarrow={onNarrow} />
            <div tabIndex={0} role="group" aria-label={`${title}, table`} className="relative overflow-x-auto">
              <table className="w-full text-sm">
                <thead>
                  <tr className="border-b border-line text-left text-xs text-muted">
                    {columns.map(({ key, label, unit }) => (
                      <th
                        key={key}
                        scope="col"
                        className={cx(
                          side,
                          'py-1.5 font-medium whitespace-nowrap first:pl-0',
                          unit !== 'text' && unit !== 'month' && unit !== 'day' && 'text-right',
                        )}
                      >
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row, i) => (
                    <tr
                      key={`${row.cells[columns[0]!.key]}-${i}`}
                      data-testid="row"
                      className="border-b border-line last:border-0"
                    >
                      {columns.map(({ key, unit }, place) => {
                        const value = row.cells[key] ?? null;
                        const shown = cellText(value, unit, currency);
                        const isName = unit === 'text' || unit === 'month' || unit === 'day';
                        if (place === 0) {
                          return (
                            <th key={key} scope="row" className="py-1.5 pr-2 text-left font-normal whitespace-nowrap">
                              {row.behind ? (
                                <Link
                                  to={row.behind.path}
                                  search={{ filter: row.behind.filter }}
                                  className="text-accent-ink underline-offset-2 hover:underline"
                                >
                                  {shown}
                                </Link>
                              ) : (
                                shown
                              )}
                            </th>
                          );
                        }
                        const behind = row.behindCells?.[key];
                        return (
                          <td
                            key={key}
                            className={cx(
                              side,
                              'py-1.5 whitespace-nowrap',
                              !isName && 'tabular text-right',
                              value === null && 'text-faint',
                              chart?.kind === 'heat' &&
                                chart.series.includes(key) &&
                                typeof value === 'number' &&
                                heatOf(value),
                            )}
                          >
                            {behind && value !== null ? (
                              <Link
                                to={behind.path}
                                search={{ filter: behind.filter }}
                                className="underline-offset-2 hover:underline"
                              >
                                {shown}
                              </Link>
                            ) : (
                              shown
                            )}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </CardBody>
    </Card>
  );
}
