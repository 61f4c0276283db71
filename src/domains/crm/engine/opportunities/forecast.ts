/** The forecast: what was won and what is still open, by month and owner, in the reporting currency. */
import { monthStart, startOfDay } from '../../../../kernel/days.ts';
import { addUp, type DatedAmount, type DecimalText, type Rates, sumIn } from './amounts.ts';

/** The forecast category of an open opportunity; `omitted` ones are never counted. */
export type Category = 'commit' | 'best' | 'pipeline' | 'omitted';

/** Opportunities of one owner, month, currency and category, added up; what was won at the rate of its day. */
export interface ForecastGroup extends DatedAmount {
  ownerId: string | null;
  /** First day of the month in which they were won or are expected to close; null: no day is known. */
  month: string | null;
  /** Open, and expected before today. */
  overdue?: boolean;
  category: 'won' | Category;
  /** Each amount times its probability. */
  weighted: DecimalText;
  count: number;
}

export interface ForecastGoal {
  /** Null: of the whole workspace. */
  ownerId: string | null;
  month: string;
  amount: DecimalText;
}

/** The figures of a month; money is decimal text in the reporting currency. */
export interface ForecastCell {
  won: DecimalText;
  commit: DecimalText;
  best: DecimalText;
  pipeline: DecimalText;
  /** Won amounts plus open amounts times their probability. */
  weighted: DecimalText;
  goal: DecimalText | null;
  wonCount: number;
  openCount: number;
}

export interface ForecastOwner {
  ownerId: string | null;
  /** One for each month asked for. */
  months: ForecastCell[];
  /**
   * Open past the expected day, whichever months are shown; counted with those that are left out of the forecast, as on
   * the dashboard.
   */
  overdue: ForecastCell;
  /** Open without an expected day. */
  undated: ForecastCell;
}

export interface Forecast {
  months: string[];
  owners: ForecastOwner[];
  /** All owners together. */
  total: Omit<ForecastOwner, 'ownerId'>;
  /** Currencies without a rate; their amounts are in no figure. */
  missing: string[];
}

/** The first days of `count` months from the month of `day` on. */
export function monthsFrom(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => monthStart(day, i));
}

/** The instants at which the months begin in the zone, and the one at which the last one ends. */
export function monthBounds(months: readonly string[], timeZone: string): string[] {
  return [...months, monthStart(months.at(-1)!, 1)].map((day) => startOfDay(day, timeZone));
}

interface Place {
  owner: string | null;
  slot: string;
}

/**
 * @param rates today's rates into `currency`
 * @param today day of the reporting zone: what is open from before it is overdue, and in no month
 */
export function buildForecast(
  groups: readonly ForecastGroup[],
  goals: readonly ForecastGoal[],
  { months, today, currency, rates }: { months: readonly string[]; today: string; currency: string; rates: Rates },
): Forecast {
  const missing = new Set<string>();
  const thisMonth = monthStart(today);
  const slotOf = ({ month, category, overdue }: ForecastGroup): string | undefined => {
    if (category !== 'won' && (overdue || (month !== null && month < thisMonth))) return 'overdue';
    if (category === 'omitted') return undefined;
    return month === null ? 'undated' : months.includes(month) ? month : undefined;
  };
  const placed = new Map<string, { place: Place; groups: ForecastGroup[] }>();
  for (const group of groups) {
    const slot = slotOf(group);
    if (slot === undefined) continue;
    const key = JSON.stringify([group.ownerId, slot]);
    const cell = placed.get(key) ?? { place: { owner: group.ownerId, slot }, groups: [] };
    placed.set(key, cell);
    cell.groups.push(group);
  }
  const cellOf = (all: readonly ForecastGroup[], goal: DecimalText | null): ForecastCell => {
    const sum = (chosen: readonly ForecastGroup[], field: 'amount' | 'weighted') => {
      const { amount, missing: unknown } = sumIn(
        currency,
        chosen.map((group) => ({ ...group, amount: group[field] })),
        rates,
      );
      for (const code of unknown) missing.add(code);
      return amount;
    };
    const of = (category: ForecastGroup['category']) => all.filter((group) => group.category === category);
    const open = all.filter((group) => group.category !== 'won');
    return {
      won: sum(of('won'), 'amount'),
      commit: sum(of('commit'), 'amount'),
      best: sum(of('best'), 'amount'),
      pipeline: sum(of('pipeline'), 'amount'),
      weighted: sum(
        all.filter((group) => group.category !== 'omitted'),
        'weighted',
      ),
      goal,
      wonCount: of('won').reduce((count, group) => count + group.count, 0),
      openCount: open.reduce((count, group) => count + group.count, 0),
    };
  };
  const goalOf = (ownerId: string | null, month: string) =>
    goals.find((goal) => goal.ownerId === ownerId && goal.month === month)?.amount ?? null;
  const row = (groupsIn: (slot: string) => ForecastGroup[], goal: (month: string) => DecimalText | null) => ({
    months: months.map((month) => cellOf(groupsIn(month), goal(month))),
    overdue: cellOf(groupsIn('overdue'), null),
    undated: cellOf(groupsIn('undated'), null),
  });
  const owners = new Set([
    ...[...placed.values()].map(({ place }) => place.owner),
    ...goals.filter((goal) => goal.ownerId !== null).map((goal) => goal.ownerId),
  ]);
  return {
    months: [...months],
    owners: [...owners].map((ownerId) => ({
      ownerId,
      ...row(
        (slot) => placed.get(JSON.stringify([ownerId, slot]))?.groups ?? [],
        (month) => (ownerId === null ? null : goalOf(ownerId, month)),
      ),
    })),
    total: row(
      (slot) => [...placed.values()].flatMap((cell) => (cell.place.slot === slot ? cell.groups : [])),
      (month) => goalOf(null, month) ?? sumOfGoals(goals, month),
    ),
    missing: [...missing].sort(),
  };
}

/** Where the workspace has no goal of its own: what its people are to win together. */
function sumOfGoals(goals: readonly ForecastGoal[], month: string): DecimalText | null {
  const own = goals.filter((goal) => goal.ownerId !== null && goal.month === month);
  return own.length === 0 ? null : addUp(own.map((goal) => goal.amount));
}
