/** Telling the people of ledgers before something is due: each occasion once, at an hour of the day where they are. */
import { dayAt } from '../../../../kernel/days.ts';
import { query, transaction } from '../../../../server/db/index.ts';
import { log } from '../../../../server/observability/log.ts';
import { tellUser } from '../../../notifications/index.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';

/** From this hour of the workspace's day on people are told. */
const FIRST_HOUR = 8;
export const BATCH = 500;

/** Recipients of notifications about the ledger of `alias`, as an array of users. */
export const recipientsOf = (alias: string): string => `array(
    select m.user_id from finance_ledger_members m join users u on u.id = m.user_id and u.active
    where m.workspace_id = ${alias}.workspace_id and m.ledger_id = ${alias}.ledger_id
      and m.role in ('owner', 'editor'))`;

export interface Remindable {
  id: string;
  workspace_id: string;
  name: string;
  remind_days: number[];
  time_zone: string;
  recipients: string[];
}

/** The next due item and its notification. */
interface Due {
  day: string;
  title: (when: string) => string;
  body: string;
  href: string;
}

export interface Reminders<Row extends Remindable> {
  kind: Parameters<typeof tellUser>[1];
  subject: string;
  /** Rows after the id `$1`, in the order of their ids, at most {@link BATCH}. */
  candidates: string;
  /** Where it is kept what was told, and its column of the row. */
  told: { table: string; column: string };
  dueOf: (row: Row, today: string) => Due | undefined;
}

/** Looks at every row, in all workspaces; runs as system. @param now the present instant */
export async function remindAll<Row extends Remindable>(reminders: Reminders<Row>, now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Row>(reminders.candidates, [after]);
    // A failure of one must not block the others.
    for (const row of rows)
      await remind(reminders, row, now).catch((error: unknown) =>
        log().error({ err: error, subject: reminders.subject, id: row.id }, 'nobody could be reminded'),
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind<Row extends Remindable>(
  { kind, subject, told, dueOf }: Reminders<Row>,
  row: Row,
  now: Date,
): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: row.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  if (hour < FIRST_HOUR) return;
  const today = dayAt(now, row.time_zone);
  const due = dueOf(row, today);
  if (!due) return;
  const left = daysBetween(today, due.day);
  // After a pause only the nearest is told.
  const rung = [...row.remind_days].sort((a, b) => a - b).find((days) => left <= days);
  if (rung === undefined) return;
  await transaction(async () => {
    const first = await query(
      `insert into ${told.table} (workspace_id, ${told.column}, due_on, days_before)
        values ($1, $2, $3, $4) on conflict do nothing returning ${told.column}`,
      [row.workspace_id, row.id, due.day, rung],
    );
    if (first.length === 0) return;
    const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`;
    for (const userId of row.recipients) {
      await tellUser(userId, kind, {
        title: due.title(when),
        body: due.body,
        href: due.href,
        subject: { type: subject, id: row.id },
        key: `${kind.name}:${row.id}:${due.day}:${rung}`,
        workspaceId: row.workspace_id,
      });
    }
  });
}
