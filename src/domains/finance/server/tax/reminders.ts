/** Tells the people of a profile's ledger before an estimated payment is due: each occasion once. */
import { dayAt } from '../../../../kernel/days.ts';
import { query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { corporateDueDays, estimatedDueDays, US_TAX_YEARS } from '../../engine/tax/us/index.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';

const DUE = defineNotificationKind({
  name: 'tax_due', group: 'Finance', label: 'Estimated tax payments', hint: 'Some days before an estimated tax payment is due, as the tax profile says.', ways: { inApp: true, email: false },
});

/** From this hour of the workspace's day on people are told. */
const FIRST_HOUR = 8;
const BATCH = 500;

interface Candidate { id: string; workspace_id: string; ledger_id: string; name: string; kind: string; remind_days: number[]; time_zone: string; recipients: string[] }

const CANDIDATES = `select p.id, p.workspace_id, p.ledger_id, p.name, p.kind, p.remind_days, w.time_zone, array(
    select m.user_id from finance_ledger_members m join users u on u.id = m.user_id and u.active
    where m.workspace_id = p.workspace_id and m.ledger_id = p.ledger_id and m.role in ('owner', 'editor')) as recipients
  from finance_tax_profiles p join workspaces w on w.id = p.workspace_id and w.archived_at is null
  where p.deleted_at is null and p.kind in ('person', 'cCorporation') and cardinality(p.remind_days) > 0 and p.id > $1 order by p.id limit ${BATCH}`;

/** Looks at every profile, in all workspaces; runs as system. @param now the present instant */
export async function remindOfTax(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Candidate>(CANDIDATES, [after]);
    for (const row of rows) await remind(row, now);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/** The next due day, with the year that it is for. */
export function nextDue(kind: string, today: string): { year: number; day: string } | undefined {
  return US_TAX_YEARS.flatMap((year) => (kind === 'cCorporation' ? corporateDueDays(year) : estimatedDueDays(year)).map((day) => ({ year, day }))).filter((one) => one.day >= today).sort((a, b) => (a.day < b.day ? -1 : 1))[0];
}

async function remind(row: Candidate, now: Date): Promise<void> {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: row.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  if (hour < FIRST_HOUR) return;
  const today = dayAt(now, row.time_zone);
  const due = nextDue(row.kind, today);
  if (!due) return;
  const left = daysBetween(today, due.day);
  // After a pause only the nearest is told.
  const rung = [...row.remind_days].sort((a, b) => a - b).find((days) => left <= days);
  if (rung === undefined) return;
  await transaction(async () => {
    const told = await query('insert into finance_tax_reminders (workspace_id, profile_id, due_on, days_before) values ($1, $2, $3, $4) on conflict do nothing returning profile_id', [row.workspace_id, row.id, due.day, rung]);
    if (told.length === 0) return;
    const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`;
    for (const userId of row.recipients) {
      await tellUser(userId, DUE, {
        title: `${row.name}: estimated tax for ${due.year} due ${when}`, body: `Due on ${due.day}. The amount stands under Payments.`, href: `/tax-management?ledger=${row.ledger_id}&profile=${row.id}&year=${due.year}&tab=payments`, subject: { type: 'tax_profile', id: row.id },
        key: `tax:${row.id}:${due.day}:${rung}`, workspaceId: row.workspace_id,
      });
    }
  });
}

defineRecurring({ name: 'finance.tax_reminders', title: 'Reminders of estimated tax payments', every: 900, handler: () => remindOfTax(new Date()) });
