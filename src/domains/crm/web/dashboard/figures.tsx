import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Dashboard, MoneySum } from '../../contract/dashboard.ts';
import { counted } from '../shared/format.ts';
import { BEHIND, type Behind, dueUntil } from './links.ts';
import { money, moneyList } from './money.ts';

/** Characters after which a figure is set smaller, so that it stays on its line; two stand beside each other on a phone. */
const LONG = 12;
const LONG_ON_A_PHONE = 10;

interface FigureProps {
  label: string;
  value: string;
  /** What of it is in other currencies; where there is no rate, what is to be thought beside it. */
  more?: string | undefined;
  note: string;
  /** The rows behind the figure. */
  behind: Behind;
  alarming?: boolean;
}

function Figure({ label, value, more, note, behind, alarming }: FigureProps) {
  if (!useHasPage(behind.to)) return null;
  return (
    <Link {...behind} className="hover-lift block min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      <span className="text-xs text-muted">{label}</span>
      <span className={cx('tabular mt-1 block truncate font-semibold text-ink', value.length > LONG ? 'text-base leading-7' : 'text-xl', value.length > LONG_ON_A_PHONE && 'max-md:text-base max-md:leading-7')} title={value}>{value}</span>
      {more && <span className="tabular block text-xs text-pretty text-muted">{more}</span>}
      <span className={cx('block text-xs text-pretty', alarming ? 'text-danger-ink' : 'text-muted')}>{note}</span>
    </Link>
  );
}

/** The total large, and how much of it is in other currencies; without a rate the first sum large, and the others below it, never added up. */
function figureOf(amounts: readonly MoneySum[], total: MoneySum | null): Pick<FigureProps, 'value' | 'more'> {
  const [first, ...others] = amounts;
  if (!first) return { value: moneyList([]) };
  if (!total) return { value: money(first), more: others.map((one) => `+\u00a0${money(one)}`).join(' ') };
  const foreign = amounts.filter(({ currency }) => currency !== total.currency);
  return { value: money(total), more: foreign.length > 0 ? `of it ${foreign.map(money).join(', ')}` : undefined };
}

/** The day in five figures, each leading to the rows behind it. */
export function Figures({ data }: { data: Dashboard }) {
  const { contacts, open, won, leads, tasks } = data;
  const count = new Intl.NumberFormat();
  return (
    <section aria-label="Figures" className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 min-[22rem]:max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-3 xl:grid-cols-5">
      <Figure
        label="My tasks today"
        value={count.format(tasks.overdue + tasks.today)}
        note={tasks.overdue > 0 ? `${count.format(tasks.overdue)} overdue` : 'None overdue'}
        alarming={tasks.overdue > 0}
        behind={dueUntil(data.today)}
      />
      <Figure label="Open pipeline" {...figureOf(open.amounts, open.total)} note={counted(open.count, 'opportunity', 'opportunities')} behind={BEHIND.open} />
      <Figure label="Weighted forecast" {...figureOf(open.weighted, open.weightedTotal)} note="Amount × probability" behind={{ to: '/opportunities', search: { as: 'forecast' } }} />
      <Figure label="Won this month" {...figureOf(won.thisMonth, won.thisMonthTotal)} note={`Last month ${won.lastMonth.length > 0 && won.lastMonthTotal ? money(won.lastMonthTotal) : moneyList(won.lastMonth, 'none')}`} behind={BEHIND.won} />
      <Figure
        label="Contacts"
        value={contacts.total.capped ? `${count.format(contacts.total.count)}+` : count.format(contacts.total.count)}
        note={`${count.format(contacts.addedThisMonth)} new this month · ${counted(leads.open, 'open lead')}`}
        behind={BEHIND.newContacts}
      />
    </section>
  );
}
