import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import type { Filter } from '../../../../kernel/filter-terms.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { companies, type CompanySummary } from '../../contract/companies.ts';
import { counted, wholeMoney } from '../../../../records/web/format.ts';

const FRAME = 'grid grid-cols-2 gap-3 xl:grid-cols-4';

/** A company's figures, each linked to the rows behind it. */
export function CompanyFigures({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(companies.summary, { params: { id } }));
  if (!data && error) return <Failure error={error} what="Company figures" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={FRAME} aria-hidden="true">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} className="h-19 w-full rounded-lg" />
        ))}
      </div>
    );
  const { contacts, open, won, lost, planned, overdue, next, lastActivityAt } = data;
  const decided = won.count + lost;
  return (
    <section aria-label="Figures" className={FRAME}>
      <Figure
        label="Contacts"
        value={contacts.toLocaleString()}
        note={
          lastActivityAt ? (
            <>
              Last activity <RelativeTime value={lastActivityAt} />
            </>
          ) : (
            'No activity yet'
          )
        }
        to="/contacts"
        search={{ filter: of(id) }}
      />
      <Figure
        label="Open opportunities"
        value={worth(open)}
        note={open.count > 0 ? counted(open.count, 'opportunity', 'opportunities') : 'None open'}
        to="/opportunities"
        search={{ filter: of(id, 'open'), as: 'table' }}
      />
      <Figure
        label="Won"
        value={worth(won)}
        note={decided > 0 ? `${won.count.toLocaleString()} of ${decided.toLocaleString()} closed` : 'None closed yet'}
        to="/opportunities"
        search={{ filter: of(id, 'won'), as: 'table', sort: '-closedAt' }}
      />
      <Figure
        label="Scheduled activities"
        value={planned.toLocaleString()}
        alarming={overdue > 0}
        note={
          overdue > 0 ? (
            `${overdue.toLocaleString()} overdue`
          ) : next ? (
            <>
              Next: {next.subject}, <RelativeTime value={next.dueAt} />
            </>
          ) : (
            'Nothing due'
          )
        }
        to={`/companies/${id}`}
        search={{ tab: 'activities' }}
      />
    </section>
  );
}

/** The list's own filter: what belongs to the company, in this state. */
function of(id: string, state?: 'open' | 'won'): Filter {
  return {
    match: 'all',
    conditions: [
      { field: 'company', op: 'any_of', value: [id] },
      ...(state ? [{ field: 'state', op: 'any_of' as const, value: [state] }] : []),
    ],
  };
}

function worth({ amounts }: CompanySummary['open']): string {
  if (amounts.length === 0) return 'None';
  return amounts.map(({ amount, currency }) => wholeMoney(amount, currency)).join(' + ');
}

interface FigureProps {
  label: string;
  value: string;
  note: ReactNode;
  to: string;
  search: Record<string, unknown>;
  alarming?: boolean;
}

function Figure({ label, value, note, to, search, alarming }: FigureProps) {
  return (
    <Link
      to={to}
      search={search}
      className="hover-lift block min-w-0 rounded-lg border border-line bg-raised px-3 py-2"
    >
      <span className="text-xs text-muted">{label}</span>
      <span className="tabular mt-0.5 block truncate text-lg font-semibold text-ink" title={value}>
        {value}
      </span>
      <span className={cx('block truncate text-xs', alarming ? 'text-danger-ink' : 'text-muted')}>{note}</span>
    </Link>
  );
}
