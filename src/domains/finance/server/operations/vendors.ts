/** People's entries about vendors: the owner, and the date to cancel by, with a reminder before it. */
import { addDays, dayAt } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { operations, VendorInput } from '../../contract.ts';
import { OPERATIONS } from '../../paths.ts';
import { requireLedger } from '../ledgers/access.ts';

/** @throws AppError `not_found`, `forbidden`, `stale`; `validation` for an owner who does not see the ledger */
export function setVendor({
  ledgerId,
  merchant,
  version,
  ownerId,
  cancelBy,
  remindDays,
  notes,
}: VendorInput): Promise<{ version: number }> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    if (ownerId) {
      const members = await query(
        'select 1 from finance_ledger_members where workspace_id = $1 and ledger_id = $2 and user_id = $3',
        [currentWorkspaceId(), ledgerId, ownerId],
      );
      if (members.length === 0)
        throw new AppError('validation', 'This ledger is not shared with this person.', { field: 'ownerId' });
    }
    const values = [currentWorkspaceId(), ledgerId, merchant, ownerId, cancelBy, remindDays, notes];
    const [row] =
      version === 0
        ? await query<{ version: number }>(
            `insert into finance_vendors (id, workspace_id, ledger_id, merchant, owner_id, cancel_by, remind_days,
              notes) values ($8, $1, $2, $3, $4, $5, $6, $7) on conflict (workspace_id, ledger_id, merchant)
              do nothing returning version`,
            [...values, newId()],
          )
        : await query<{ version: number }>(
            `update finance_vendors set owner_id = $4, cancel_by = $5, remind_days = $6, notes = $7,
              version = version + 1, updated_at = now() where workspace_id = $1 and ledger_id = $2 and merchant = $3
              and version = $8 returning version`,
            [...values, version],
          );
    if (!row)
      throw new AppError('stale', 'Someone else changed this vendor in the meantime. Your changes were not saved.');
    await emit({ type: 'finance.vendor.updated', data: { merchant, ownerId, cancelBy }, paths: [OPERATIONS] });
    return row;
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function dismissAnomaly({ ledgerId, key, dismissed }: BodyOf<typeof operations.dismiss>): Promise<void> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    if (dismissed)
      await query(
        'insert into finance_anomaly_dismissals (workspace_id, ledger_id, key, dismissed_by) values ($1, $2, $3, $4) on conflict do nothing',
        [currentWorkspaceId(), ledgerId, key, currentUserId()],
      );
    else
      await query('delete from finance_anomaly_dismissals where workspace_id = $1 and ledger_id = $2 and key = $3', [
        currentWorkspaceId(),
        ledgerId,
        key,
      ]);
    await emit({
      type: dismissed ? 'finance.anomaly.dismissed' : 'finance.anomaly.restored',
      data: { key },
      paths: [OPERATIONS],
    });
  });
}

export const CANCEL = defineNotificationKind({
  name: 'vendor_cancel_by',
  group: 'Finance',
  label: 'Vendors to cancel',
  hint: 'Some days before a vendor renews, as the vendor says.',
  ways: { inApp: true, email: false },
});
const BATCH = 500;

interface Due {
  id: string;
  workspace_id: string;
  ledger_id: string;
  merchant: string;
  cancel_by: string;
  remind_days: number;
  time_zone: string;
  recipients: string[];
}

/** The owner is told; without one, whoever may change the ledger. Runs as system. @param now the present instant */
export async function remindOfCancelling(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Due>(
      `select v.id, v.workspace_id, v.ledger_id, v.merchant, v.cancel_by, v.remind_days, w.time_zone, array(
          select m.user_id from finance_ledger_members m join users u on u.id = m.user_id and u.active
          where m.workspace_id = v.workspace_id and m.ledger_id = v.ledger_id
            and (m.user_id = v.owner_id or (v.owner_id is null and m.role <> 'viewer'))) as recipients
       from finance_vendors v join workspaces w on w.id = v.workspace_id and w.archived_at is null
       where v.cancel_by is not null and v.reminded_for is distinct from v.cancel_by and v.id > $1
          order by v.id limit ${BATCH}`,
      [after],
    );
    for (const row of rows) await remind(row, dayAt(now, row.time_zone));
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind(row: Due, today: string): Promise<void> {
  if (today < addDays(row.cancel_by, -row.remind_days) || today > row.cancel_by) return;
  await transaction(async () => {
    const marked = await query(
      'update finance_vendors set reminded_for = cancel_by where id = $1 and workspace_id = $2 and cancel_by = $3 and reminded_for is distinct from cancel_by returning id',
      [row.id, row.workspace_id, row.cancel_by],
    );
    if (marked.length === 0) return;
    for (const userId of row.recipients) {
      await tellUser(userId, CANCEL, {
        title: `Cancel ${row.merchant} by ${row.cancel_by}, or it renews`,
        body: '',
        href: `/operational-expenses?ledger=${row.ledger_id}&vendor=${encodeURIComponent(row.merchant)}`,
        subject: { type: 'vendor', id: row.id },
        key: `vendor:${row.id}:${row.cancel_by}`,
        workspaceId: row.workspace_id,
      });
    }
  });
}

export const cancelRemindersRecurring = defineRecurring({
  name: 'finance.cancel_reminders',
  title: 'Reminders of vendors to cancel',
  every: 3600,
  handler: () => remindOfCancelling(new Date()),
});
