/** The accounts of a connection, in the ledger and as the bank tells them. */
import { newId } from '../../../../kernel/ids.ts';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Account } from '../../contract.ts';
import { closedUntil } from '../ledgers/closed-periods.ts';
import type { ConnectionRow } from './connections.ts';
import type { BankAccountData, BankLiabilityData } from './port.ts';

/** An account of the ledger that a connection feeds. */
export interface FedAccount {
  accountId: string;
  currency: string;
  /** It is the ledger's since before the bank told of it: what it was opened with is its own. */
  isOlder: boolean;
}

function kindOf({ type, subtype }: BankAccountData): Account['kind'] {
  if (type === 'credit') return 'card';
  if (type === 'loan') return 'loan';
  if (type === 'investment') return 'investment';
  if (type !== 'depository') return 'other';
  return subtype === 'checking' ? 'checking' : 'savings';
}

/** The balance in the ledger's sign: debt is negative. */
export function balanceOf({ type, current }: Pick<BankAccountData, 'type' | 'current'>): Decimal | undefined {
  if (current === null) return undefined;
  return type === 'credit' || type === 'loan' ? decimal(current).negated() : decimal(current);
}

/**
 * Stores what the bank tells of its accounts; sets up those that the ledger does not have.
 * @returns the ledger's accounts by the bank's ids
 */
export async function keepAccounts(
  connection: ConnectionRow,
  told: readonly BankAccountData[],
): Promise<Map<string, FedAccount>> {
  const fed = new Map<string, FedAccount>();
  for (const one of told) {
    const known = await knownAccount(connection, one);
    const accountId = known?.id ?? (await addAccount(connection, one));
    await query(
      `insert into bank_accounts (id, workspace_id, connection_id, account_id, external_id, name, official_name, mask,
        type, subtype, currency, current, available, credit_limit, is_older)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       on conflict (workspace_id, connection_id, external_id) do update
          set name = excluded.name, official_name = excluded.official_name, mask = excluded.mask, type = excluded.type,
          subtype = excluded.subtype,
         current = excluded.current, available = excluded.available, credit_limit = excluded.credit_limit,
            told_at = now()`,
      [
        newId(),
        currentWorkspaceId(),
        connection.id,
        accountId,
        one.externalId,
        one.name.slice(0, 120),
        one.officialName.slice(0, 200),
        one.mask,
        one.type,
        one.subtype,
        one.currency,
        one.current,
        one.available,
        one.limit,
        known?.isOlder ?? false,
      ],
    );
    fed.set(one.externalId, { accountId, currency: one.currency, isOlder: known?.isOlder ?? false });
  }
  return fed;
}

/**
 * The account that the connection fed before, or the only one of the ledger that bears its number and that no bank
 * feeds.
 */
async function knownAccount(
  connection: ConnectionRow,
  told: BankAccountData,
): Promise<{ id: string; isOlder: boolean } | undefined> {
  const [before] = await query<{ id: string; isOlder: boolean }>(
    'select account_id as id, is_older as "isOlder" from bank_accounts where workspace_id = $1 and connection_id = $2 and external_id = $3',
    [currentWorkspaceId(), connection.id, told.externalId],
  );
  if (before) return before;
  if (told.mask.length < 4) return undefined;
  const same = await query<{ id: string }>(
    `select a.id from finance_accounts a where a.workspace_id = $1 and a.ledger_id = $2 and a.archived_at is null
      and a.kind = $3 and a.currency = $4 and right(a.number, $6) = $5
       and not exists (select 1 from bank_accounts b where b.workspace_id = $1 and b.account_id = a.id)`,
    [currentWorkspaceId(), connection.ledger_id, kindOf(told), told.currency, told.mask, told.mask.length],
  );
  return same.length === 1 ? { id: same[0]!.id, isOlder: true } : undefined;
}

async function addAccount(connection: ConnectionRow, told: BankAccountData): Promise<string> {
  const id = newId();
  await query(
    'insert into finance_accounts (id, workspace_id, ledger_id, name, kind, currency, institution, number) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      id,
      currentWorkspaceId(),
      connection.ledger_id,
      told.name.slice(0, 120),
      kindOf(told),
      told.currency,
      connection.institution_name.slice(0, 120),
      told.mask,
    ],
  );
  return id;
}

/**
 * An account that the connection set up begins with what the bank's balance leaves over beside everything it told: then
 * both agree. In a ledger with a closed period it begins after that: what the bank tells of before is in its first
 * balance.
 */
export async function openAccounts(
  ledgerId: string,
  fed: ReadonlyMap<string, FedAccount>,
  told: readonly BankAccountData[],
): Promise<void> {
  const closed = await closedUntil(ledgerId);
  for (const one of told) {
    const account = fed.get(one.externalId);
    const balance = balanceOf(one);
    // Holdings make an investment account's value; its cash is not its balance.
    if (!account || account.isOlder || !balance || one.type === 'investment') continue;
    const [sums] = await query<{ booked: string; first: string | null }>(
      'select coalesce(sum(amount) filter (where not pending), 0) as booked, min(day) as first from finance_transactions where workspace_id = $1 and account_id = $2 and deleted_at is null',
      [currentWorkspaceId(), account.accountId],
    );
    const before = sums!.first && addDays(sums!.first, -1);
    const opened = await query(
      'update finance_accounts set opening_balance = $3, opening_day = $4, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2 and opening_day is null returning id',
      [
        account.accountId,
        currentWorkspaceId(),
        balance.minus(sums!.booked).toFixed(),
        closed !== null && (before === null || before <= closed) ? addDays(closed, 1) : before,
      ],
    );
    if (opened.length > 0)
      await query(
        `update bank_held_changes set in_opening = true where workspace_id = $1 and account_id = $2 and kind = 'add'`,
        [currentWorkspaceId(), account.accountId],
      );
  }
}

/** Stores what the bank tells of cards and loans. */
export async function keepLiabilities(connection: ConnectionRow, told: readonly BankLiabilityData[]): Promise<void> {
  for (const { accountId, ...words } of told) {
    await query(
      'update bank_accounts set liability = $4 where workspace_id = $1 and connection_id = $2 and external_id = $3',
      [currentWorkspaceId(), connection.id, accountId, JSON.stringify(words)],
    );
  }
}
