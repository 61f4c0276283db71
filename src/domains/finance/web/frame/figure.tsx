import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import type { RawSearch } from '../../../../web/router/page.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Popover } from '../../../../web/ui/popover.tsx';

interface FigureProps {
  label: string;
  /** As it is written for people: "$12,500.00". */
  value: string;
  /** Where the rows behind it are: a page and its search. */
  to?: string;
  search?: RawSearch;
  /** A comparison or explanation. */
  note?: ReactNode;
  tone?: 'good' | 'bad';
  /** Its definition, opened beside the label. */
  how?: string;
}

function HowCalculated({ figure, text }: { figure: string; text: string }) {
  return (
    <Popover
      label={`How ${figure} is calculated`}
      align="end"
      className="p-3 text-sm"
      trigger={
        <button
          type="button"
          aria-label={`How ${figure} is calculated`}
          className="-my-1 -mr-1.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <Info size={14} aria-hidden="true" />
        </button>
      }
    >
      <div className="w-72 max-w-full">
        <h3 className="font-medium">How this is calculated</h3>
        <p className="mt-1 text-pretty text-muted">{text}</p>
      </div>
    </Popover>
  );
}

/** A figure that opens the rows behind it. Stands in a `dl` with {@link FIGURES}. */
export function Figure({ label, value, to, search, note, tone, how }: FigureProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      <dt className="flex items-start justify-between gap-1 text-xs text-muted">
        <span className="line-clamp-2 text-pretty" title={label}>
          {label}
        </span>
        {how && <HowCalculated figure={label} text={how} />}
      </dt>
      <dd className="mt-0.5">
        <span
          className={cx(
            'tabular block truncate text-lg font-semibold',
            tone === 'good' && 'text-success-ink',
            tone === 'bad' && 'text-danger-ink',
          )}
          title={value}
        >
          {to ? (
            <Link
              to={to}
              search={search}
              className="inline-block max-w-full min-h-6 min-w-6 truncate align-bottom underline-offset-4 hover:underline"
            >
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {note && <span className="mt-0.5 block text-xs text-pretty wrap-anywhere text-muted">{note}</span>}
      </dd>
    </div>
  );
}

/**
 * Class of the list that figures stand in: two, four, or of six three beside each other, so that no row is left half
 * empty.
 */
export const FIGURES =
  'grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 lg:grid-cols-4 lg:[&:has(>:last-child:nth-child(6))]:grid-cols-3 2xl:[&:has(>:last-child:nth-child(6))]:grid-cols-6';
