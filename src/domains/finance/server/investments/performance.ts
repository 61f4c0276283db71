/** How a portfolio did, day by day: its returns, each under its own name, beside a benchmark. */
import { addDays } from '../../../../kernel/days.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { type Decimal, ONE, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { Performance, portfolio } from '../../contract.ts';
import {
  type Activity,
  annualised,
  dailyTimeWeightedReturn,
  joinTimeline,
  type KnownSplits,
  moneyWeightedReturn,
  type PriceSeries,
  simpleReturn,
  type Timeline,
  timelinePart,
  type TimelinePart,
} from '../../engine/investments/index.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { currentWorkspaceId } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { FINANCE } from '../../paths.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { NO_SECURITY } from './activity-rows.ts';
import { activityGroups, positionsOf } from './books.ts';
import { INVESTMENTS_CHANGED, PRICES_CHANGED } from './changed.ts';
import { priceSeries } from './prices.ts';
import { type PortfolioScope, portfolioScope } from './scope.ts';
import { readSettings } from './settings.ts';

const MOST_POINTS = 260;
/** Returns made annual need a while: over a few days they say nothing. */
const ANNUAL_FROM = 30;

/** Days with what they are made of. */
export interface History {
  from: string;
  to: string;
  timeline: Timeline;
  /** Time-weighted growth since the beginning, by day, as a fraction. */
  growth: { day: string; growth: Decimal }[];
  total: Decimal;
}

interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns, risk and predictions rest on the same days: they are walked once for each change of the portfolio. */
const histories = new Memory({
  paths: [...INVESTMENTS_CHANGED, FINANCE.plaid, FINANCE.rates, FINANCE.accounts],
  longest: 3_600_000,
  most: 40,
});

/**
 * The values of a span with the day before it, so that what happens on its first day counts.
 * @returns undefined where nothing was held, or its activities have no prices to go by
 */
export function historyOf(scope: PortfolioScope, span: Span): Promise<History | undefined> {
  const { ledgerId, currency, today, ratesStamp, splitsStamp, accounts } = scope;
  const key = [
    ledgerId,
    currency,
    today,
    ratesStamp,
    splitsStamp,
    span.from ?? '',
    span.to ?? '',
    ...accounts.map(({ id, revision, lotMethod }) => `${id}/${revision}/${lotMethod}`),
  ].join(' ');
  return histories.read(currentWorkspaceId(), key, () => walk(scope, span));
}

async function walk(scope: PortfolioScope, span: Span): Promise<History | undefined> {
  const unclear = new Set((await positionsOf(scope)).filter((one) => !one.convertible).map((one) => one.securityId));
  const clear = (lists: readonly (readonly Activity[])[]): readonly (readonly Activity[])[] =>
    unclear.size === 0 ? lists : lists.map((own) => own.filter((one) => !unclear.has(one.securityId)));
  const groups = (await activityGroups(scope)).map((group) => ({ ...group, lists: clear(group.lists) }));
  const first = firstDayOf(groups.flatMap(({ lists }) => lists));
  const to = span.to && span.to < scope.today ? span.to : scope.today;
  const from = first && span.from && span.from > first ? span.from : first;
  if (!from || from > to) return undefined;
  const days = { from: addDays(from, -1), to };
  const parts = await timelineParts(`${scope.ledgerId} ${days.from} ${to}`, groups, { ...days, splits: scope.splits });
  const timeline = joinTimeline(parts, { ...days, baseCurrency: scope.currency, rates: scope.rates });
  const { total, daily } = dailyTimeWeightedReturn(timeline.values, timeline.contributions);
  return { from, to, timeline, growth: daily, total };
}

/** The day on which anything was held first; what belongs to the account itself is of no holding. */
function firstDayOf(lists: readonly (readonly Activity[])[]): string | undefined {
  let first: string | undefined;
  for (const own of lists)
    for (const { day, securityId } of own)
      if (securityId !== NO_SECURITY && (first === undefined || day < first)) first = day;
  return first;
}

