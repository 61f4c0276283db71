/** Value of a ledger's holdings at the end of given days: the one figure for net worth everywhere. */
import { type Decimal, type RateTable, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { FINANCE } from '../../paths.ts';
import { type Activity, holdingsOn, type HeldUnits } from '../../engine/investments/index.ts';
import { rateTable } from '../rates/rates.ts';
import { NO_SECURITY } from './activity-rows.ts';
import { ledgerActivities } from './books.ts';
import { INVESTMENTS_CHANGED } from './changed.ts';
import { latestPrices, priceSeries, pricesOn } from './prices.ts';
import { splitsOf } from './splits.ts';

/** Days that are further apart than this on average are looked up one by one. */
const SPARSE = 4;

/** Up to so many days each is named: they may lie anyhow. */
const FEW = 8;

export interface HeldWorth {
  /** At the end of each day, in the currency asked for. */
  days: Decimal[];
  /** The same by account. */
  accounts: Map<string, Decimal[]>;
  /** Days of the oldest and the latest price that the last day rests on; undefined where nothing was held. */
  pricedFrom: string | undefined;
  pricedTo: string | undefined;
  /** Securities held on the last day of which no price is known: they count nothing. */
  unpriced: string[];
  /** Currencies without a rate: what is in them is not counted. */
  missing: Set<string>;
  /** Example prices are in use. */
  exampleData: boolean;
}

/** The first day on which anything was bought or moved in. */
export async function firstActivityDay(ledgerId: string): Promise<string | undefined> {
  const [row] = await query<{ day: string | null }>(
    'select min(day) as day from finance_activities where workspace_id = $1 and ledger_id = $2 and deleted_at is null',
    [currentWorkspaceId(), ledgerId],
  );
  return row?.day ?? undefined;
}

/** @param days in order */
export function heldWorth(ledgerId: string, days: readonly string[], currency: string): Promise<HeldWorth> {
  return worths.read(
    currentWorkspaceId(),
    `${ledgerId} ${currency} ${days.length < FEW ? days.join(' ') : `${days.length} ${days[0]} ${days.at(-1)}`}`,
    () => worthOf(ledgerId, days, currency),
  );
}

/** A portfolio is valued once for each change of it, not for each look. */
const worths = new Memory({
  paths: [...INVESTMENTS_CHANGED, FINANCE.plaid, FINANCE.rates, FINANCE.accounts],
  longest: 3_600_000,
});

async function worthOf(ledgerId: string, days: readonly string[], currency: string): Promise<HeldWorth> {
  const worth: HeldWorth = {
    days: days.map(() => ZERO),
    accounts: new Map(),
    pricedFrom: undefined,
    pricedTo: undefined,
    unpriced: [],
    missing: new Set(),
    exampleData: false,
  };
  const [first, last] = [days[0], days.at(-1)];
  const accounts =
    first === undefined ? [] : (await ledgerActivities(ledgerId)).filter(({ activities }) => activities.length > 0);
  if (accounts.length === 0) return worth;
  const securities = [...new Set(accounts.flatMap(({ activities }) => activities.flatMap(securitiesOf)))];
  const isSparse = daysBetween(first!, last!) > SPARSE * days.length;
  const prices = isSparse ? await pricesOn(securities, days) : await priceSeries(securities, first!, last!);
  const rates = await rateTable(
    [currency, ...accounts.flatMap(({ activities }) => activities.map((one) => one.currency))],
    first!,
  );
  const { splits } = await splitsOf(ledgerId);
  const onLast: HeldUnits[] = [];
  for (const { accountId, activities } of accounts) {
    const held = holdingsOn(activities, prices, days, splits);
    const values = held.map((units, index) => valueOf(units, days[index]!, currency, rates, worth.missing));
    values.forEach((value, index) => (worth.days[index] = worth.days[index]!.plus(value)));
    worth.accounts.set(accountId, values);
    onLast.push(...held.at(-1)!);
  }
  const priced = onLast.flatMap(({ priceDay }) => priceDay ?? []).sort();
  [worth.pricedFrom, worth.pricedTo] = [priced[0], priced.at(-1)];
  worth.unpriced = await namesOf(onLast.filter(({ price }) => !price).map(({ securityId }) => securityId));
  worth.exampleData = [
    ...(await latestPrices([...new Set(onLast.map(({ securityId }) => securityId))], last!)).values(),
  ].some(({ source }) => source === 'example');
  return worth;
}

function securitiesOf(activity: Activity): string[] {
  return [activity.securityId, ...('newSecurityId' in activity ? [activity.newSecurityId] : [])].filter(
    (id) => id !== NO_SECURITY,
  );
}

/** Added up in each currency first: one conversion for each. */
function valueOf(
  units: readonly HeldUnits[],
  day: string,
  currency: string,
  rates: RateTable,
  missing: Set<string>,
): Decimal {
  const local = new Map<string, Decimal>();
  for (const { quantity, price, currency: own } of units)
    if (price) local.set(own, (local.get(own) ?? ZERO).plus(quantity.times(price)));
  let value = ZERO;
  for (const [own, amount] of local) {
    const rate = rates.rate(own, currency, day);
    if (rate) value = value.plus(amount.times(rate));
    else if (!amount.isZero()) missing.add(own);
  }
  return value;
}

async function namesOf(ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await query<{ name: string }>(
    'select name from finance_securities where workspace_id = $1 and id = any($2) order by name limit 50',
    [currentWorkspaceId(), ids],
  );
  return rows.map(({ name }) => name);
}
