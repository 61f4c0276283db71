/**
 * All that happened with a record, newest first: its changes, notes, comments, files and whatever its kind adds, in one
 * stream.
 */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { agentOf, type Cause } from '../../../server/events/cause.ts';
import { keepHistory } from '../../../server/events/history.ts';
import type { TimelineEntry } from '../../contract.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { peopleNames } from '../workspace.ts';
import type { KindBase } from '../list/list-kind.ts';
import { withLinkedNames } from './linked-names.ts';
import { READERS } from '../notes/note-readers.ts';
import { requireRecord } from '../require-record.ts';

keepHistory({
  contact: 'contacts',
  company: 'companies',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
});

interface Row {
  kind: TimelineEntry['kind'];
  id: string;
  at: string;
  actor_id: string | null;
  data: Record<string, unknown> & { cause?: Cause | null };
}

/**
 * Events of a record that are entries of their own; the others (a note written, a file attached) are told by what they
 * left.
 */
const TOLD = [
  'created',
  'updated',
  'deleted',
  'restored',
  'merged',
  'moved',
  'converted',
  'completed',
  'reopened',
  'renewed',
  'shared',
  'noted',
] as const;

/** A merge names itself for as long as it can be undone. */
const EVENT_DATA = `jsonb_build_object('cause', e.cause) || case when e.data ? 'mergeId' and not exists
  (select 1 from record_merges m where m.workspace_id = e.workspace_id and m.id = (e.data->>'mergeId')::uuid
  and m.undone_at is null)
     then e.data - 'mergeId' else e.data end`;
const changes = (
  kind: string,
) => `select split_part(e.type, '.', 2) as kind, 'event-' || lpad(e.id::text, 20, '0') as id, e.at, e.actor_id,
  ${EVENT_DATA} as data from events e
   where e.workspace_id = $1 and e.subject_type = '${kind}' and e.subject_id = $2::uuid::text
     and e.type in (${TOLD.map((one) => `'${kind}.${one}'`).join(', ')})`;
const NOTES = `select 'note' as kind, 'note-' || n.id as id, n.created_at as at, n.created_by as actor_id,
     jsonb_build_object('id', n.id, 'text', n.text, 'body', n.body, 'mentions', n.mentions, 'pinned', n.pinned, 'readers', ${READERS},
        'version', n.version) as data
   from record_notes n where n.workspace_id = $1 and n.record_id = $2 and n.deleted_at is null`;
const COMMENTS = `select 'comment' as kind, 'comment-' || c.id as id, c.created_at as at, c.created_by as actor_id,
     jsonb_build_object('id', c.id, 'text', c.text, 'body', c.body, 'mentions', c.mentions, 'reply', c.parent_id is not null) as data
   from record_comments c where c.workspace_id = $1 and c.record_id = $2 and c.deleted_at is null`;
const FILES = `select 'file' as kind, 'file-' || f.id as id, f.created_at as at, f.created_by as actor_id,
     jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) as data
   from record_files f where f.workspace_id = $1 and f.record_id = $2`;

const added = new Map<string, string[]>();

/**
 * Adds a source to the timeline of a kind, for domains above it: a select of `kind, id, at, actor_id, data` for record
 * `$2` of workspace `$1`. It is read in the name of whoever looks.
 */
export function addTimelineSource(kind: RecordKind, source: string): void {
  added.set(kind, [...(added.get(kind) ?? []), source]);
}

/** SQL of an instant as it travels inside JSON. */
export function wireInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Each source gives at most a page, newest first, so that a long history costs no more than a short one.
 * @param limit as the text says it: where it is a number, one plan fits all
 */
