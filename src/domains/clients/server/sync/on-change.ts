/** Syncs that run on changes: what changed is noted, and a run is asked for. */
import { asSystem, execute, query, transaction } from '../../../../server/db/index.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import { SYNC_KINDS } from '../../contract/sync.ts';
import { DEFINITION, type DefinitionRow } from './rows.ts';
import { startRun } from './run.ts';

const CHANGES = ['created', 'updated', 'restored', 'merged'];
/** A lead's status is told by what was done. */
const STATUS_CHANGES = ['lead.converted', 'lead.reopened'];

async function onChange(event: RecordedEvent): Promise<void> {
  const { subject, workspaceId } = event;
  if (!subject) return;
  await asSystem(() =>
    transaction(async () => {
      const found = await query<DefinitionRow>(
        `${DEFINITION} where (d.workspace_id = $1 or d.client_id = $1) and d.kind = $2 and d.schedule = 'change'
          and d.state = 'on' and w.archived_at is null`,
        [workspaceId, subject.type],
      );
      for (const definition of found) {
        const side = definition.client_id === workspaceId ? 'client' : 'ops';
        // The sync's own changes match the link already. Skipping them prevents an endless loop.
        const [own] = await query(
          `select 1 from sync_links where definition_id = $1 and ${side}_record = $2 and ${side}_version = $3`,
          [definition.id, subject.id, Number(event.data['version'] ?? -1)],
        );
        if (own) continue;
        await execute(
          `insert into sync_dirty as d (definition_id, workspace_id, side, record_id, chain) values ($1, $2, $3, $4, $5)
         on conflict (definition_id, side, record_id) do update
            set chain = d.chain || array(select unnest(excluded.chain) except select unnest(d.chain))`,
          [definition.id, definition.workspace_id, side, subject.id, [...(event.cause?.chain ?? [])]],
        );
        await query('select 1 from sync_definitions where id = $1 for update', [definition.id]);
        // A run that waits will see it. One that is at work may have passed it, and it is looked at once more.
        const [waiting] = await query(
          `select 1 from sync_runs r join jobs j on j.id = r.job_id and j.state = 'queued'
            where r.definition_id = $1 and r.cause = 'change'`,
          [definition.id],
        );
        if (!waiting) await startRun(definition, 'change');
      }
    }),
  );
}

/**
 * An import tells of itself, not of each of its records; one of contacts makes companies, too. Everything is looked
 * through, unless a run that waits will do so anyhow.
 */
async function onImport({ workspaceId }: RecordedEvent): Promise<void> {
  await asSystem(() =>
    transaction(async () => {
      const found = await query<DefinitionRow>(
        `${DEFINITION} where (d.workspace_id = $1 or d.client_id = $1) and d.schedule = 'change' and d.state = 'on'
          and w.archived_at is null`,
        [workspaceId],
      );
      for (const definition of found) await lookThrough(definition);
    }),
  );
}

async function lookThrough(definition: DefinitionRow): Promise<void> {
  await query('select 1 from sync_definitions where id = $1 for update', [definition.id]);
  const [waiting] = await query(
    `select 1 from sync_runs r join jobs j on j.id = r.job_id and j.state = 'queued'
      where r.definition_id = $1 and r.cause <> 'change' and not r.dry`,
    [definition.id],
  );
  if (!waiting) await startRun(definition, 'schedule');
}

/** The kinds that are brought over with the name of their company. */
const NAMED = { contact: 'contacts', opportunity: 'opportunities' } as const;

/**
 * Records whose company is called otherwise now, or went, have no new version for it: the next run is to look at them
 * all the same.
 */
async function onCompany({ type, subject, workspaceId, data }: RecordedEvent): Promise<void> {
  const changes = data['changes'] as { field: string }[] | undefined;
  if (!subject || (type === 'company.updated' && !changes?.some(({ field }) => field === 'name'))) return;
  await asSystem(() =>
    transaction(async () => {
      const found = await query<DefinitionRow>(
        `${DEFINITION} where (d.workspace_id = $1 or d.client_id = $1) and d.kind = any($2) and w.archived_at is null`,
        [workspaceId, Object.keys(NAMED)],
      );
      for (const definition of found) {
        const side = definition.client_id === workspaceId ? 'client' : 'ops';
        if (!definition.mapping.some((pair) => pair[side] === 'companyName')) continue;
        const [marked] = await query<{ n: number }>(
          `with marked as (update sync_links l set ${side}_version = 0
            from ${NAMED[definition.kind as keyof typeof NAMED]} r
            where l.definition_id = $1 and l.${side}_record = r.id and r.workspace_id = $2 and r.company_id = $3
            returning 1)
         select count(*)::int as n from marked`,
          [definition.id, workspaceId, subject.id],
        );
        if (marked!.n > 0 && definition.schedule === 'change' && definition.state === 'on')
          await lookThrough(definition);
      }
    }),
  );
}

/** Those of workspaces that are synchronised. */
async function ofLinked(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const rows = await query<{ workspace_id: string; client_id: string }>(
    'select workspace_id, client_id from sync_definitions where (workspace_id = any($1) or client_id = any($1)) and kind = any($2)',
    [[...new Set(events.map(({ workspaceId }) => workspaceId))], Object.keys(NAMED)],
  );
  const linked = new Set(rows.flatMap((row) => [row.workspace_id, row.client_id]));
  return events.filter(({ workspaceId }) => linked.has(workspaceId));
}

/** Those of workspaces that are synchronised as they change. */
async function ofSynced(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const rows = await query<{ workspace_id: string; client_id: string }>(
    `select workspace_id, client_id from sync_definitions
      where (workspace_id = any($1) or client_id = any($1)) and schedule = 'change' and state = 'on'`,
    [[...new Set(events.map(({ workspaceId }) => workspaceId))]],
  );
  const synced = new Set(rows.flatMap((row) => [row.workspace_id, row.client_id]));
  return events.filter(({ workspaceId }) => synced.has(workspaceId));
}

export const syncSubscriber = subscribe(
  [...SYNC_KINDS.flatMap((kind) => CHANGES.map((change) => `${kind}.${change}`)), ...STATUS_CHANGES],
  'clients.sync',
  onChange,
  { sift: ofSynced },
);
export const syncImportsSubscriber = subscribe(
  ['import.finished', 'import.cancelled', 'import.reverted'],
  'clients.sync_imports',
  onImport,
  { sift: ofSynced },
);
export const syncCompaniesSubscriber = subscribe(
  ['company.updated', 'company.deleted', 'company.restored', 'company.merged'],
  'clients.sync_companies',
  onCompany,
  { sift: ofLinked },
);
