/**
 * The reads that the specification names under /api/plaid: what connected banks tell, of all ledgers that the caller
 * may see or of one.
 */
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type {
  BankAccount,
  BankHolding,
  BankInvestmentTransaction,
  BankLiability,
  BankSecurity,
  plaid,
} from '../../contract.ts';
import { requireLedger } from '../ledgers/access.ts';
import { SELECT_TRANSACTIONS, toTransactions, type TransactionRow } from '../transactions/rows.ts';
import type { BankLiabilityData } from './port.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** More accounts or holdings than this no one has at their banks. */
const MAX = 2_000;

/** `$1` workspace, `$2` person, `$3` ledger or null: the ledgers that are looked at. */
const SEEN = `(select m.ledger_id from finance_ledger_members m where m.workspace_id = $1 and m.user_id = $2
  and ($3::uuid is null or m.ledger_id = $3))`;

/** @throws AppError `not_found` */
async function scope(ledgerId: string | undefined): Promise<[string, string | null, string | null]> {
  if (ledgerId) await requireLedger(ledgerId);
  return [currentWorkspaceId(), currentUserId(), ledgerId ?? null];
}

interface AccountRow {
  account_id: string;
  ledger_id: string;
  connection_id: string;
  provider: string;
  institution_name: string;
  name: string;
  official_name: string;
  mask: string;
  type: BankAccount['type'];
  subtype: string;
  currency: string;
  current: string | null;
  available: string | null;
  credit_limit: string | null;
  liability: Omit<BankLiabilityData, 'accountId'> | null;
  told_at: string;
}

async function accountRows(ledgerId: string | undefined, condition: string): Promise<AccountRow[]> {
  return query<AccountRow>(
    `select b.account_id, c.ledger_id, b.connection_id, c.provider, c.institution_name, b.name, b.official_name, b.mask,
      b.type, b.subtype, b.currency, b.current, b.available, b.credit_limit, b.liability, b.told_at
     from bank_accounts b join bank_connections c on c.id = b.connection_id and c.workspace_id = b.workspace_id
     where b.workspace_id = $1 and c.ledger_id in ${SEEN} and ${condition}
        order by c.created_at, b.name, b.id limit ${MAX}`,
    await scope(ledgerId),
  );
}

const plain = (amount: string | null): string | null => (amount === null ? null : decimal(amount).toFixed());

function toAccount(row: AccountRow): BankAccount {
  return {
    id: row.account_id,
    ledgerId: row.ledger_id,
    connectionId: row.connection_id,
    institutionName: row.institution_name,
    isReal: row.provider !== 'sandbox',
    name: row.name,
    officialName: row.official_name,
    mask: row.mask,
    type: row.type,
    subtype: row.subtype,
    currency: row.currency,
    current: plain(row.current),
    available: plain(row.available),
    limit: plain(row.credit_limit),
    toldAt: row.told_at,
  };
}

/** @throws AppError `not_found` */
export async function bankAccounts(ledgerId?: string): Promise<{ items: BankAccount[] }> {
  return { items: (await accountRows(ledgerId, 'true')).map(toAccount) };
}

/** @throws AppError `not_found` */
export async function bankInvestmentAccounts(ledgerId?: string): Promise<{ items: BankAccount[] }> {
  return { items: (await accountRows(ledgerId, `b.type = 'investment'`)).map(toAccount) };
}

/** @throws AppError `not_found` */
export async function bankLiabilities(ledgerId?: string): Promise<{ items: BankLiability[] }> {
  const rows = await accountRows(ledgerId, 'b.liability is not null');
  return {
    items: rows.map((row) => ({
      accountId: row.account_id,
      ledgerId: row.ledger_id,
      name: row.name,
      currency: row.currency,
      owed: plain(row.current),
      ...row.liability!,
    })),
  };
}