/** So many parts: a change costs the days of one of them, and adding them up costs little. */
const PARTS = 16;

interface KeptPart {
  lists: readonly (readonly Activity[])[];
  splits: KnownSplits;
  part: TimelinePart;
  prices: ReadonlyMap<string, PriceSeries>;
  /** The securities whose prices were read; some have none. */ priced: ReadonlySet<string>;
}
interface Group {
  id: string;
  lists: readonly (readonly Activity[])[];
}

/** Parts of portfolios by day, good as long as their own activities are the same; their prices, until one changes. */
const partsBefore = new Memory({ paths: [PRICES_CHANGED, FINANCE.plaid], longest: 3_600_000, most: 20 });

interface Walked {
  from: string;
  to: string;
  splits: KnownSplits;
}

async function timelineParts(key: string, groups: readonly Group[], days: Walked): Promise<TimelinePart[]> {
  const before = await partsBefore.read(currentWorkspaceId(), key, () => Promise.resolve(new Map<number, KeptPart>()));
  const parted = Map.groupBy(groups, ({ id }) => partOf(id));
  const parts: TimelinePart[] = [];
  for (const [number, own] of parted) {
    const lists = own.flatMap((group) => group.lists);
    const known = before.get(number);
    const isSame =
      known?.splits === days.splits &&
      known.lists.length === lists.length &&
      lists.every((list, index) => list === known.lists[index]);
    const kept = isSame ? known : await makePart(own, lists, days, known);
    before.set(number, kept);
    parts.push(kept.part);
  }
  return parts;
}

/** The same for one security every time, and about as many in each. */
function partOf(id: string): number {
  let sum = 0;
  for (let place = 0; place < id.length; place++) sum = (sum * 31 + id.charCodeAt(place)) | 0;
  return Math.abs(sum) % PARTS;
}

async function makePart(
  groups: readonly Group[],
  lists: KeptPart['lists'],
  days: Walked,
  before: KeptPart | undefined,
): Promise<KeptPart> {
  const ids = new Set<string>();
  for (const own of lists) for (const one of own) for (const id of securitiesOf(one)) ids.add(id);
  const { prices, priced } =
    before && [...ids].every((id) => before.priced.has(id))
      ? before
      : { prices: await priceSeries([...ids], days.from, days.to), priced: ids };
  return {
    lists,
    splits: days.splits,
    part: timelinePart({ sets: groups.map((group) => group.lists.flat()), prices, ...days }),
    prices,
    priced,
  };
}

function securitiesOf(activity: Activity): string[] {
  const ids = 'newSecurityId' in activity ? [activity.securityId, activity.newSecurityId] : [activity.securityId];
  return ids.filter((id) => id !== NO_SECURITY);
}

const NOTHING: Omit<Performance, 'ledgerId' | 'currency' | 'from' | 'to' | 'reason'> = {
  startValue: '0',
  endValue: '0',
  netContributions: '0',
  gain: '0',
  simple: null,
  timeWeighted: null,
  timeWeightedAnnual: null,
  moneyWeighted: null,
  moneyWeightedRoots: [],
  benchmark: null,
  points: [],
};

