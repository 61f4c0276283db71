/**
 * Imports investments from a bank: securities with prices, activities, and holdings. Banks report about two years;
 * older holdings become one opening activity at the cost that the bank reports.
 */
import { newId } from '../../../../kernel/ids.ts';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal, notNegative, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { type ActivityKind, TRADES } from '../../contract.ts';
import { quantityNow, type ToldActivity, toldAlready } from '../../engine/investments/index.ts';
import { touchAccount } from '../investments/changed.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { searchText } from '../transactions/rows.ts';
import type { FedAccount } from './accounts.ts';
import type { ConnectionRow } from './connections.ts';
import type { BankHoldingData, BankInvestments, BankInvestmentTransactionData, BankSecurityData } from './port.ts';

interface ActivityToKeep {
  accountId: string;
  securityId: string | null;
  day: string;
  kind: ActivityKind;
  currency: string;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  fee: string;
  notes: string;
  fingerprint: string;
}

/** Brings everything into the ledger, inside the caller's transaction. Told again, the same changes nothing. */
export async function keepInvestments(
  connection: ConnectionRow,
  fed: ReadonlyMap<string, FedAccount>,
  told: BankInvestments,
): Promise<void> {
  if (told.accounts.length === 0) return;
  const securities = await keepSecurities(connection.ledger_id, told.securities);
  const before = await toldBefore(fed);
  const touched = await keepActivities(
    connection.ledger_id,
    await withoutKnown(told.transactions.flatMap((one) => toActivity(one, fed, securities) ?? [])),
  );
  for (const id of await keepActivities(connection.ledger_id, await openingsOf(told.holdings, before, fed, securities)))
    touched.add(id);
  await keepHoldings(connection, told.holdings, fed, securities);
  await keepCash(connection.ledger_id, told.holdings, fed, securities);
  for (const id of touched) await touchAccount({ id, ledger_id: connection.ledger_id }, null);
}

const KINDS: Readonly<Record<string, string>> = {
  equity: 'stock',
  etf: 'etf',
  'mutual fund': 'fund',
  'fixed income': 'bond',
  cryptocurrency: 'crypto',
  derivative: 'option',
  cash: 'cash',
};

interface KeptSecurity {
  id: string;
  isCash: boolean;
  currency: string;
}

/** @returns the ledger's securities by the bank's ids */
async function keepSecurities(ledgerId: string, told: readonly BankSecurityData[]): Promise<Map<string, KeptSecurity>> {
  const kept = new Map<string, KeptSecurity>();
  for (const one of told) {
    const [known] = await query<{ id: string }>(
      // By its ticker where nothing surer says that it is another one.
      `select id from finance_securities
        where workspace_id = $1 and ledger_id = $2 and currency = $6 and (external_id = $3 or (external_id = '' and (
         (isin <> '' and isin = $4) or (cusip <> '' and cusip = $5)
            or (ticker <> '' and upper(ticker) = upper($7) and (isin = '' or $4 = '') and (cusip = '' or $5 = '')))))
       order by external_id desc, isin desc, cusip desc, id limit 1`,
      [currentWorkspaceId(), ledgerId, one.externalId, one.isin, one.cusip, one.currency, one.ticker],
    );
    const id = known?.id ?? newId();
    if (known)
      await query(
        `update finance_securities set external_id = $3 where id = $1 and workspace_id = $2 and external_id = ''`,
        [id, currentWorkspaceId(), one.externalId],
      );
    else {
      await query(
        'insert into finance_securities (id, workspace_id, ledger_id, name, ticker, isin, cusip, kind, currency, sector, external_id, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
        [
          id,
          currentWorkspaceId(),
          ledgerId,
          one.name.slice(0, 200),
          one.ticker.slice(0, 40),
          one.isin,
          one.cusip,
          one.isCash ? 'cash' : (KINDS[one.type] ?? 'other'),
          one.currency,
          one.sector.slice(0, 80),
          one.externalId,
          currentUserId(),
        ],
      );
    }
    if (one.closePrice !== null && one.closeDay !== null && !one.isCash) {
      // A price that a person entered stays.
      await query(
        `insert into finance_security_prices (workspace_id, security_id, day, price, source)
          values ($1, $2, $3, $4, 'bank')
         on conflict (security_id, day) do update set price = excluded.price
            where finance_security_prices.source = 'bank' and finance_security_prices.price <> excluded.price`,
        [currentWorkspaceId(), id, one.closeDay, one.closePrice],
      );
    }
    kept.set(one.externalId, { id, isCash: one.isCash, currency: one.currency });
  }
  return kept;
}

/**
 * Plaid's types and subtypes (https://plaid.com/docs/api/accounts/#investment-transaction-types-schema) in the ledger's
 * words; undefined for what moves cash only.
 */