/** @throws AppError `not_found`, `bad_request` */
export async function bankTransactions({
  ledgerId,
  cursor,
  limit,
}: QueryOf<typeof plaid.transactions>): Promise<ResponseOf<typeof plaid.transactions>> {
  const after = unpackCursor(cursor, DAY, UUID);
  const rows = await query<TransactionRow>(
    `${SELECT_TRANSACTIONS} and t.deleted_at is null and t.ledger_id in ${SEEN} and t.account_id in
      (select account_id from bank_accounts where workspace_id = $1)
       and ($4::date is null or (t.day, t.id) < ($4, $5::uuid)) order by t.day desc, t.id desc limit ${limit + 1}`,
    [...(await scope(ledgerId)), after?.[0] ?? null, after?.[1] ?? null],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  return { items: await toTransactions(page.items), next: page.next };
}

/** @throws AppError `not_found` */
export async function bankHoldings(ledgerId?: string): Promise<{ items: BankHolding[] }> {
  const rows = await query<{
    account_id: string;
    ledger_id: string;
    security_id: string;
    name: string;
    ticker: string;
    quantity: string;
    price: string;
    value: string;
    cost_basis: string | null;
    currency: string;
    told_at: string;
  }>(
    `select h.account_id, s.ledger_id, h.security_id, s.name, s.ticker, h.quantity, h.price, h.value, h.cost_basis,
      h.currency, h.told_at
     from bank_holdings h join finance_securities s on s.id = h.security_id and s.workspace_id = h.workspace_id
     where h.workspace_id = $1 and s.ledger_id in ${SEEN} order by h.value desc, s.name, s.id limit ${MAX}`,
    await scope(ledgerId),
  );
  return {
    items: rows.map((row) => ({
      accountId: row.account_id,
      ledgerId: row.ledger_id,
      securityId: row.security_id,
      name: row.name,
      ticker: row.ticker,
      quantity: decimal(row.quantity).toFixed(),
      price: decimal(row.price).toFixed(),
      value: decimal(row.value).toFixed(),
      costBasis: plain(row.cost_basis),
      currency: row.currency,
      toldAt: row.told_at,
    })),
  };
}

/** @throws AppError `not_found` */
export async function bankSecurities(ledgerId?: string): Promise<{ items: BankSecurity[] }> {
  const rows = await query<{
    id: string;
    ledger_id: string;
    name: string;
    ticker: string;
    isin: string;
    cusip: string;
    kind: string;
    currency: string;
    sector: string;
    price: string | null;
    price_day: string | null;
  }>(
    `select s.id, s.ledger_id, s.name, s.ticker, s.isin, s.cusip, s.kind, s.currency, s.sector, p.price,
      p.day as price_day from finance_securities s
     left join lateral (select price, day from finance_security_prices where workspace_id = s.workspace_id
        and security_id = s.id order by day desc limit 1) p on true
     where s.workspace_id = $1 and s.ledger_id in ${SEEN} and s.external_id <> '' order by s.name, s.id limit ${MAX}`,
    await scope(ledgerId),
  );
  return {
    items: rows.map(({ ledger_id, price_day, price, ...row }) => ({
      ...row,
      ledgerId: ledger_id,
      price: plain(price),
      priceDay: price_day,
    })),
  };
}

/** @throws AppError `not_found`, `bad_request` */
export async function bankInvestmentTransactions({
  ledgerId,
  cursor,
  limit,
}: QueryOf<typeof plaid.investmentTransactions>): Promise<ResponseOf<typeof plaid.investmentTransactions>> {
  const after = unpackCursor(cursor, DAY, UUID);
  const rows = await query<{
    id: string;
    account_id: string;
    ledger_id: string;
    security_id: string | null;
    day: string;
    kind: string;
    quantity: string | null;
    price: string | null;
    amount: string | null;
    fee: string;
    currency: string;
    notes: string;
  }>(
    `select a.id, a.account_id, a.ledger_id, a.security_id, a.day, a.kind, a.quantity, a.price, a.amount, a.fee,
      a.currency, a.notes from finance_activities a
     where a.workspace_id = $1 and a.ledger_id in ${SEEN} and a.source = 'bank' and a.deleted_at is null
        and ($4::date is null or (a.day, a.id) < ($4, $5::uuid)) order by a.day desc, a.id desc limit ${limit + 1}`,
    [...(await scope(ledgerId)), after?.[0] ?? null, after?.[1] ?? null],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  const items = page.items.map((row): BankInvestmentTransaction => ({
    id: row.id,
    accountId: row.account_id,
    ledgerId: row.ledger_id,
    securityId: row.security_id,
    day: row.day,
    kind: row.kind,
    quantity: plain(row.quantity),
    price: plain(row.price),
    amount: plain(row.amount),
    fee: decimal(row.fee).toFixed(),
    currency: row.currency,
    notes: row.notes,
  }));
  return { items, next: page.next };
}
