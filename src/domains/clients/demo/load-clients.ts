/** The agency's sync with a sample client, and that client's service history. */
import { newId } from '../../../kernel/ids.ts';
import { execute } from '../../../server/db/index.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Days ago, duration in hours, and text; newest last, in id order. */
const TROUBLES = [
  [23, 6, 'jobs', 'warning', '1 piece of work failed in the last day.'],
  [9, 1, 'imports', 'error', 'The import of spring-leads.csv failed.'],
  [2, 3, 'webhooks', 'warning', '4 messages are being tried again.'],
] as const;

/** Runs as system, once both workspaces exist. The sync is paused, so that its dry run is seen first. */
export async function loadClients(house: string, client: string, now: Date): Promise<void> {
  const fields = ['firstName', 'lastName', 'title', 'companyName', 'emails', 'phones', 'city', 'country', 'tags'];
  await execute(
    `insert into sync_definitions (id, workspace_id, client_id, kind, direction, conflict_rule, mapping, filter,
      schedule, state) values ($1, $2, $3, 'contact', 'to_ops', 'ask', $4, $5, 'change', 'paused')`,
    [
      newId(),
      house,
      client,
      JSON.stringify(fields.map((field) => ({ ops: field, client: field }))),
      JSON.stringify({
        match: 'all',
        conditions: [{ field: 'createdAt', op: 'within', value: { range: 'last_days', days: 30 } }],
      }),
    ],
  );
  for (const [days, hours, service, status, detail] of TROUBLES) {
    const started = now.getTime() - days * DAY;
    await execute(
      'insert into service_states (id, workspace_id, service, status, detail, started_at, ended_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        newId(),
        client,
        service,
        status,
        detail,
        new Date(started).toISOString(),
        new Date(started + hours * HOUR).toISOString(),
      ],
    );
  }
}