function kindOf({ type, subtype, quantity }: BankInvestmentTransactionData): ActivityKind | undefined {
  if (subtype === 'sell short') return 'sellShort';
  if (subtype === 'buy to cover') return 'buyToCover';
  if (type === 'buy' || type === 'sell') return type;
  if (type === 'fee' || subtype.endsWith(' fee') || subtype === 'tax') return 'fee';
  if (type === 'transfer') return decimal(quantity).gt(ZERO) ? 'transferIn' : 'transferOut';
  if (subtype.includes('dividend')) return 'dividend';
  if (subtype.startsWith('interest')) return 'interest';
  if (subtype.includes('capital gain')) return 'capitalGain';
  return subtype === 'return of principal' ? 'returnOfCapital' : undefined;
}

function toActivity(
  one: BankInvestmentTransactionData,
  fed: ReadonlyMap<string, FedAccount>,
  securities: ReadonlyMap<string, KeptSecurity>,
): ActivityToKeep | undefined {
  const account = fed.get(one.accountId);
  const security = one.securityId === null ? undefined : securities.get(one.securityId);
  const kind = kindOf(one);
  // Cash that is bought or moved is the account's cash, not a holding.
  if (!account || !kind || (security?.isCash && kind !== 'interest')) return undefined;
  const isTrade = TRADES.includes(kind);
  const withQuantity = isTrade || kind === 'transferIn' || kind === 'transferOut';
  if (withQuantity && (!security || decimal(one.quantity).isZero())) return undefined;
  const quantity = decimal(one.quantity).abs();
  return {
    accountId: account.accountId,
    securityId: security && !security.isCash ? security.id : null,
    day: one.day,
    kind,
    currency: security?.currency ?? account.currency,
    quantity: withQuantity ? quantity.toFixed() : null,
    price: isTrade ? one.price : null,
    amount: amountOf(kind, one, quantity),
    fee: isTrade ? decimal(one.fees).abs().toFixed() : '0',
    notes: one.name.slice(0, 500),
    fingerprint: `bank:${one.externalId}`,
  };
}

function amountOf(kind: ActivityKind, one: BankInvestmentTransactionData, quantity: Decimal): string | null {
  if (kind === 'transferIn') return quantity.times(one.price).toFixed();
  return TRADES.includes(kind) || kind === 'transferOut' ? null : decimal(one.amount).abs().toFixed();
}

/** Without what files, people or an earlier connection told of: that stays as it is, and is not told a second time. */
async function withoutKnown(activities: readonly ActivityToKeep[]): Promise<ActivityToKeep[]> {
  if (activities.length === 0) return [];
  const known = await query<ToldActivity>(
    `select a.account_id as "accountId", a.security_id as "securityId", a.day, a.kind, a.quantity, a.amount
      from finance_activities a
     where a.workspace_id = $1 and a.account_id = any($2) and a.deleted_at is null
        and (a.fingerprint is null or not a.fingerprint = any($3))
       and (a.source <> 'bank' or a.created_at <
          (select max(b.linked_at) from bank_accounts b where b.workspace_id = $1 and b.account_id = a.account_id))`,
    [currentWorkspaceId(), accountsOf(activities), activities.map(({ fingerprint }) => fingerprint)],
  );
  const again = toldAlready(activities, known);
  return activities.filter((_, index) => !again.has(index));
}

const accountsOf = (activities: readonly { accountId: string }[]): string[] => [
  ...new Set(activities.map(({ accountId }) => accountId)),
];

interface Brought {
  accountId: string;
  securityId: string;
  day: string;
  kind: ActivityKind;
  quantity: string | null;
  price: string | null;
  terms: { newUnits?: string; oldUnits?: string };
}

/**
 * Holdings that the account's activities do not explain, dated before the first activity. Created once per security,
 * when the bank first reports it, because later reports leave out old activities.
 */
