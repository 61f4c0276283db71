import { Fragment } from 'react';
import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { Dashboard, MoneySum, MonthCount } from '../../contract/dashboard.ts';
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
  /** Amounts in other currencies, named separately if there is no rate. */
  more?: { begins: string; parts: readonly Part[]; between: string } | undefined;
  notes: readonly Part[];
  /** The rows behind the figure. */
  behind: Behind;
}

function Figure({ label, value, more, notes, behind }: FigureProps) {
  if (!useHasPage(behind.to)) return null;
  return (
    <div className="relative min-w-0 rounded-md px-4 py-2 hover:bg-hover">
      {/* The whole figure opens its rows; the smaller figures lie above. */}
      <Link {...behind} className="block rounded-sm after:absolute after:inset-0 after:content-['']">
        <span className="text-xs text-muted">{label}</span>
        <span
          className={cx(
            'tabular block truncate font-semibold text-ink',
            value.length > LONG ? 'text-base leading-7' : 'text-xl',
            value.length > LONG_ON_A_PHONE && 'max-md:text-base max-md:leading-7',
          )}
          title={value}
        >
          {value}
        </span>
      </Link>
      <More more={more} />
      <Notes notes={notes} />
    </div>
  );
}

function More({ more }: Pick<FigureProps, 'more'>) {
  return (
    more && (
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
    )
  );
}

function Notes({ notes }: Pick<FigureProps, 'notes'>) {
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-xs text-muted">
      {notes.map((note, n) => (
        <PartText key={n} {...note} />
      ))}
    </p>
  );
}

/** Amount won this month, its comparison, and the number of deals won in each month of a year. */
function Hero({ data: { won, trends } }: { data: Dashboard }) {
  const { value, more } = figureOf(won.thisMonth, won.thisMonthTotal, (currency) => wonIn('this_month', currency));
  if (!useHasPage(BEHIND.won.to)) return null;
  return (
    <div className="relative flex min-w-0 flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 py-2">
      <div className="min-w-0">
        <Link {...BEHIND.won} className="block rounded-sm hover:underline">
          <span className="text-xs text-muted">Won this month</span>
          <span className="tabular block truncate text-[1.75rem] leading-9 font-semibold text-ink" title={value}>
            {value}
          </span>
        </Link>
        <More more={more} />
        <Notes
          notes={[
            { text: compared(won), ...(won.lastMonth.length > 0 && { behind: wonIn('last_month') }) },
            { text: counted(won.countThisMonth, 'deal') },
          ]}
        />
      </div>
      <Trend values={trends.won} />
    </div>
  );
}

/** The month against the whole one before it, in words. */
function compared({ thisMonthTotal, lastMonth, lastMonthTotal }: Dashboard['won']): string {
  if (lastMonth.length === 0) return 'Nothing won last month';
  if (!lastMonthTotal) return `Last month ${moneyList(lastMonth)}`;
  const share = Number(thisMonthTotal?.amount ?? 0) / Number(lastMonthTotal.amount);
  const whole = `of last month’s ${money(lastMonthTotal)}`;
  if (!thisMonthTotal || !Number.isFinite(share)) return `Last month ${money(lastMonthTotal)}`;
  return `${share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 0 })} ${whole}`;
}

const [TREND_WIDTH, TREND_HEIGHT] = [180, 44];

/** Deals won by month as small bars; the widget below has them with a table. */
function Trend({ values }: { values: readonly MonthCount[] }) {
  const most = Math.max(1, ...values.map(({ count: one }) => one));
  const step = TREND_WIDTH / Math.max(1, values.length);
  const label = `Deals won by month: ${values.map(({ count: one }) => one).join(', ')}`;
  return (
    <svg width={TREND_WIDTH} height={TREND_HEIGHT} role="img" aria-label={label} className="max-w-full shrink-0">
      {values.map(({ month, count: one }, at) => {
        const height = Math.max(one > 0 ? 2 : 1, (one / most) * TREND_HEIGHT);
        return (
          <rect
            key={month}
            x={at * step}
            width={step - 3}
            y={TREND_HEIGHT - height}
            height={height}
            rx="1"
            className={at === values.length - 1 ? 'fill-success' : 'fill-control'}
          />
        );
      })}
    </svg>
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

/** One large figure, and four that support it, each leading to the rows behind it. */
export function Figures({ data }: { data: Dashboard }) {
  const { contacts, open, leads, tasks } = data;
  const count = new Intl.NumberFormat();
  return (
    <section
      aria-label="Key figures"
      className="grid gap-x-2 gap-y-3 rounded-lg border border-line bg-raised py-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:items-center xl:divide-x xl:divide-line"
    >
      <Hero data={data} />
      <div className="grid grid-cols-2 gap-2 px-0 max-[22rem]:grid-cols-1 md:grid-cols-4 xl:pl-2">
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
      </div>
    </section>
  );
}
