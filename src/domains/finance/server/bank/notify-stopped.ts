/**
 * Notifies people once that a bank connection has stopped, until it has synced again: no one watches a list of
 * connections while balances look current. It checks the current state, so the cause does not matter.
 */
import { inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { BATCH, recipientsOf } from '../ledgers/reminders.ts';

export const STOPPED = defineNotificationKind({
  name: 'bank_stopped',
  group: 'Finance',
  label: 'Bank connections that stopped',
  hint: 'A bank wants a new sign-in, has brought nothing for two days, or whoever connected it is deactivated.',
  ways: { inApp: true, email: true },
});

/** A bank that does not answer for a night is no news. */
const PATIENCE = '2 days';

interface Stopped {
  id: string;
  workspace_id: string;
  ledger_id: string;
  kind: string;
  institution_name: string;
  state: 'active' | 'login_required' | 'failed';
  problem: string;
  maker_left: boolean;
  recipients: string[];
}

/** Looks at the connections of all workspaces; runs as system. @param now the present instant */
export async function tellOfStopped(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Stopped>(
      `select c.id, c.workspace_id, c.ledger_id, l.kind, c.institution_name, c.state, c.problem,
        u.id is null as maker_left, ${recipientsOf('c')} as recipients
       from bank_connections c join workspaces w on w.id = c.workspace_id and w.archived_at is null
          join finance_ledgers l on l.id = c.ledger_id left join users u on u.id = c.created_by and u.active
       where c.told_stopped_at is null and c.id > $1 and app_is_on(c.workspace_id, 'finance')
         and (c.state = 'login_required'
            or ((c.state = 'failed' or (c.state = 'active' and u.id is null))
            and coalesce(c.last_synced_at, c.created_at) < $2::timestamptz - interval '${PATIENCE}'))
       order by c.id limit ${BATCH}`,
      [after, now],
    );
    // A failure of one must not block the others.
    for (const row of rows)
      await tell(row, now).catch((error: unknown) =>
        log().error({ err: error, connection: row.id }, 'nobody could be told of a bank connection that stopped'),
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

function tell(row: Stopped, now: Date): Promise<void> {
  return inWorkspace(row.workspace_id, null, () =>
    transaction(async () => {
      const marked = await query(
        'update bank_connections set told_stopped_at = $3 where workspace_id = $1 and id = $2 and told_stopped_at is null and state = $4 returning id',
        [row.workspace_id, row.id, now, row.state],
      );
      if (marked.length === 0) return;
      for (const userId of row.recipients)
        await tellUser(userId, STOPPED, {
          ...wordsOf(row),
          href: `/finance?ledger=${row.ledger_id}`,
          subject: { type: 'bank_connection', id: row.id },
        });
    }),
  );
}

function wordsOf({ institution_name: name, state, problem, maker_left: makerLeft }: Stopped): {
  title: string;
  body: string;
} {
  if (state === 'login_required')
    return { title: `${name} wants you to sign in again`, body: 'Until then nothing new comes from this bank.' };
  if (makerLeft)
    return {
      title: `${name} is synced no longer`,
      body: 'Whoever connected it is deactivated. Connect the bank in your own name: what is there already stays.',
    };
  return { title: `${name} has brought nothing for two days`, body: problem };
}

export const bankStoppedRecurring = defineRecurring({
  name: 'finance.bank_stopped',
  title: 'Bank connections that stopped',
  every: 900,
  handler: () => tellOfStopped(new Date()),
});