async function openingsOf(
  holdings: readonly BankHoldingData[],
  told: ReadonlySet<string>,
  fed: ReadonlyMap<string, FedAccount>,
  securities: ReadonlyMap<string, KeptSecurity>,
): Promise<ActivityToKeep[]> {
  const first = holdings.flatMap((holding) => {
    const [account, security] = [fed.get(holding.accountId), securities.get(holding.securityId)];
    return account && security && !security.isCash && !told.has(`${account.accountId} ${security.id}`)
      ? [{ holding, accountId: account.accountId, security }]
      : [];
  });
  if (first.length === 0) return [];
  const rows = await query<Brought>(
    `select account_id as "accountId", security_id as "securityId", day, kind, quantity, price, terms
      from finance_activities where workspace_id = $1 and account_id = any($2) and security_id is not null
      and deleted_at is null order by day`,
    [currentWorkspaceId(), accountsOf(first)],
  );
  return first.flatMap(({ holding, accountId, security }): ActivityToKeep[] => {
    const own = rows.filter((one) => one.accountId === accountId && one.securityId === security.id);
    const splits = own
      .filter(({ kind }) => kind === 'split')
      .map(({ day, terms }) => ({
        day,
        newUnits: decimal(terms.newUnits ?? '1'),
        oldUnits: decimal(terms.oldUnits ?? '1'),
      }));
    const brought = sumOf(own, ({ kind, day, quantity }) => {
      const moved = quantityNow(decimal(quantity ?? '0'), day, splits);
      return kind === 'sell' || kind === 'sellShort' || kind === 'transferOut' ? moved.negated() : moved;
    });
    const missing = decimal(holding.quantity).minus(brought);
    if (missing.lte(ZERO)) return [];
    const spent = sumOf(
      own.filter(({ kind }) => kind === 'buy'),
      (one) => decimal(one.quantity!).times(one.price!),
    );
    const cost =
      holding.costBasis === null ? missing.times(holding.price) : notNegative(decimal(holding.costBasis).minus(spent));
    const day = addDays(
      rows.find((one) => one.accountId === accountId)?.day ?? new Date().toISOString().slice(0, 10),
      -1,
    );
    return [
      {
        // In units of its day.
        accountId,
        securityId: security.id,
        day,
        kind: 'transferIn',
        currency: security.currency,
        quantity: splits.reduce((units, split) => units.times(split.oldUnits).div(split.newUnits), missing).toFixed(),
        price: null,
        amount: cost.toFixed(),
        fee: '0',
        notes: "Held before the bank's records begin",
        fingerprint: `bank:opening:${holding.securityId}`,
      },
    ];
  });
}