/** @throws AppError `not_found` */
export async function performance(question: QueryOf<typeof portfolio.performance>): Promise<Performance> {
  const scope = await portfolioScope(question);
  const today = scope?.today ?? (await todayHere());
  const empty = (reason: string): Performance => ({
    ...NOTHING,
    ledgerId: scope?.ledgerId ?? null,
    currency: scope?.currency ?? 'USD',
    from: question.from ?? today,
    to: question.to ?? today,
    reason,
  });
  if (!scope) return empty('There is no ledger yet.');
  const history = await historyOf(scope, question);
  if (!history) return empty('Nothing was held in this time.');
  const {
    from,
    to,
    timeline: { values, contributions },
    total,
  } = history;
  const [start, end] = [values[0]!, values.at(-1)!];
  const net = sumOf(contributions, (one) => one.amount);
  const money = (amount: Decimal): string => roundMoney(amount, scope.currency).toFixed();
  const own = moneyWeightedReturn(start, end, contributions);
  const days = daysBetween(start.day, end.day);
  const settings = await readSettings(scope.ledgerId);
  const benchmark = await benchmarkOf(scope, question.benchmarkId ?? settings.benchmarkId, start.day, to);
  return {
    ledgerId: scope.ledgerId,
    currency: scope.currency,
    from,
    to,
    reason: null,
    startValue: money(start.value),
    endValue: money(end.value),
    netContributions: money(net),
    gain: money(end.value.minus(start.value).minus(net)),
    simple: simpleReturn(start.value, end.value, contributions)?.toNumber() ?? null,
    timeWeighted: total.toNumber(),
    timeWeightedAnnual: days >= ANNUAL_FROM ? (annualised(total, days)?.toNumber() ?? null) : null,
    moneyWeighted: days >= ANNUAL_FROM ? own.rate : null,
    moneyWeightedRoots: days >= ANNUAL_FROM ? own.roots : [],
    benchmark: benchmark && {
      securityId: benchmark.id,
      name: benchmark.name,
      total: benchmark.growthOn(to),
      from: benchmark.from ?? null,
    },
    points: pointsOf(history, scope, benchmark),
  };
}

export interface Benchmark {
  id: string;
  name: string;
  /** The day that its growth counts from. */
  from: string | undefined;
  /** In the scope's currency where there is a rate, else in its own. */
  valueOn: (day: string) => Decimal | undefined;
  growthOn: (day: string) => number | null;
}

/** A security whose prices are held against the portfolio; null where none is chosen. */
export async function benchmarkOf(
  scope: PortfolioScope,
  id: string | null,
  from: string,
  to: string,
): Promise<Benchmark | null> {
  const security = id ? scope.securities.get(id) : undefined;
  if (!security) return null;
  const series: PriceSeries | undefined = (await priceSeries([security.id], from, to)).get(security.id);
  const valueOn = (day: string): Decimal | undefined =>
    series?.at(day)?.times(scope.rates.rate(security.currency, scope.currency, day) ?? ONE);
  const begin = series?.at(from) ? from : series?.thinned(Number.MAX_SAFE_INTEGER)[0]?.[0];
  const base = begin ? valueOn(begin) : undefined;
  return {
    id: security.id,
    name: security.name,
    from: begin,
    valueOn,
    growthOn: (day) => {
      const value = begin && day >= begin ? valueOn(day) : undefined;
      return value && base?.gt(0n) ? value.div(base).minus(ONE).toNumber() : null;
    },
  };
}

/** Points for a chart: few enough to draw, and the last day always among them. */
function pointsOf(
  { timeline: { values, contributions }, growth }: History,
  scope: PortfolioScope,
  benchmark: Benchmark | null,
): Performance['points'] {
  const byDay = new Map(contributions.map((one) => [one.day, one.amount]));
  const step = Math.max(1, Math.ceil(growth.length / MOST_POINTS));
  let invested = values[0]!.value;
  let high = ONE;
  return growth.flatMap(({ day, growth: since }, index) => {
    invested = invested.plus(byDay.get(day) ?? ZERO);
    const level = since.plus(ONE);
    if (level.gt(high)) high = level;
    if ((growth.length - 1 - index) % step !== 0) return [];
    const money = (amount: Decimal): string => roundMoney(amount, scope.currency).toFixed();
    return [
      {
        day,
        value: money(values[index + 1]!.value),
        invested: money(invested),
        growth: since.toNumber(),
        benchmark: benchmark?.growthOn(day) ?? null,
        drawdown: level.div(high).minus(ONE).toNumber(),
      },
    ];
  });
}
