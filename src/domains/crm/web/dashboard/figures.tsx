import { Fragment } from 'react';
import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Dashboard, MoneySum } from '../../contract/dashboard.ts';
import { counted } from '../../../../records/web/format.ts';
import { BEHIND, type Behind, dueUntil, openIn, wonIn } from './links.ts';
import { money, moneyList } from './money.ts';

/**
 * Characters after which a figure is set smaller, so that it stays on its line; two stand beside each other on a phone.
 */
const LONG = 12;
const LONG_ON_A_PHONE = 10;

/** A smaller figure on a card; what has rows of its own opens them. */
interface Part {
  text: string;
  behind?: Behind | undefined;
  alarming?: boolean;
}

interface FigureProps {
  label: string;
  value: string;
  /** What of it is in other currencies; where there is no rate, what is to be thought beside it. */
  more?: { begins: string; parts: readonly Part[]; between: string } | undefined;
  notes: readonly Part[];
  /** The rows behind the figure. */
  behind: Behind;
}

function Figure({ label, value, more, notes, behind }: FigureProps) {
  if (!useHasPage(behind.to)) return null;
  return (
    <div className="hover-lift relative min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      {/* The whole card opens what stands large on it; the smaller figures lie above. */}
      <Link {...behind} className="block rounded-sm after:absolute after:inset-0 after:content-['']">
        <span className="text-xs text-muted">{label}</span>
        <span
          className={cx(
            'tabular mt-1 block truncate font-semibold text-ink',
            value.length > LONG ? 'text-base leading-7' : 'text-xl',
            value.length > LONG_ON_A_PHONE && 'max-md:text-base max-md:leading-7',
          )}
          title={value}
        >
          {value}
        </span>
      </Link>
      {more && (
        <p className="tabular text-xs text-pretty text-muted">
          {more.begins}
          {more.parts.map((part, n) => (
            <Fragment key={n}>
              {n > 0 && ' '}
              <span className="whitespace-nowrap">
                <PartText {...part} />
                {n < more.parts.length - 1 && more.between}
              </span>
            </Fragment>
          ))}
        </p>
      )}
      <p className="tabular flex flex-wrap gap-x-3 text-xs text-muted">
        {notes.map((note, n) => (
          <PartText key={n} {...note} />
        ))}
      </p>
    </div>
  );
}

/** At least 24 px high where it is touched: two may stand close to each other. */
function PartText({ text, behind, alarming }: Part) {
  const tone = alarming ? 'text-danger-ink' : undefined;
  const isThere = useHasPage(behind?.to ?? '/dashboard');
  return behind && isThere ? (
    <Link
      {...behind}
      className={cx(
        'relative inline-block py-1 whitespace-nowrap underline decoration-line underline-offset-2 hover:decoration-current',
        tone,
      )}
    >
      {text}
    </Link>
  ) : (
    <span className={cx('inline-block py-1', tone)}>{text}</span>
  );
}

/**
 * The total large, and how much of it is in other currencies; without a rate the first sum large, and the others below
 * it, never added up.
 * @param of the rows of one currency
 */
function figureOf(
  amounts: readonly MoneySum[],
  total: MoneySum | null,
  of: (currency: string) => Behind,
): Pick<FigureProps, 'value' | 'more'> {
  const [first, ...others] = amounts;
  if (!first) return { value: moneyList([]) };
  const part = (sum: MoneySum, before = ''): Part => ({ text: `${before}${money(sum)}`, behind: of(sum.currency) });
  if (!total)
    return {
      value: money(first),
      more:
        others.length > 0 ? { begins: '', parts: others.map((one) => part(one, '+\u00a0')), between: '' } : undefined,
    };
  const foreign = amounts.filter(({ currency }) => currency !== total.currency);
  return {
    value: money(total),
    more: foreign.length > 0 ? { begins: 'of it ', parts: foreign.map((one) => part(one)), between: ',' } : undefined,
  };
}

/** The day in five figures, each leading to the rows behind it. */
export function Figures({ data }: { data: Dashboard }) {
  const { contacts, open, won, leads, tasks } = data;
  const count = new Intl.NumberFormat();
  return (
    <section
      aria-label="Key figures"
      className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 min-[22rem]:max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <Figure
        label="My tasks today"
        value={count.format(tasks.overdue + tasks.today)}
        notes={[
          tasks.overdue > 0
            ? { text: `${count.format(tasks.overdue)} overdue`, alarming: true, behind: BEHIND.overdue }
            : { text: 'None overdue' },
        ]}
        behind={dueUntil(data.today)}
      />
      <Figure
        label="Open pipeline"
        {...figureOf(open.amounts, open.total, openIn)}
        notes={[{ text: counted(open.count, 'opportunity', 'opportunities') }]}
        behind={BEHIND.open}
      />
      <Figure
        label="Weighted forecast"
        {...figureOf(open.weighted, open.weightedTotal, openIn)}
        notes={[{ text: 'Amount × probability' }]}
        behind={{ to: '/opportunities', search: { as: 'forecast' } }}
      />
      <Figure
        label="Won this month"
        {...figureOf(won.thisMonth, won.thisMonthTotal, (currency) => wonIn('this_month', currency))}
        behind={BEHIND.won}
        notes={[
          {
            text: `Last month ${won.lastMonth.length > 0 && won.lastMonthTotal ? money(won.lastMonthTotal) : moneyList(won.lastMonth, 'none')}`,
            ...(won.lastMonth.length > 0 && { behind: wonIn('last_month') }),
          },
        ]}
      />
      <Figure
        label="Contacts"
        value={contacts.total.capped ? `${count.format(contacts.total.count)}+` : count.format(contacts.total.count)}
        notes={[
          {
            text: `${count.format(contacts.addedThisMonth)} new this month`,
            ...(contacts.addedThisMonth > 0 && { behind: BEHIND.newThisMonth }),
          },
          { text: counted(leads.open, 'open lead'), ...(leads.open > 0 && { behind: BEHIND.openLeads }) },
        ]}
        behind={BEHIND.newContacts}
      />
    </section>
  );
}