/** Accounts and securities of which a bank has told before. */
async function toldBefore(fed: ReadonlyMap<string, FedAccount>): Promise<Set<string>> {
  const rows = await query<{ key: string }>(
    `select distinct account_id || ' ' || security_id as key from finance_activities
      where workspace_id = $1 and account_id = any($2) and source = 'bank' and security_id is not null
       and created_at >= coalesce((select max(b.linked_at) from bank_accounts b where b.workspace_id = $1
          and b.account_id = finance_activities.account_id), '-infinity')`,
    [currentWorkspaceId(), accountsOf([...fed.values()])],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * The cash of an account, where the bank tells it, is what its own movements leave over: banks tell of trades, not of
 * the account's entries. What it became since the bank last told of it counts from today on, and changes no day before.
 */
async function keepCash(
  ledgerId: string,
  holdings: readonly BankHoldingData[],
  fed: ReadonlyMap<string, FedAccount>,
  securities: ReadonlyMap<string, KeptSecurity>,
): Promise<void> {
  const cash = holdings.filter(
    ({ accountId, securityId, currency }) =>
      securities.get(securityId)?.isCash && fed.get(accountId)?.currency === currency && !fed.get(accountId)!.isOlder,
  );
  for (const [externalId, parts] of Map.groupBy(cash, ({ accountId }) => accountId)) {
    const { accountId } = fed.get(externalId)!;
    if (await isKeptInBooks(ledgerId, accountId)) {
      await enterCash(
        ledgerId,
        accountId,
        sumOf(parts, ({ value }) => decimal(value)),
      );
      continue;
    }
    const [became] = await query<{ change: string }>(
      `with c as (select a.opening_balance as before,
        $3::numeric - coalesce(sum(t.amount) filter (where not t.pending), 0) as opening
         from finance_accounts a left join finance_transactions t on t.workspace_id = a.workspace_id
            and t.account_id = a.id and t.deleted_at is null where a.workspace_id = $1 and a.id = $2
            group by a.opening_balance)
       update finance_accounts a set opening_balance = c.opening, version = a.version + 1, updated_at = now() from c
          where a.workspace_id = $1 and a.id = $2 and c.before <> c.opening returning c.opening - c.before as change`,
      [currentWorkspaceId(), accountId, sumOf(parts, ({ value }) => decimal(value)).toFixed()],
    );
    await query(
      `insert into finance_told_cash (workspace_id, ledger_id, account_id, day, change)
        select $1, $2, $3, $4, case when exists
        (select 1 from finance_told_cash where workspace_id = $1 and account_id = $3) then $5::numeric else 0 end
       on conflict (account_id, day) do update set change = finance_told_cash.change + excluded.change`,
      [currentWorkspaceId(), ledgerId, accountId, await todayHere(), became?.change ?? '0'],
    );
  }
}

/**
 * Of a business the opening balance is posted, and its day may be closed by now: what the cash became since is a line
 * like any other.
 */
async function isKeptInBooks(ledgerId: string, accountId: string): Promise<boolean> {
  const rows = await query(
    `select 1 from finance_ledgers l join finance_told_cash c on c.workspace_id = l.workspace_id and c.account_id = $3
      where l.workspace_id = $1 and l.id = $2 and l.kind = 'business' limit 1`,
    [currentWorkspaceId(), ledgerId, accountId],
  );
  return rows.length > 0;
}

/** One line for each day on which the bank told of another balance, to be sorted like the bank's others. */
async function enterCash(ledgerId: string, accountId: string, told: Decimal): Promise<void> {
  const day = await todayHere();
  const [held] = await query<{ change: string }>(
    `select $3::numeric - a.opening_balance -
      coalesce((select sum(t.amount) from finance_transactions t where t.workspace_id = $1 and t.account_id = a.id
      and t.deleted_at is null and not t.pending), 0) as change from finance_accounts a where a.workspace_id = $1
      and a.id = $2`,
    [currentWorkspaceId(), accountId, told.toFixed()],
  );
  if (decimal(held!.change).isZero()) return;
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, created_by, day, amount, payee,
      bank_payee, bank_id, fingerprint, search_text) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)
     on conflict (workspace_id, account_id, fingerprint) where fingerprint is not null do update
       set amount = excluded.amount + case when finance_transactions.deleted_at is null
          then finance_transactions.amount else 0 end, deleted_at = null, version = finance_transactions.version + 1,
          updated_at = now()`,
    [
      newId(),
      currentWorkspaceId(),
      ledgerId,
      accountId,
      currentUserId(),
      day,
      held!.change,
      CASH,
      `cash:${day}`,
      `bank:cash:${day}`,
      searchText(CASH, '', CASH, '', []),
    ],
  );
}

const CASH = 'Change of cash at the broker';

/** Adds what is new. @returns the accounts that have something new */
async function keepActivities(ledgerId: string, activities: readonly ActivityToKeep[]): Promise<Set<string>> {
  if (activities.length === 0) return new Set();
  const rows = activities.map((one) => ({
    id: newId(),
    account_id: one.accountId,
    security_id: one.securityId,
    day: one.day,
    kind: one.kind,
    currency: one.currency,
    quantity: one.quantity,
    price: one.price,
    amount: one.amount,
    fee: one.fee,
    notes: one.notes,
    fingerprint: one.fingerprint,
  }));
  const added = await query<{ account_id: string }>(
    `insert into finance_activities (id, workspace_id, ledger_id, account_id, security_id, day, kind, currency,
      quantity, price, amount, fee, notes, source, fingerprint, created_by)
     select r.id, $1, $2, r.account_id, r.security_id, r.day, r.kind, r.currency, r.quantity, r.price, r.amount, r.fee,
        r.notes, 'bank', r.fingerprint, $3
     from json_to_recordset($4::json) as r(id uuid, account_id uuid, security_id uuid, day date, kind text,
        currency text, quantity numeric, price numeric, amount numeric, fee numeric, notes text, fingerprint text)
     on conflict (workspace_id, account_id, fingerprint) where fingerprint is not null do nothing returning account_id`,
    [currentWorkspaceId(), ledgerId, currentUserId(), storableJson(rows)],
  );
  return new Set(added.map((row) => row.account_id));
}

async function keepHoldings(
  connection: ConnectionRow,
  holdings: readonly BankHoldingData[],
  fed: ReadonlyMap<string, FedAccount>,
  securities: ReadonlyMap<string, KeptSecurity>,
): Promise<void> {
  const rows = holdings.flatMap((one) => {
    const [account, security] = [fed.get(one.accountId), securities.get(one.securityId)];
    return account && security
      ? [
          {
            account_id: account.accountId,
            security_id: security.id,
            quantity: one.quantity,
            price: one.price,
            value: one.value,
            cost_basis: one.costBasis,
            currency: one.currency,
          },
        ]
      : [];
  });
  await query('delete from bank_holdings where workspace_id = $1 and connection_id = $2', [
    currentWorkspaceId(),
    connection.id,
  ]);
  await query(
    `insert into bank_holdings (workspace_id, connection_id, account_id, security_id, quantity, price, value,
      cost_basis, currency)
     select $1, $2, r.account_id, r.security_id, r.quantity, r.price, r.value, r.cost_basis, r.currency
     from json_to_recordset($3::json) as r(account_id uuid, security_id uuid, quantity numeric, price numeric,
        value numeric, cost_basis numeric, currency text)
     on conflict (connection_id, account_id, security_id) do update
        set quantity = bank_holdings.quantity + excluded.quantity, value = bank_holdings.value + excluded.value,
        cost_basis = bank_holdings.cost_basis + excluded.cost_basis`,
    [currentWorkspaceId(), connection.id, JSON.stringify(rows)],
  );
}