function readSql(kind: KindBase, limit: string): string {
  const union = [
    changes(kind.kind),
    NOTES,
    COMMENTS,
    FILES,
    ...(kind.timeline ?? []),
    ...(added.get(kind.kind) ?? []),
  ].map(
    (source) =>
      `(select * from (${typeof source === 'string' ? source : source(limit)}) s where $3::timestamptz is null
        or (s.at, s.id collate "C") < ($3, $4 collate "C") order by s.at desc, s.id collate "C" desc limit ${limit})`,
  );
  return `select * from (${union.join(' union all ')}) entries order by at desc, id collate "C" desc limit ${limit}`;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([a-z]+-[0-9a-f-]{1,40})$/;

/** Lengths of usual pages. To plan such a statement takes longer than to run it: theirs are planned once. */
const USUAL: ReadonlySet<number> = new Set([30, 50]);

/** @throws AppError `not_found`, `bad_request` */
export async function recordTimeline(
  kind: KindBase,
  recordId: string,
  request: { cursor?: string | undefined; limit: number },
): Promise<{ items: TimelineEntry[]; next: string | null }> {
  await requireRecord(kind, recordId);
  const cursor =
    request.cursor === undefined ? undefined : CURSOR.exec(Buffer.from(request.cursor, 'base64url').toString('latin1'));
  if (cursor === null)
    throw new AppError('bad_request', 'This page marker does not fit the list.', { field: 'cursor' });
  const values = [currentWorkspaceId(), recordId, cursor?.[1] ?? null, cursor?.[2] ?? ''];
  const most = request.limit + 1;
  const rows = await (USUAL.has(request.limit)
    ? query<Row>(readSql(kind, String(most)), values, `crm_timeline_${kind.kind}_${request.limit}`)
    : query<Row>(readSql(kind, '$5'), [...values, most]));
  const more = rows.length > request.limit;
  if (more) rows.pop();
  const names = await peopleNames(rows.map((row) => row.actor_id));
  const makers = await makersOf(rows);
  const lead =
    kind.kind === 'opportunity' && rows.some((row) => row.kind === 'created') ? await leadOf(recordId) : undefined;
  const last = rows.at(-1);
  return {
    items: await withLinkedNames(
      rows.map((row) => ({
        ...withAgent(toEntry(row, names), row.data.cause ?? makers.get(row.data.id as string)),
        ...(row.kind === 'created' && lead && { lead }),
      })),
    ),
    next: more && last ? Buffer.from(`${last.at} ${last.id}`).toString('base64url') : null,
  };
}

/** Causes of the activities and opportunities that automations created. */
async function makersOf(rows: readonly Row[]): Promise<Map<string, Cause>> {
  const ids = rows.flatMap(({ kind, data }) =>
    kind === 'activity' || kind === 'opportunity' ? [data.id as string] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await query<{ id: string; cause: Cause }>(
    `select subject_id as id, cause from events where workspace_id = $1 and subject_type = any('{activity,opportunity}')
      and subject_id = any($2)
       and type in ('activity.created', 'opportunity.created') and cause is not null`,
    [currentWorkspaceId(), ids],
    'crm_timeline_makers',
  );
  return new Map(found.map(({ id, cause }) => [id, cause]));
}

/** The lead that was converted into an opportunity. */
async function leadOf(opportunityId: string): Promise<TimelineEntry['lead']> {
  const [lead] = await query<NonNullable<TimelineEntry['lead']>>(
    'select id, name from leads where workspace_id = $1 and opportunity_id = $2 and deleted_at is null limit 1',
    [currentWorkspaceId(), opportunityId],
    'crm_timeline_lead',
  );
  return lead;
}

/** The visitor wrote a web form's entry. The person named in the event only approved it. */
function withAgent(entry: TimelineEntry, cause: Cause | null | undefined): TimelineEntry {
  const through = agentOf(cause);
  if (through?.kind === 'form' && entry.kind === 'created')
    return { ...entry, by: null, through, ...(entry.by && { letThrough: entry.by }) };
  return through ? { ...entry, through } : entry;
}

function toEntry(row: Row, names: ReadonlyMap<string, string>): TimelineEntry {
  const name = row.actor_id === null ? undefined : names.get(row.actor_id);
  const entry: TimelineEntry = {
    id: row.id,
    kind: row.kind,
    at: row.at,
    by: name === undefined ? null : { id: row.actor_id!, name },
  };
  switch (row.kind) {
    case 'note':
      return { ...entry, note: row.data as NonNullable<TimelineEntry['note']> };
    case 'comment':
      return { ...entry, comment: row.data as NonNullable<TimelineEntry['comment']> };
    case 'file':
      return { ...entry, file: row.data as NonNullable<TimelineEntry['file']> };
    case 'activity':
      return { ...entry, activity: row.data as NonNullable<TimelineEntry['activity']> };
    case 'email':
      return { ...entry, email: row.data as NonNullable<TimelineEntry['email']> };
    case 'visit':
      return { ...entry, visit: row.data as NonNullable<TimelineEntry['visit']> };
    case 'opportunity':
      return { ...entry, opportunity: row.data as NonNullable<TimelineEntry['opportunity']> };
    default: {
      const detail = row.data.detail ?? row.data.mergedName;
      if (Array.isArray(row.data.changes)) entry.changes = row.data.changes as NonNullable<TimelineEntry['changes']>;
      if (typeof detail === 'string') entry.detail = detail;
      if (typeof row.data.mergeId === 'string') entry.mergeId = row.data.mergeId;
      return entry;
    }
  }
}
