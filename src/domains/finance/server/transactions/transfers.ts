/** Transfers between accounts of a ledger: two transactions, matched by a person, perhaps on a suggestion. */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { transfers } from '../../contract.ts';
import { matchTransfers, type Transaction as EngineTransaction } from '../../engine/transactions/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord } from '../ledgers/access.ts';
import { rateTable } from '../rates/rates.ts';
import { recentTransactions } from './recent.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { TRANSACTIONS_CHANGED } from './service.ts';

const SHOWN = 100;

/** @throws AppError `not_found` */
export async function suggestTransfers(ledgerId: string): Promise<ResponseOf<typeof transfers.suggestions>> {
  await requireLedger(ledgerId);
  return pairsFound.read(currentWorkspaceId(), `${ledgerId} ${await todayHere()}`, () => findPairs(ledgerId));
}

/** Transfer pairs found in the latest transactions, cached until these change. */
const pairsFound = new Memory({
  paths: [FINANCE.transactions, FINANCE.accounts, FINANCE.transfers, FINANCE.rates],
  longest: 3_600_000,
});

async function findPairs(ledgerId: string): Promise<ResponseOf<typeof transfers.suggestions>> {
  const looked = await recentTransactions(
    ledgerId,
    'and t.transfer_id is null and not exists (select 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id)',
  );
  const refused = await query<{ out_id: string; in_id: string }>(
    `select out_id, in_id from finance_transfers where workspace_id = $1 and ledger_id = $2 and state = 'refused'`,
    [currentWorkspaceId(), ledgerId],
  );
  const rates = await rateTable(
    looked.map((one) => one.currency),
    looked.at(-1)?.day ?? '1970-01-01',
  );
  const pairs = matchTransfers(looked, {
    rates,
    rejected: new Set(refused.map((row) => `${row.out_id}|${row.in_id}`)),
  });
  const byId = new Map(looked.map((one) => [one.id, one]));
  const side = (one: EngineTransaction) => ({
    id: one.id,
    accountId: one.accountId,
    day: one.day,
    amount: one.amount.toFixed(),
    currency: one.currency,
    payee: one.payee ?? '',
  });
  const items = pairs
    .map((pair) => ({ out: side(byId.get(pair.out)!), in: side(byId.get(pair.in)!), days: Math.abs(pair.days) }))
    .sort((a, b) => (a.out.day < b.out.day ? 1 : a.out.day > b.out.day ? -1 : a.out.id < b.out.id ? 1 : -1));
  return { looked: looked.length, items: items.slice(0, SHOWN) };
}

interface SideRow {
  id: string;
  ledger_id: string;
  account_id: string;
  out: boolean;
  transfer_id: string | null;
  split: boolean;
}

/** Both sides, locked, out of one ledger that the caller may change. */
async function lockSides(outId: string, inId: string): Promise<{ out: SideRow; in: SideRow }> {
  const rows = await query<SideRow>(
    `select t.id, t.ledger_id, t.account_id, t.amount < 0 as out, t.transfer_id, exists
      (select 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id) as split
     from finance_transactions t where t.workspace_id = $1 and t.id = any($2) and t.deleted_at is null
        order by t.id for update`,
    [currentWorkspaceId(), [outId, inId]],
  );
  const sideOf = (id: string) =>
    requireRecord(
      rows.find((row) => row.id === id),
      'editor',
      'The transaction',
    );
  const [out, into] = [await sideOf(outId), await sideOf(inId)];
  if (out.ledger_id !== into.ledger_id || out.account_id === into.account_id)
    throw new AppError('validation', 'A transfer lies between two accounts of one ledger.', { field: 'inId' });
  if (!out.out || into.out)
    throw new AppError('validation', 'A transfer goes out of one account and into another.', { field: 'inId' });
  if (out.transfer_id || into.transfer_id)
    throw new AppError('conflict', 'One of the two belongs to another transfer already.');
  return { out, in: into };
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function linkTransfer(input: { outId: string; inId: string }): Promise<{ id: string }> {
  return decide(input, 'accepted');
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function refuseTransfer(input: { outId: string; inId: string }): Promise<{ id: string }> {
  return decide(input, 'refused');
}

function decide(
  { outId, inId }: { outId: string; inId: string },
  state: 'accepted' | 'refused',
): Promise<{ id: string }> {
  return transaction(async () => {
    const { out, in: into } = await lockSides(outId, inId);
    if (state === 'accepted' && (out.split || into.split))
      throw new AppError('conflict', 'One of the two is split. Join its parts first.');
    if (state === 'accepted') await requireUnpaid([outId, inId]);
    const [kept] = await query<{ id: string }>(
      `insert into finance_transfers (id, workspace_id, ledger_id, out_id, in_id, state, decided_by)
        values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, out_id, in_id) do update
          set state = excluded.state, decided_by = excluded.decided_by, created_at = now() returning id`,
      [newId(), currentWorkspaceId(), out.ledger_id, outId, inId, state, currentUserId()],
    );
    if (state === 'accepted')
      await query(
        'update finance_transactions set transfer_id = $3, version = version + 1, updated_at = now() where workspace_id = $1 and id = any($2)',
        [currentWorkspaceId(), [outId, inId], kept!.id],
      );
    await tell([outId, inId], state === 'accepted' ? 'linked' : 'refused');
    return kept!;
  });
}

/**
 * A payment of a document cannot be a transfer. Called once the rows are locked.
 * @throws AppError `conflict`
 */
async function requireUnpaid(ids: readonly string[]): Promise<void> {
  const [paid] = await query(
    'select 1 from finance_payments where workspace_id = $1 and transaction_id = any($2) and removed_at is null limit 1',
    [currentWorkspaceId(), ids],
  );
  if (paid)
    throw new AppError('conflict', 'One of the two pays an invoice, a bill or expenses. Take that payment back first.');
}

async function tell(ids: readonly string[], what: 'linked' | 'refused' | 'unlinked'): Promise<void> {
  await emit(
    ...ids.map((id) => ({
      type: `finance.transaction.${what}`,
      subject: { type: 'transaction', id },
      paths: TRANSACTIONS_CHANGED,
    })),
  );
}

/** @throws AppError `not_found`, `forbidden`, `conflict` in a closed period */
export function removeTransfer(id: string): Promise<void> {
  return transaction(async () => {
    const [row] = await query<{ ledger_id: string; out_id: string; in_id: string }>(
      'select ledger_id, out_id, in_id from finance_transfers where workspace_id = $1 and id = $2 and activity_id is null for update',
      [currentWorkspaceId(), id],
    );
    const { out_id, in_id } = await requireRecord(row, 'editor', 'The transfer');
    await query(
      'update finance_transactions set transfer_id = null, version = version + 1, updated_at = now() where workspace_id = $1 and transfer_id = $2',
      [currentWorkspaceId(), id],
    );
    await query('delete from finance_transfers where workspace_id = $1 and id = $2', [currentWorkspaceId(), id]);
    await tell([out_id, in_id], 'unlinked');
  });
}
