/** Hits: the list, and what people do with them. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { cut } from '../../../kernel/text.ts';
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { withdrawIdle } from '../../approvals/index.ts';
import { changeRecords, createRecord, readRecord } from '../../crm/index.ts';
import type { Hit, hits, HitView } from '../contract.ts';
import { SENTIMENT_FROM } from '../engine/score.ts';
import { askForReply } from './reply-kind.ts';
import { publishWatches } from './store-posts.ts';

const COLUMNS = `h.id, h.watch_id as "watchId", w.name as "watchName", w.is_sample as "isSample", s.kind as "sourceKind",
  coalesce(nullif(s.title, ''), nullif(s.address, ''), s.kind) as "sourceTitle", h.url, h.site, h.title, h.text, h.author, h.author_url as "authorUrl",
  h.posted_at as "postedAt", h.found_at as "foundAt", h.intent, h.sentiment, h.reasons, h.marks, h.state, h.snoozed_until as "snoozedUntil",
  h.lead_id as "leadId", h.reply, h.reply_state as "replyState", h.conversation_key as conversation,
  case when h.conversation_key = '' then 0 else (select count(*)::integer - 1 from social_hits o
    where o.workspace_id = h.workspace_id and o.conversation_key = h.conversation_key and o.state <> 'muted') end as related`;
const FROM = 'social_hits h join social_watches w on w.id = h.watch_id join social_sources s on s.id = h.source_id';

const VIEWS: Readonly<Record<HitView, string>> = {
  inbox: `(h.state = 'new' or (h.state = 'snoozed' and h.snoozed_until <= now()))`,
  snoozed: `h.state = 'snoozed' and h.snoozed_until > now()`,
  leads: 'h.lead_id is not null',
  replies: `h.reply_state <> 'none'`,
  archived: `h.state = 'archived'`,
  all: `h.state <> 'muted'`,
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export async function listHits({
  cursor,
  limit,
  watch,
  thread,
  view,
  sort,
  intent,
  sentiment,
  search,
}: QueryOf<typeof hits.list>): Promise<ResponseOf<typeof hits.list>> {
  const isByIntent = sort === 'intent';
  const from = unpackCursor(cursor, isByIntent ? /^\d{1,3}$/ : INSTANT, UUID);
  const key = isByIntent ? 'h.intent' : 'h.posted_at';
  const rows = await query<Hit>(
    `select ${COLUMNS} from ${FROM} where h.workspace_id = $1 and ${VIEWS[view]}
        and ($2::uuid is null or h.watch_id = $2) and ($3::integer is null or h.intent >= $3)
        and ($4::text is null or case when $4 = 'positive' then h.sentiment >= ${SENTIMENT_FROM} else h.sentiment <= -${SENTIMENT_FROM} end)
        and ($5::text is null or position(lower($5) in lower(h.title || ' ' || h.text || ' ' || h.author || ' ' || h.site)) > 0)
        and ($6::${isByIntent ? 'integer' : 'timestamptz'} is null or (${key}, h.id) < ($6, $7::uuid))
        and ($9::uuid is null or (h.conversation_key <> '' and h.id <> $9
          and h.conversation_key = (select t.conversation_key from social_hits t where t.id = $9 and t.workspace_id = $1)))
      order by ${key} desc, h.id desc limit $8`,
    [
      currentWorkspaceId(),
      watch ?? null,
      intent ?? null,
      sentiment ?? null,
      search || null,
      from?.[0] ?? null,
      from?.[1] ?? null,
      limit + 1,
      thread ?? null,
    ],
  );
  return pageFrom(rows, limit, (row) =>
    packCursor(isByIntent ? row.intent : new Date(row.postedAt).toISOString(), row.id),
  );
}

/** @throws AppError `not_found` */
export async function readHit(id: string): Promise<Hit> {
  const [row] = await query<Hit>(`select ${COLUMNS} from ${FROM} where h.id = $1 and h.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!row) throw notFound('The post');
  return row;
}

/** @throws AppError `not_found` when one is not there */
async function lockHits(
  ids: readonly string[],
): Promise<
  {
    id: string;
    state: string;
    leadId: string | null;
    authorKey: string;
    approvalId: string | null;
    replyState: string;
  }[]
> {
  const unique = [...new Set(ids)];
  const rows = await query<{
    id: string;
    state: string;
    leadId: string | null;
    authorKey: string;
    approvalId: string | null;
    replyState: string;
  }>(
    `select id, state, lead_id as "leadId", author_key as "authorKey", approval_id as "approvalId", reply_state as "replyState"
      from social_hits where id = any($1::uuid[]) and workspace_id = $2 order by id for update`,
    [unique, currentWorkspaceId()],
  );
  if (rows.length < unique.length) throw notFound('A post');
  return rows;
}

/** A lead of this author that came of another post and is still there. */
async function leadOfAuthor(authorKey: string): Promise<string | undefined> {
  if (!authorKey) return undefined;
  const [row] = await query<{ id: string }>(
    `select l.id from social_hits h join leads l on l.id = h.lead_id and l.deleted_at is null
      where h.workspace_id = $1 and h.author_key = $2 order by l.id limit 1`,
    [currentWorkspaceId(), authorKey],
  );
  return row?.id;
}

function nameOf({ author, site, sourceTitle }: Hit): { firstName?: string; lastName?: string; companyName?: string } {
  const name = author.replace(/^@/, '').trim();
  if (!name) return { companyName: cut(`Author on ${site || sourceTitle}`, 200) };
  const [first = '', ...rest] = name.split(/\s+/);
  return rest.length > 0
    ? { firstName: first.slice(0, 120), lastName: rest.join(' ').slice(0, 120) }
    : { lastName: first.slice(0, 120) };
}

/** The post's text on the lead, which stays after the post is deleted. */
const aboutOf = ({ author, site, sourceTitle, postedAt, title, text, url }: Hit): string =>
  [
    `Post${author ? ` by ${author}` : ''} on ${site || sourceTitle}, ${new Date(postedAt).toISOString().slice(0, 10)}:`,
    [title, text].filter(Boolean).join('\n'),
    url,
  ]
    .filter(Boolean)
    .join('\n\n');

/** Makes a lead of the author, or adds the post to the lead that they are. @throws AppError `not_found`, `conflict` */
export async function makeLead(id: string): Promise<ResponseOf<typeof hits.makeLead>> {
  const isNewLead = await transaction(async () => {
    const [row] = await lockHits([id]);
    if (row!.leadId) throw new AppError('conflict', 'This post is a lead already.');
    const hit = await readHit(id);
    const known = await leadOfAuthor(row!.authorKey);
    const leadId =
      known ??
      (
        await createRecord('lead', {
          ...nameOf(hit),
          source: 'Social media scanner',
          ...(hit.authorUrl && hit.authorUrl.length <= 500 && { website: hit.authorUrl }),
          about: cut(aboutOf(hit), 10_000),
        })
      ).id;
    await execute(
      `update social_hits set state = 'lead', lead_id = $3, snoozed_until = null where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), leadId],
    );
    await publishWatches();
    return !known;
  });
  return { ...(await readHit(id)), isNewLead };
}

