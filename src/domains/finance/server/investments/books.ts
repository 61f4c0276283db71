/**
 * Lots of accounts, worked out once and kept in this process: a change of one security costs that security's activities
 * and no others'. What is kept is checked against the account's revision at every use, so that any number of processes
 * may share a database.
 */
import { LRUCache } from 'lru-cache';
import { type Decimal, ONE, plainDecimal, RateTable, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type Activity, compareActivities, type Lot, LotBook } from '../../engine/investments/index.ts';
import { type ActivityFacts, NO_SECURITY, toEngine } from './activity-rows.ts';
import { ACCOUNT_ITSELF } from './changed.ts';
import type { PortfolioScope, ScopeAccount } from './scope.ts';

/** Figures of one security in one account. Those in the base currency are undefined where a rate is missing. */
export interface Position {
  securityId: string;
  account: ScopeAccount;
  book: LotBook;
  /** Whether the book's base figures are in the currency asked for. */
  convertible: boolean;
  quantity: Decimal;
  lots: number;
  /** In the security's currency, fees of purchases included; below zero what short sales brought. */
  cost: Decimal;
  costBase: Decimal;
  realised: Decimal;
  realisedShort: Decimal;
  realisedLong: Decimal;
  income: Decimal;
  tax: Decimal;
  tradeFees: Decimal;
  ownFees: Decimal;
  lastTrade: { day: string; price: Decimal } | undefined;
}

interface AccountActivities {
  revision: number;
  bySecurity: Map<string, Activity[]>;
  texts: Map<string, string>;
}
interface AccountBooks {
  activities: AccountActivities;
  positions: Map<string, Position>;
}

const kept = new LRUCache<string, AccountActivities>({ max: 200 });
const books = new LRUCache<string, AccountBooks>({ max: 400 });

/** Separators between fields and between activities; neither occurs in them. */
const [UNIT, RECORD] = ['\x1f', '\x1e'];
const LAST_MARK = 0x1f;
/** A null value would disappear with its separator. */
const orEmpty = (field: string): string => `coalesce((${field})::text, '')`;
const AS_TEXT = `concat_ws($3, id, day, kind, currency, ${['quantity', 'price', 'amount'].map(orEmpty).join()}, fee, tax, ${['acquired', `nullif(terms, '{}')`, `nullif(lots, '[]')`].map(orEmpty).join()})`;

/**
 * One text for each security, put in order here: rows by the ten thousand cost the driver and the garbage collector
 * more than the database, and long texts are slow to sort there. A text that is the same as before is not read again,
 * and whatever was worked out of its list stays good.
 */
async function readActivities(
  account: Pick<ScopeAccount, 'id' | 'revision'>,
  before: AccountActivities | undefined,
  securityId?: string,
): Promise<AccountActivities> {
  const only =
    securityId === undefined
      ? ''
      : securityId === ACCOUNT_ITSELF
        ? ' and security_id is null'
        : ' and security_id = $5';
  const rows = await query<{ security_id: string | null; activities: string }>(
    `select security_id, string_agg(${AS_TEXT}, $4) as activities from finance_activities
      where workspace_id = $1 and account_id = $2 and deleted_at is null${only} group by security_id`,
    [currentWorkspaceId(), account.id, UNIT, RECORD, ...(only.endsWith('$5') ? [securityId] : [])],
  );
  // Maps are copied because earlier ones may still be in use; their lists are shared.
  const bySecurity = securityId === undefined ? new Map<string, Activity[]>() : new Map(before?.bySecurity);
  const texts = securityId === undefined ? new Map<string, string>() : new Map(before?.texts);
  if (securityId !== undefined) {
    const gone = securityId === ACCOUNT_ITSELF ? NO_SECURITY : securityId;
    bySecurity.set(gone, []);
    texts.delete(gone);
  }
  for (const { security_id, activities } of rows) {
    const id = security_id ?? NO_SECURITY;
    bySecurity.set(
      id,
      before?.texts.get(id) === activities ? before.bySecurity.get(id)! : listOf(activities, security_id),
    );
    texts.set(id, activities);
  }
  return { revision: account.revision, bySecurity, texts };
}

