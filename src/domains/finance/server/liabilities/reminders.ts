/** Tells the people of a ledger before a payment of a loan or card is due: each occasion once. */
import { dayAt } from '../../../../kernel/days.ts';
import { query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { type LiabilityRow, SELECT_LIABILITIES, toLiability } from './rows.ts';

const DUE = defineNotificationKind({
  name: 'liability_due', group: 'Finance', label: 'Payments that are due', hint: 'Some days before a payment of a loan or card is due, as the loan or card says.', ways: { inApp: true, email: false },
});

/** From this hour of the workspace's day on people are told. */
const FIRST_HOUR = 8;
const BATCH = 500;

interface Candidate extends LiabilityRow { workspace_id: string; time_zone: string; recipients: string[] }

const CANDIDATES = `${SELECT_LIABILITIES.replace('select l.id', `select l.workspace_id, w.time_zone, array(
      select m.user_id from finance_ledger_members m join users u on u.id = m.user_id and u.active
      where m.workspace_id = l.workspace_id and m.ledger_id = l.ledger_id and m.role in ('owner', 'editor')) as recipients, l.id`)}
  join workspaces w on w.id = l.workspace_id and w.archived_at is null
  where l.deleted_at is null and a.archived_at is null and cardinality(l.remind_days) > 0 and l.id > $1 order by l.id limit ${BATCH}`;

/** Looks at every loan and card, in all workspaces; runs as system. @param now the present instant */
export async function remindOfPayments(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Candidate>(CANDIDATES, [after]);
    for (const row of rows) await remind(row, now);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind(row: Candidate, now: Date): Promise<void> {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: row.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  if (hour < FIRST_HOUR) return;
  const today = dayAt(now, row.time_zone);
  const due = toLiability(row, today).nextDue;
  if (!due) return;
  const left = daysBetween(today, due.day);
  // After a pause only the nearest is told.
  const rung = [...row.remind_days].sort((a, b) => a - b).find((days) => left <= days);
  if (rung === undefined) return;
  await transaction(async () => {
    const told = await query('insert into finance_liability_reminders (workspace_id, liability_id, due_on, days_before) values ($1, $2, $3, $4) on conflict do nothing returning liability_id', [row.workspace_id, row.id, due.day, rung]);
    if (told.length === 0) return;
    const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`;
    for (const userId of row.recipients) {
      await tellUser(userId, DUE, {
        title: `${row.name}: ${due.amount} ${row.currency} due ${when}`, body: `Due on ${due.day}.`, href: `/liabilities?ledger=${row.ledger_id}&open=${row.id}`, subject: { type: 'liability', id: row.id },
        key: `liability:${row.id}:${due.day}:${rung}`, workspaceId: row.workspace_id,
      });
    }
  });
}

defineRecurring({ name: 'finance.liability_reminders', title: 'Reminders of payments that are due', every: 900, handler: () => remindOfPayments(new Date()) });
