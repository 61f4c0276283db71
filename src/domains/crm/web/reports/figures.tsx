import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Figure, Report } from '../../contract/reports.ts';
import { cellText, changeOf } from './labels.ts';

/**
 * The figures of a report, each with its change and the list behind it.
 * @param narrow they stand in a card, not across the page
 */
export function Figures({ report, narrow = false }: { report: Report; narrow?: boolean }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-3', !narrow && 'lg:grid-cols-4')}>
      {report.figures.map((figure) => (
        <FigureCard key={figure.key} figure={figure} currency={report.currency} compared={report.previous !== null} />
      ))}
    </dl>
  );
}

function FigureCard({ figure, currency, compared }: { figure: Figure; currency: string; compared: boolean }) {
  const change = changeOf(figure);
  const shown = cellText(figure.value, figure.unit, currency);
  const { behind } = figure;
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      <dt className="truncate text-xs text-muted" title={figure.label}>
        {figure.label}
      </dt>
      <dd className="mt-0.5">
        <span className="tabular block truncate text-lg font-semibold" title={shown}>
          {behind ? (
            <Link to={behind.path} search={{ filter: behind.filter }} className="underline-offset-4 hover:underline">
              {shown}
            </Link>
          ) : (
            shown
          )}
        </span>
        {compared && (
          <span className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-muted">
            {change && (
              <Badge tone={change.good === null ? 'neutral' : change.good ? 'success' : 'danger'}>{change.text}</Badge>
            )}
            {figure.previous !== null && (
              <span className="truncate">before {cellText(figure.previous, figure.unit, currency)}</span>
            )}
          </span>
        )}
      </dd>
    </div>
  );
}