function listOf(text: string, securityId: string | null): Activity[] {
  const fields = new Fields(text);
  const list: Activity[] = [];
  while (!fields.atEnd) list.push(toEngine(factsIn(fields, securityId)));
  return list.sort(byDay);
}

/** As `inOrder`, and what is equal there by its id: the same order whichever way the database wrote them. */
function byDay(a: Activity, b: Activity): number {
  return compareActivities(a, b) || (a.id < b.id ? -1 : 1);
}

function factsIn(fields: Fields, security_id: string | null): ActivityFacts {
  const [id, day, kind, currency] = [
    fields.word(),
    fields.word(),
    fields.word() as ActivityFacts['kind'],
    fields.word(),
  ];
  const [quantity, price, amount, fee, tax] = [
    fields.number(),
    fields.number(),
    fields.number(),
    fields.number(),
    fields.number(),
  ];
  const [acquired, terms, lots] = [fields.word(), fields.word(), fields.word()];
  return {
    id,
    security_id,
    day,
    kind,
    currency,
    quantity,
    price,
    amount,
    fee,
    tax,
    acquired: acquired || null,
    terms: terms ? (JSON.parse(terms) as ActivityFacts['terms']) : {},
    lots: lots ? (JSON.parse(lots) as ActivityFacts['lots']) : [],
  };
}

/**
 * The fields of a text one after the other. Numbers are read from where they stand: texts and lists by the hundred
 * thousand are what a collector has to sweep up.
 */
class Fields {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  word(): string {
    const from = this.#at;
    return this.#text.slice(from, this.#pass());
  }

