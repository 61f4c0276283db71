/** Permissions in a ledger. A ledger that is not shared with the caller looks as if it did not exist. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { LedgerRole } from '../../contract.ts';

const RANK: Readonly<Record<LedgerRole, number>> = { viewer: 0, editor: 1, owner: 2 };

/**
 * @param what names the thing that was asked for, in the words of its error
 * @throws AppError `not_found` when the caller may not see the ledger; `forbidden` when they may see it and not do that
 */
export async function requireLedger(
  ledgerId: string,
  needed: LedgerRole = 'viewer',
  what = 'The ledger',
): Promise<LedgerRole> {
  const [member] = await query<{ role: LedgerRole }>(
    'select role from finance_ledger_members where workspace_id = $1 and ledger_id = $2 and user_id = $3',
    [currentWorkspaceId(), ledgerId, currentUserId()],
    'finance_role',
  );
  if (!member) throw notFound(what);
  if (RANK[member.role] < RANK[needed])
    throw new AppError(
      'forbidden',
      needed === 'owner' ? 'Only an owner of this ledger may do that.' : 'You may see this ledger, and not change it.',
    );
  return member.role;
}

/**
 * The ledger behind a record's id, if the caller has the permission.
 * @throws AppError `not_found`, `forbidden`
 */
export async function requireRecord<Row extends { ledger_id: string }>(
  row: Row | undefined,
  needed: LedgerRole,
  what: string,
): Promise<Row> {
  if (!row) throw notFound(what);
  await requireLedger(row.ledger_id, needed, what);
  return row;
}

/** @throws AppError `stale` */
export function requireVersion(row: { version: number }, version: number, what: string): void {
  if (row.version !== version)
    throw new AppError('stale', `Someone else changed ${what} in the meantime. Your changes were not saved.`);
}
