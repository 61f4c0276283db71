/** Meetings as the API shows them. */
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { hasModel } from '../../assistants/index.ts';
import type { Meeting, MeetingItem, MeetingRow, MeetingSummary, Speaker, TranscriptSegment } from '../contract.ts';
import { openShares } from './shares.ts';

interface MeetingRecord {
  id: string;
  version: number;
  title: string;
  heldAt: string;
  durationMs: number | null;
  segmentCount: number;
  topics: string[];
  summary: MeetingSummary;
  summaryState: Meeting['summaryState'];
  summaryError: string;
  contactId: string | null;
  opportunityId: string | null;
  createdBy: string | null;
}

/** @throws AppError `not_found` */
export async function requireMeeting(id: string): Promise<MeetingRecord> {
  const [row] = await query<MeetingRecord>(
    `select id, version, title, held_at as "heldAt", duration_ms::float8 as "durationMs", segment_count as "segmentCount",
       topics, summary, summary_state as "summaryState", summary_error as "summaryError", contact_id as "contactId",
       opportunity_id as "opportunityId", created_by as "createdBy"
     from meetings where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The meeting');
  return row;
}

export const readSpeakers = (id: string): Promise<Speaker[]> =>
  query<Speaker>(
    `select s.label, s.name, s.share, s.spoken_ms::float8 as "spokenMs", s.words, s.interruptions, s.questions,
       case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as "user",
       case when c.id is not null then jsonb_build_object('id', c.id, 'name', s.name) end as "contact"
     from meeting_speakers s left join workspace_people p on p.id = s.user_id
       left join contacts c on c.id = s.contact_id and c.deleted_at is null
      where s.meeting_id = $1 order by s.share desc, s.label`,
    [id],
  );

const readItems = (id: string): Promise<MeetingItem[]> =>
  query<MeetingItem>(
    `select i.id, i.kind, i.text, i.position, i.state, i.made_by as "madeBy",
       case when a.id is not null then jsonb_build_object('id', a.id, 'done', a.done_at is not null) end as activity
     from meeting_items i left join activities a on a.id = i.activity_id and a.deleted_at is null
      where i.meeting_id = $1 order by i.position, i.id`,
    [id],
  );

async function contactRef(id: string | null) {
  if (!id) return null;
  const [row] = await query<{ id: string; name: string }>(
    `select id, trim(first_name || ' ' || last_name) as name from contacts where id = $1 and deleted_at is null`,
    [id],
  );
  return row ?? null;
}

async function opportunityRef(id: string | null) {
  if (!id) return null;
  const [row] = await query<{ id: string; name: string }>(
    'select id, name from opportunities where id = $1 and deleted_at is null',
    [id],
  );
  return row ?? null;
}

async function recordingOf(meetingId: string): Promise<Meeting['recording']> {
  const row = await selectRow('meeting_recordings', ['name', 'type', 'size'] as const, { meetingId });
  return row ? { ...row, type: row.type! } : null;
}

/** @throws AppError `not_found` */
export async function readMeeting(id: string): Promise<Meeting> {
  const { contactId, opportunityId, createdBy, ...meeting } = await requireMeeting(id);
  const [author] = createdBy
    ? await query<{ name: string }>('select name from workspace_people where id = $1', [createdBy])
    : [];
  return {
    ...meeting,
    hasModel: await hasModel(currentWorkspaceId()),
    contact: await contactRef(contactId),
    opportunity: await opportunityRef(opportunityId),
    speakers: await readSpeakers(id),
    items: await readItems(id),
    shares: await openShares(id),
    recording: await recordingOf(id),
    createdBy: author?.name ?? 'Former member',
  };
}

/** @throws AppError `not_found` */
export async function readTranscriptPage(
  id: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ items: TranscriptSegment[] }> {
  await requireMeeting(id);
  const items = await query<TranscriptSegment>(
    `select position, speaker, start_ms::float8 as "startMs", text from meeting_segments
      where meeting_id = $1 and position >= $2 order by position limit $3`,
    [id, from, limit],
  );
  return { items };
}

const ROW = `m.id, m.title, m.held_at as "heldAt", m.duration_ms::float8 as "durationMs",
  coalesce((select jsonb_agg(s.name order by s.share desc) from (select name, share from meeting_speakers
    where meeting_id = m.id order by share desc limit 6) s), '[]') as speakers,
  (select count(*)::int from meeting_items i where i.meeting_id = m.id and i.state = 'proposed') as "toReview"`;

interface ListRequest {
  search?: string | undefined;
  contactId?: string | undefined;
  opportunityId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The latest first; with words, only meetings in whose title or transcript all of them stand. @throws AppError `bad_request` */
export async function listMeetings(request: ListRequest): Promise<{ items: MeetingRow[]; next: string | null }> {
  const { search, contactId, opportunityId, limit } = request;
  const from = unpackCursor(request.cursor, INSTANT, UUID);
  const values: unknown[] = [currentWorkspaceId(), limit + 1];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const words = search ? `websearch_to_tsquery('english', ${bind(search)})` : undefined;
  const hit = words
    ? `(select jsonb_build_object('position', g.position, 'text', g.text) from meeting_segments g
         where g.meeting_id = m.id and to_tsvector('english', g.text) @@ ${words} order by g.position limit 1)`
    : 'null::jsonb';
  const rows = await query<MeetingRow>(
    `select * from (select ${ROW}, ${hit} as hit from meetings m where m.workspace_id = $1
       ${contactId ? `and m.contact_id = ${bind(contactId)}` : ''}
       ${opportunityId ? `and m.opportunity_id = ${bind(opportunityId)}` : ''}
       ${words ? `and (to_tsvector('english', m.title) @@ ${words} or m.id in (select meeting_id from meeting_segments where workspace_id = $1 and to_tsvector('english', text) @@ ${words}))` : ''}
       ${from ? `and (m.held_at, m.id) < (${bind(from[0])}::timestamptz, ${bind(from[1])}::uuid)` : ''}
       order by m.held_at desc, m.id desc limit $2) page`,
    values,
  );
  return pageFrom(rows, limit, ({ heldAt, id }) => packCursor(heldAt, id));
}

/** @returns the passage; undefined where there is none */
export const passageAt = (id: string, position: number) =>
  selectRow('meeting_segments', ['position', 'text'] as const, { meetingId: id, position });