  /** Zero where there is none. */
  number(): Decimal {
    const from = this.#at;
    const to = this.#pass();
    return from === to ? ZERO : plainDecimal(this.#text, from, to);
  }

  /** Goes on behind the field. @returns where it ends */
  #pass(): number {
    let to = this.#at;
    while (to < this.#text.length && this.#text.charCodeAt(to) > LAST_MARK) to++;
    this.#at = to + 1;
    return to;
  }
}

/**
 * The quantity sold beyond the holdings, within the current transaction; not cached, because it may be rolled back.
 * Only the security is read, unless something is missing that a spin-off or merger may have added.
 */
export async function missingFor(account: { id: string }, securityId: string, activityId: string): Promise<Decimal> {
  const missingIn = (activities: readonly Activity[]): Decimal => {
    const book = new LotBook({ method: 'fifo', baseCurrency: 'USD', rates: atPar(activities, 'USD') });
    book.applyAll(activities);
    return book.problems.find((one) => one.activityId === activityId)?.missing ?? ZERO;
  };
  const own = await readActivities({ id: account.id, revision: 0 }, undefined, securityId);
  const missing = missingIn(own.bySecurity.get(securityId) ?? []);
  if (missing.isZero()) return missing;
  const { bySecurity } = await readActivities({ id: account.id, revision: 0 }, undefined);
  return missingIn(merged(groupsOf(bySecurity).find((group) => group.includes(securityId)) ?? [], bySecurity));
}

/** The activities of an account by security, in their order. */
async function activitiesOf(
  account: Pick<ScopeAccount, 'id' | 'revision' | 'changedSecurity'>,
): Promise<AccountActivities> {
  const key = `${currentWorkspaceId()} ${account.id}`;
  const before = kept.get(key);
  if (before?.revision === account.revision) return before;
  const isOneBehind = before && before.revision + 1 === account.revision && account.changedSecurity;
  return remember(key, await readActivities(account, before, isOneBehind ? account.changedSecurity! : undefined));
}

function remember(key: string, activities: AccountActivities): AccountActivities {
  kept.set(key, activities);
  return activities;
}

/** Securities that spin-offs and mergers of a list tie to it; looked for once, lists are never changed. */
const ties = new WeakMap<readonly Activity[], readonly string[]>();

function tiesOf(activities: readonly Activity[]): readonly string[] {
  const known = ties.get(activities);
  if (known) return known;
  const found: string[] = [];
  for (const one of activities) if (one.kind === 'spinOff' || one.kind === 'merger') found.push(one.newSecurityId);
  ties.set(activities, found);
  return found;
}

/** Securities whose fates are tied by spin-offs and mergers must be followed together. */
function groupsOf(bySecurity: ReadonlyMap<string, readonly Activity[]>): string[][] {
  const leader = new Map<string, string>();
  const find = (id: string): string => {
    let at = id;
    while (leader.has(at) && leader.get(at) !== at) at = leader.get(at)!;
    return at;
  };
  for (const [id, activities] of bySecurity) {
    for (const other of tiesOf(activities)) {
      const [a, b] = [find(id), find(other)];
      if (a !== b) leader.set(b, a);
    }
  }
  return [...Map.groupBy(new Set([...bySecurity.keys(), ...leader.keys()]), find).values()];
}

/** Positions of one account in one currency; those whose activities did not change are taken over. */
async function accountPositions(account: ScopeAccount, scope: PortfolioScope): Promise<Map<string, Position>> {
  const activities = await activitiesOf(account);
  const key = `${currentWorkspaceId()} ${account.id} ${scope.currency} ${account.lotMethod} ${scope.today} ${scope.ratesStamp}`;
  const before = books.get(key);
  if (before?.activities === activities) return before.positions;
  const positions = new Map<string, Position>();
  for (const group of groupsOf(activities.bySecurity)) {
    const same =
      before &&
      group.every(
        (id) => before.positions.has(id) && before.activities.bySecurity.get(id) === activities.bySecurity.get(id),
      );
    for (const id of group) {
      if (same) positions.set(id, before.positions.get(id)!);
    }
    if (!same)
      for (const position of compute(group, activities.bySecurity, account, scope))
        positions.set(position.securityId, position);
  }
  books.set(key, { activities, positions });
  return positions;
}

function merged(group: readonly string[], bySecurity: ReadonlyMap<string, Activity[]>): Activity[] {
  return group.length === 1
    ? (bySecurity.get(group[0]!) ?? [])
    : group.flatMap((id) => bySecurity.get(id) ?? []).sort(byDay);
}

function compute(
  group: readonly string[],
  bySecurity: ReadonlyMap<string, Activity[]>,
  account: ScopeAccount,
  scope: PortfolioScope,
): Position[] {
  const all = merged(group, bySecurity);
  const activities = all.every((one) => one.day <= scope.today) ? all : all.filter((one) => one.day <= scope.today);
  const positions = (rates: RateTable, isAtPar: boolean): Position[] => {
    const book = new LotBook({ method: account.lotMethod, baseCurrency: scope.currency, rates });
    book.applyAll(activities);
    return group.map((id) =>
      position(
        id,
        group.length === 1 ? activities : activities.filter((one) => one.securityId === id),
        book,
        account,
        scope,
        isAtPar ? undefined : rates,
      ),
    );
  };
  return tryOr(
    () => positions(scope.rates, false),
    () => positions(atPar(activities, scope.currency), true),
  );
}

/** Where a rate is missing the lots are still to be seen: everything then counts in the currency it is in. */
function atPar(activities: readonly Activity[], currency: string): RateTable {
  return new RateTable(
    [...new Set(activities.map((one) => one.currency))]
      .filter((one) => one !== currency)
      .map((from) => ({ from, to: currency, day: '1900-01-01', rate: ONE })),
  );
}

/** The first result, or the second if a rate is missing. */
function tryOr<T>(first: () => T, second: () => T): T {
  try {
    return first();
  } catch (error) {
    if (error instanceof RangeError) return second();
    throw error;
  }
}

function position(
  securityId: string,
  activities: readonly Activity[],
  book: LotBook,
  account: ScopeAccount,
  scope: PortfolioScope,
  rates: RateTable | undefined,
): Position {
  const [lots, shorts] = [book.lots(securityId), book.shortLots(securityId)];
  const paid = (lot: Lot): Decimal => lot.cost.plus(lot.fees);
  let [short, long] = [ZERO, ZERO];
  for (const one of book.realised) {
    if (one.securityId !== securityId) continue;
    if (one.longTerm) long = long.plus(one.gainBase);
    else short = short.plus(one.gainBase);
  }
  const last = activities.findLast(isTrade);
  return {
    securityId,
    account,
    book,
    convertible: rates !== undefined,
    quantity: book.quantity(securityId),
    lots: lots.length + shorts.length,
    cost: sumOf(lots, paid).minus(sumOf(shorts, paid)),
    costBase: sumOf(lots, (lot) => lot.costBase).minus(sumOf(shorts, (lot) => lot.costBase)),
    realised: short.plus(long),
    realisedShort: short,
    realisedLong: long,
    ...flowsOf(activities, scope.currency, rates),
    lastTrade: last ? { day: last.day, price: last.price } : undefined,
  };
}

type Trade = Extract<Activity, { price: Decimal }>;

function isTrade(one: Activity): one is Trade {
  return one.kind === 'buy' || one.kind === 'sell' || one.kind === 'sellShort' || one.kind === 'buyToCover';
}

/** Income, fees, and taxes, each at the rate of its day; at par where there are no rates. */
function flowsOf(
  activities: readonly Activity[],
  currency: string,
  rates: RateTable | undefined,
): Pick<Position, 'income' | 'tax' | 'tradeFees' | 'ownFees'> {
  const flows = { income: ZERO, tax: ZERO, tradeFees: ZERO, ownFees: ZERO };
  const add = (to: keyof typeof flows, amount: Decimal | undefined, activity: Activity): void => {
    if (amount === undefined || amount.isZero()) return;
    flows[to] = flows[to].plus(
      rates && activity.currency !== currency
        ? rates.convert(amount, activity.currency, currency, activity.day)
        : amount,
    );
  };
  for (const one of activities) {
    if (one.kind === 'income') {
      add('income', one.amount, one);
      add('tax', one.tax, one);
      add('ownFees', one.fee, one);
    } else if (isTrade(one)) {
      add('tradeFees', one.fee, one);
      add('tax', one.tax, one);
    } else if (one.kind === 'fee') add('ownFees', one.amount, one);
  }
  return flows;
}

/** Everything that was ever held in the scope's accounts, by account and security. */
export async function positionsOf(scope: PortfolioScope): Promise<Position[]> {
  const all: Position[] = [];
  for (const account of scope.accounts) all.push(...(await accountPositions(account, scope)).values());
  return all;
}

/** Activities of every account in a ledger, of any type. */
export async function ledgerActivities(ledgerId: string): Promise<{ accountId: string; activities: Activity[] }[]> {
  const accounts = await query<Pick<ScopeAccount, 'id' | 'revision' | 'changedSecurity'>>(
    'select account_id as id, revision, changed_security as "changedSecurity" from finance_investment_accounts where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const all: { accountId: string; activities: Activity[] }[] = [];
  for (const account of accounts)
    all.push({ accountId: account.id, activities: [...(await activitiesOf(account)).bySecurity.values()].flat() });
  return all;
}

/**
 * Everything that ever happened in the scope's accounts, in sets of securities that are tied; a list that did not
 * change is the very one that it was before. Each account by itself: a split is entered in each of them, and doubles
 * what that one holds.
 */
export async function activityGroups(scope: PortfolioScope): Promise<{ id: string; lists: (readonly Activity[])[] }[]> {
  const groups: { id: string; lists: (readonly Activity[])[] }[] = [];
  for (const account of scope.accounts) {
    const { bySecurity } = await activitiesOf(account);
    for (const ids of groupsOf(bySecurity))
      groups.push({
        id: `${account.id} ${ids.toSorted()[0]!}`,
        lists: ids.flatMap((id) => [bySecurity.get(id) ?? []]),
      });
  }
  return groups;
}

/** All activities of the scope's accounts in the order of their days. */
export async function scopeActivities(scope: PortfolioScope): Promise<Activity[]> {
  const all: Activity[] = [];
  for (const account of scope.accounts)
    for (const list of (await activitiesOf(account)).bySecurity.values()) all.push(...list);
  return all.filter((one) => one.day <= scope.today).sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}