/** Asks for approval of a reply. @throws AppError `not_found`; `conflict` while one waits */
export async function draftReply(id: string, text: string): Promise<Hit> {
  await transaction(async () => {
    const [row] = await lockHits([id]);
    if (row!.replyState === 'waiting')
      throw new AppError('conflict', 'A reply to this post is waiting for approval already.');
    const approvalId = await askForReply(await readHit(id), text);
    await execute(
      `update social_hits set state = case when lead_id is null then 'reply' else 'lead' end, snoozed_until = null, approval_id = $3,
          reply = $4, reply_state = 'waiting' where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), approvalId, text],
    );
    await publishWatches();
  });
  return readHit(id);
}

/** @throws AppError `not_found`; `conflict` unless a reply is approved */
export async function markPosted(id: string): Promise<Hit> {
  await transaction(async () => {
    const [row] = await lockHits([id]);
    if (row!.replyState !== 'approved') throw new AppError('conflict', 'No reply to this post is approved.');
    await execute(`update social_hits set reply_state = 'posted' where id = $1 and workspace_id = $2`, [
      id,
      currentWorkspaceId(),
    ]);
    await publishWatches();
  });
  return readHit(id);
}

async function change(ids: readonly string[], set: string, ...values: unknown[]): Promise<{ changed: number }> {
  return transaction(async () => {
    await lockHits(ids);
    const changed = await execute(`update social_hits set ${set} where id = any($1::uuid[]) and workspace_id = $2`, [
      ids,
      currentWorkspaceId(),
      ...values,
    ]);
    await publishWatches();
    return { changed };
  });
}

/** @throws AppError `not_found` */
export const archiveHits = (ids: readonly string[]) => change(ids, `state = 'archived', snoozed_until = null`);

const MAX_SNOOZE_MS = 366 * 86_400_000;

/** @throws AppError `not_found`; `validation` for a time that is past or more than a year away */
export function snoozeHits(ids: readonly string[], until: string): Promise<{ changed: number }> {
  const wait = Date.parse(until) - Date.now();
  if (wait <= 0 || wait > MAX_SNOOZE_MS) throw invalid('until', 'Choose a time within the next year.');
  return change(ids, `state = 'snoozed', snoozed_until = $3::timestamptz`, until);
}

/** Puts hits back into the inbox, and takes back what was done with them. @throws AppError `not_found` */
export function restoreHits(ids: readonly string[]): Promise<{ changed: number }> {
  return transaction(async () => {
    const rows = await lockHits(ids);
    await withdrawIdle(
      rows.flatMap(({ approvalId, replyState }) => (approvalId && replyState === 'waiting' ? [approvalId] : [])),
      'The reply was withdrawn.',
    );
    const leads = [...new Set(rows.flatMap(({ leadId }) => leadId ?? []))];
    const changed = await execute(
      `update social_hits set state = 'new', snoozed_until = null, lead_id = null,
          reply_state = case when reply_state in ('waiting', 'rejected') then 'none' else reply_state end,
          reply = case when reply_state in ('waiting', 'rejected') then '' else reply end where id = any($1::uuid[]) and workspace_id = $2`,
      [ids, currentWorkspaceId()],
    );
    for (const leadId of leads) await trashLead(leadId);
    await publishWatches();
    return { changed };
  });
}

/** A lead to which other posts belong stays. */
async function trashLead(id: string): Promise<void> {
  const [other] = await query('select 1 from social_hits where workspace_id = $1 and lead_id = $2 limit 1', [
    currentWorkspaceId(),
    id,
  ]);
  if (!other && (await readRecord('lead', id))) await changeRecords('lead', [id], { kind: 'delete' });
}
