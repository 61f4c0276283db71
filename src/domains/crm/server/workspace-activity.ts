/** How alive the CRM of a workspace is, for those who look after several. */
import { query } from '../../../server/db/index.ts';

export interface Pulse {
  contacts: number;
  openOpportunities: number;
  /** Tasks, calls and meetings that should have been done more than a week ago. */
  overdue: number;
  /** When a contact or an opportunity was last changed; null: there is none. */
  lastChangeAt: string | null;
}

/** Counts stop here. */
export const PULSE_CAP = 10_000;

const capped = (from: string) => `(select count(*)::int from (select 1 from ${from} limit ${PULSE_CAP}) few)`;

/** Of each of the workspaces, by id. Runs as system: it looks across walls. */
export async function pulseOf(workspaceIds: readonly string[]): Promise<Map<string, Pulse>> {
  const rows = await query<Pulse & { id: string }>(
    `select w.id, ${capped('contacts c where c.workspace_id = w.id and c.deleted_at is null')} as contacts,
       ${capped(`opportunities o where o.workspace_id = w.id and o.deleted_at is null and o.state = 'open'`)} as
          "openOpportunities",
       ${capped(`activities a where a.workspace_id = w.id and a.deleted_at is null and a.done_at is null and a.cancelled_at is null and a.due_at < now() - interval '7 days'`)} as overdue,
       greatest((select max(updated_at) from contacts c where c.workspace_id = w.id and c.deleted_at is null),
          (select max(updated_at) from opportunities o where o.workspace_id = w.id and o.deleted_at is null)) as
          "lastChangeAt"
     from unnest($1::uuid[]) as w(id)`,
    [workspaceIds],
  );
  return new Map(rows.map(({ id, ...pulse }) => [id, pulse]));
}
