import type { ReactNode } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Dashboard } from '../../contract/dashboard.ts';
import { moneyList } from './money.ts';

interface FigureProps {
  label: string;
  value: ReactNode;
  note: ReactNode;
  /** Where the rows behind the figure are: another page, or a part of this one. */
  to: string;
  search?: Record<string, unknown>;
  alarming?: boolean;
}

function Figure({ label, value, note, to, search, alarming }: FigureProps) {
  const body = (
    <>
      <span className="text-xs text-muted">{label}</span>
      <span className="tabular mt-1 block truncate text-xl font-semibold text-ink">{value}</span>
      <span className={cx('block truncate text-xs', alarming ? 'text-danger-ink' : 'text-muted')}>{note}</span>
    </>
  );
  const look = 'hover-lift block min-w-0 rounded-lg border border-line bg-raised px-4 py-3';
  return to.startsWith('#') ? <a href={to} className={look}>{body}</a> : <Link to={to} search={search} className={look}>{body}</Link>;
}

/** The day in five figures, each leading to the rows behind it. */
export function Figures({ data }: { data: Dashboard }) {
  const { contacts, open, won, leads, tasks } = data;
  const count = new Intl.NumberFormat();
  return (
    <section aria-label="Figures" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Figure
        label="My tasks today"
        value={count.format(tasks.overdue + tasks.today)}
        note={tasks.overdue > 0 ? `${count.format(tasks.overdue)} overdue` : 'None overdue'}
        alarming={tasks.overdue > 0}
        to="#my-tasks"
      />
      <Figure label="Open pipeline" value={moneyList(open.amounts)} note={`${count.format(open.count)} opportunities`} to="#pipeline" />
      <Figure label="Weighted forecast" value={moneyList(open.weighted)} note="Amount × probability" to="#pipeline" />
      <Figure label="Won this month" value={moneyList(won.thisMonth)} note={`Last month ${moneyList(won.lastMonth, 'none')}`} to="#closing" />
      <Figure
        label="Contacts"
        value={contacts.total.capped ? `${count.format(contacts.total.count)}+` : count.format(contacts.total.count)}
        note={`${count.format(contacts.addedThisMonth)} new this month · ${count.format(leads.open)} open leads`}
        to="/contacts"
        search={{ sort: '-createdAt' }}
      />
    </section>
  );
}
