/** Which portfolio a question is about: ledger, accounts, currency, exchange rates and the present day. */
import { LRUCache } from 'lru-cache';
import { RateTable } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { LotMethod } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord } from '../ledgers/access.ts';
import { rateTable } from '../rates/rates.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import type { KnownSplits } from '../../engine/investments/index.ts';
import { PRICES_CHANGED } from './changed.ts';
import { splitsOf } from './splits.ts';

export interface PortfolioQuestion {
  ledgerId?: string | undefined;
  accountId?: string | undefined;
  currency?: string | undefined;
}

export interface ScopeAccount {
  id: string;
  name: string;
  currency: string;
  institution: string;
  lotMethod: LotMethod;
  version: number;
  revision: number;
  changedSecurity: string | null;
  cash: string;
  cashAccountId: string | null;
  cashFrom: string | null;
  cashTold: boolean;
}

export interface ScopeSecurity {
  id: string;
  name: string;
  ticker: string;
  kind: SecurityKindName;
  currency: string;
  sector: string;
  region: string;
}
type SecurityKindName =
  | 'stock'
  | 'etf'
  | 'fund'
  | 'bond'
  | 'crypto'
  | 'commodity'
  | 'option'
  | 'cash'
  | 'property'
  | 'index'
  | 'other';

export interface PortfolioScope {
  ledgerId: string;
  currency: string;
  today: string;
  accounts: ScopeAccount[];
  securities: Map<string, ScopeSecurity>;
  rates: RateTable;
  /** Changes with the rates. */
  ratesStamp: string;
  /** Of the ledger's securities, in whichever account they were entered. */
  splits: KnownSplits;
  splitsStamp: string;
}

/** The ledger that is meant where none is named: the first with investments, or the first at all. */
export async function firstLedger(): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `select l.id from finance_ledgers l
      join finance_ledger_members m on m.ledger_id = l.id and m.workspace_id = l.workspace_id and m.user_id = $2
     where l.workspace_id = $1
     order by exists (select 1 from finance_accounts a where a.workspace_id = l.workspace_id and a.ledger_id = l.id
        and a.kind = 'investment') desc, l.created_at, l.id limit 1`,
    [currentWorkspaceId(), currentUserId()],
  );
  return row?.id;
}

async function ledgerOf({ ledgerId, accountId }: PortfolioQuestion): Promise<string | undefined> {
  if (accountId) {
    const [row] = await query<{ ledger_id: string }>(
      'select ledger_id from finance_accounts where workspace_id = $1 and id = $2 and ($3::uuid is null or ledger_id = $3)',
      [currentWorkspaceId(), accountId, ledgerId ?? null],
    );
    return (await requireRecord(row, 'viewer', 'The account')).ledger_id;
  }
  if (!ledgerId) return firstLedger();
  await requireLedger(ledgerId);
  return ledgerId;
}

/**
 * @returns undefined where the caller sees no ledger at all.
 * @throws AppError `not_found` for one that the caller does not see
 */
export async function portfolioScope(question: PortfolioQuestion): Promise<PortfolioScope | undefined> {
  const ledgerId = await ledgerOf(question);
  if (!ledgerId) return undefined;
  const [ledger] = await query<{ currency: string }>(
    'select currency from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
    'finance_currency',
  );
  const currency = question.currency ?? ledger!.currency;
  const accounts = await accountsOf(ledgerId, question.accountId);
  const { securities, currencies } = await securitiesOf(ledgerId);
  const { rates, stamp } = await ratesFor([currency, ...accounts.map((one) => one.currency), ...currencies]);
  const { splits, stamp: splitsStamp } = await splitsOf(ledgerId);
  return {
    ledgerId,
    currency,
    today: await todayHere(),
    accounts,
    securities,
    rates,
    ratesStamp: stamp,
    splits,
    splitsStamp,
  };
}

interface LedgerSecurities {
  securities: Map<string, ScopeSecurity>;
  currencies: Set<string>;
}

/** Securities change seldom beside what happens to them. */
const securitiesBefore = new Memory({ paths: [PRICES_CHANGED, FINANCE.plaid], longest: 3_600_000, most: 200 });

function securitiesOf(ledgerId: string): Promise<LedgerSecurities> {
  return securitiesBefore.read(currentWorkspaceId(), ledgerId, async () => {
    const all = await query<ScopeSecurity>(
      'select id, name, ticker, kind, currency, sector, region from finance_securities where workspace_id = $1 and ledger_id = $2',
      [currentWorkspaceId(), ledgerId],
    );
    return {
      securities: new Map(all.map((one) => [one.id, one])),
      currencies: new Set(all.map((one) => one.currency)),
    };
  });
}

/** Accounts of kind `investment`, and whichever else has activities. */
function accountsOf(ledgerId: string, accountId: string | undefined): Promise<ScopeAccount[]> {
  return query<ScopeAccount>(
    `select a.id, a.name, a.currency, a.institution, coalesce(i.lot_method, 'fifo') as "lotMethod",
      coalesce(i.version, 1) as version, coalesce(i.revision, 0) as revision, i.changed_security as "changedSecurity",
      i.cash_account_id as "cashAccountId", i.cash_from as "cashFrom",
       exists (select 1 from bank_accounts b where b.workspace_id = a.workspace_id and b.account_id = a.id
          and b.type = 'investment') as "cashTold",
       (a.opening_balance + coalesce((select sum(m.money_in + m.money_out) from finance_month_sums m
          where m.workspace_id = a.workspace_id and m.account_id = a.id and not m.pending), 0))::text as cash
     from finance_accounts a left join finance_investment_accounts i on i.account_id = a.id
        and i.workspace_id = a.workspace_id
     where a.workspace_id = $1 and a.ledger_id = $2 and (a.kind = 'investment' or i.account_id is not null)
        and ($3::uuid is null or a.id = $3)
     order by a.created_at, a.id`,
    [currentWorkspaceId(), ledgerId, accountId ?? null],
    'portfolio_accounts',
  );
}

/** Currencies over which a pair without a quote of its own is worked out. */
const PIVOTS = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'];
const EARLIEST = '1900-01-01';
const NO_RATES = new RateTable();
const tables = new LRUCache<string, RateTable>({ max: 50 });

async function ratesFor(all: readonly string[]): Promise<{ rates: RateTable; stamp: string }> {
  const currencies = [...new Set(all)].sort();
  if (currencies.length < 2) return { rates: NO_RATES, stamp: '' };
  const [row] = await query<{ stamp: string | null }>(
    `select md5(string_agg(from_currency || to_currency || day || ' ' || rate, ',' order by from_currency, to_currency,
      day)) as stamp
     from finance_rates where workspace_id = $1 and from_currency = any($2) and to_currency = any($2)`,
    [currentWorkspaceId(), [...currencies, ...PIVOTS]],
  );
  const stamp = `${currentWorkspaceId()} ${currencies.join()} ${row?.stamp ?? ''}`;
  const rates = tables.get(stamp) ?? (await rateTable(currencies, EARLIEST));
  tables.set(stamp, rates);
  return { rates, stamp };
}
