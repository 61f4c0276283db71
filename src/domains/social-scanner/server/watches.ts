/** Watches as people handle them: add, change, scan, import into, delete. */
import type * as z from 'zod';
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  insertRows,
  query,
  selectRow,
  selectRows,
  transaction,
} from '../../../server/db/index.ts';
import { cancelAnyJob } from '../../../server/jobs/jobs.ts';
import { withdrawIdle } from '../../approvals/index.ts';
import {
  MAX_SOURCES,
  type Source,
  type SourceEntry,
  type Watch,
  type WatchFields,
  type WatchUpdate,
  type watches,
} from '../contract.ts';
import { readExport } from '../engine/export-file.ts';
import { describeProblem, parseQuery, type Query } from '../engine/query.ts';
import { startScan } from './scan.ts';
import { SOURCES } from './sources/index.ts';
import { connectedNetworks } from './sources/network-source.ts';
import { publishWatches, storePosts } from './store-posts.ts';

const MAX_WATCHES = 100;

/** Digests begin on the morning after someone asks for them. */
const TODAY = '(now() at time zone (select time_zone from present_workspace))::date';

type Row = Omit<Watch, 'sources' | 'createdBy'> & { createdBy: string | null };

const COLUMNS = `w.id, w.version, w.name, w.query, w.interval_minutes as "intervalMinutes", w.retention_days as "retentionDays", w.is_paused as "isPaused", w.alert_spikes as "alertSpikes", w.send_digest as "sendDigest",
  w.state, w.scan_done as "scanDone", w.scan_total as "scanTotal", w.scan_hits as "scanHits", w.last_scan_at as "lastScanAt", w.next_scan_at as "nextScanAt",
  w.error, w.is_sample as "isSample", w.created_at as "createdAt",
  (select count(*)::integer from social_hits h where h.watch_id = w.id and h.state <> 'muted') as hits,
  (select count(*)::integer from social_hits h where h.watch_id = w.id and (h.state = 'new' or (h.state = 'snoozed' and h.snoozed_until <= now()))) as "newHits",
  (select p.name from workspace_people p where p.id = w.created_by) as "createdBy"`;

async function readWatches(ids?: readonly string[]): Promise<Watch[]> {
  const rows = await query<Row>(
    `select ${COLUMNS} from social_watches w where w.workspace_id = $1 and ($2::uuid[] is null or w.id = any($2)) order by w.id desc limit ${MAX_WATCHES}`,
    [currentWorkspaceId(), ids ?? null],
  );
  const sources = await query<Source & { watchId: string }>(
    `select s.id, s.watch_id as "watchId", s.kind, s.address, s.title, s.state, s.reason, s.retry_at as "retryAt", s.last_ok_at as "lastOkAt",
        (select count(*)::integer from social_hits h where h.source_id = s.id) as hits
      from social_sources s where s.workspace_id = $1 and s.watch_id = any($2::uuid[]) order by s.id`,
    [currentWorkspaceId(), rows.map(({ id }) => id)],
  );
  const byWatch = Map.groupBy(sources, ({ watchId }) => watchId);
  return rows.map(({ createdBy, ...row }) => ({
    ...row,
    createdBy: createdBy ?? '',
    sources: (byWatch.get(row.id) ?? []).map(({ watchId: _id, ...source }) => source),
  }));
}

export const listWatches = async (): Promise<ResponseOf<typeof watches.list>> => ({
  items: await readWatches(),
  networks: await connectedNetworks(),
});

/** @throws AppError `not_found` */
export async function readWatch(id: string): Promise<Watch> {
  const [watch] = await readWatches([id]);
  if (!watch) throw notFound('The watch');
  return watch;
}

/** @throws AppError `validation` that names the place */
function requireQuery(text: string): Query {
  const parsed = parseQuery(text);
  if ('problem' in parsed) throw invalid('query', describeProblem(parsed.problem));
  return parsed.query;
}

/** Addresses in one spelling, each once. @throws AppError `validation` that names the field */
function checkSources(entries: readonly SourceEntry[]): SourceEntry[] {
  const known = new Map<string, SourceEntry>();
  for (const [i, { kind, address: entered }] of entries.entries()) {
    const checked = kind === 'bluesky' ? { address: '' } : SOURCES[kind].address(entered);
    if ('problem' in checked) throw invalid(`sources.${i}.address`, checked.problem);
    known.set(`${kind} ${checked.address}`, { kind, address: checked.address });
  }
  return [...known.values()];
}

async function addSources(watchId: string, entries: readonly SourceEntry[]): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await insertRows(
    'social_sources',
    entries.map((entry) => ({ id: newId(), workspaceId, watchId, ...entry })),
  );
}

/** @throws AppError `validation`; `conflict` at the limit */
export async function createWatch({ sources, ...fields }: z.output<typeof WatchFields>): Promise<Watch> {
  requireQuery(fields.query);
  const entries = checkSources(sources);
  const id = newId();
  await transaction(async () => {
    const [row] = await query<{ count: number }>(
      'select count(*)::integer as count from social_watches where workspace_id = $1',
      [currentWorkspaceId()],
    );
    if (row!.count >= MAX_WATCHES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_WATCHES} watches.`);
    await insertRow('social_watches', { id, workspaceId: currentWorkspaceId(), ...fields, createdBy: currentUserId() });
    await execute(`update social_watches set digest_on = ${TODAY} where id = $1 and send_digest`, [id]);
    await addSources(id, entries);
    if (entries.some(({ kind }) => kind !== 'bluesky')) await startScan(id, true);
    await publishWatches();
  });
  return readWatch(id);
}

/**
 * Changes a watch. Hits stay; where the query changed, all sources are read from the start, and a scan of the old query
 * ends. @throws AppError `validation`, `not_found`, `stale`
 */
export async function updateWatch(
  id: string,
  { version, sources, isPaused, ...fields }: z.output<typeof WatchUpdate>,
): Promise<Watch> {
  requireQuery(fields.query);
  const entries = checkSources(sources);
  const job = await transaction(async () => {
    const workspaceId = currentWorkspaceId();
    const before = await selectRow(
      'social_watches',
      ['version', 'query', 'jobId'],
      { id, workspaceId },
      { lock: 'update' },
    );
    if (!before) throw notFound('The watch');
    if (before.version !== version)
      throw new AppError('stale', 'Someone changed this watch in the meantime.', { details: await readWatch(id) });
    const isNewQuery = before.query !== fields.query;
    await execute(
      `update social_watches set name = $3, query = $4, interval_minutes = $5, retention_days = $6, is_paused = $7, alert_spikes = $8,
          digest_on = case when $9 and not send_digest then ${TODAY} else digest_on end, send_digest = $9, version = version + 1,
          next_scan_at = least(next_scan_at, now() + make_interval(mins => $5::integer)) where id = $1 and workspace_id = $2`,
      [
        id,
        workspaceId,
        fields.name,
        fields.query,
        fields.intervalMinutes,
        fields.retentionDays,
        isPaused,
        fields.alertSpikes,
        fields.sendDigest,
      ],
    );
    await changeSources(id, entries);
    if (isNewQuery)
      await execute(
        `update social_sources set cursor = case when cursor ? 'feedUrl' then jsonb_build_object('feedUrl', cursor -> 'feedUrl') else '{}' end
          where watch_id = $1 and workspace_id = $2`,
        [id, workspaceId],
      );
    await publishWatches();
    return isNewQuery ? before.jobId : null;
  });
  if (job) await cancelAnyJob(job).catch(() => undefined);
  return readWatch(id);
}

/** Sources that are no longer named go, with their hits; pasted exports stay. */
async function changeSources(watchId: string, entries: readonly SourceEntry[]): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const known = await selectRows('social_sources', ['id', 'kind', 'address'], { watchId, workspaceId });
  const keyOf = ({ kind, address }: { kind: string; address: string }) => `${kind} ${address}`;
  const wanted = new Set(entries.map(keyOf));
  const gone = known.filter((source) => source.kind !== 'export' && !wanted.has(keyOf(source))).map(({ id }) => id);
  if (gone.length > 0) {
    await withdrawReplies('source_id', gone);
    await deleteRows('social_sources', { workspaceId, id: gone });
  }
  const kept = new Set(known.map(keyOf));
  await addSources(
    watchId,
    entries.filter((entry) => !kept.has(keyOf(entry))),
  );
}

/** Replies that wait for approval have no post any more. */
async function withdrawReplies(column: 'watch_id' | 'source_id', ids: readonly string[]): Promise<void> {
  const waiting = await query<{ id: string }>(
    `select approval_id as id from social_hits where workspace_id = $1 and ${column} = any($2::uuid[]) and reply_state = 'waiting' and approval_id is not null`,
    [currentWorkspaceId(), ids],
  );
  await withdrawIdle(
    waiting.map(({ id }) => id),
    'The post was deleted.',
  );
}

/** @throws AppError `not_found`; `conflict` while a scan runs, or when no source may be asked */
export async function scanNow(id: string): Promise<Watch> {
  await transaction(() => startScan(id, true));
  return readWatch(id);
}

/** Deletes a watch with its hits. Leads that came of it stay. @throws AppError `not_found` */
export async function removeWatch(id: string): Promise<void> {
  const job = await transaction(async () => {
    const workspaceId = currentWorkspaceId();
    const watch = await selectRow('social_watches', ['jobId'], { id, workspaceId }, { lock: 'update' });
    if (!watch) throw notFound('The watch');
    await withdrawReplies('watch_id', [id]);
    await deleteRows('social_watches', { id, workspaceId });
    await publishWatches();
    return watch.jobId;
  });
  if (job) await cancelAnyJob(job).catch(() => undefined);
}

/** Looks through an export. @throws AppError `validation`, `not_found` */
export async function importPosts(
  id: string,
  { name, content }: { name: string; content: string },
): Promise<ResponseOf<typeof watches.importPosts>> {
  const file = readExport(content);
  if ('problem' in file) throw invalid('content', file.problem);
  return transaction(async () => {
    const workspaceId = currentWorkspaceId();
    const watch = await selectRow(
      'social_watches',
      ['query', 'retentionDays'],
      { id, workspaceId },
      { lock: 'update' },
    );
    if (!watch) throw notFound('The watch');
    const place = { watchId: id, query: requireQuery(watch.query), retentionDays: watch.retentionDays };
    const sourceId = await exportSource(id, name);
    const { matches, added } = await storePosts({ ...place, sourceId }, file.posts, new Date());
    await execute(`update social_sources set state = 'ok', last_ok_at = now() where id = $1`, [sourceId]);
    await publishWatches();
    return { posts: file.posts.length, matches, added, left: file.left };
  });
}

/** The source of an export of this name; imported again, it adds only what is new. */
async function exportSource(watchId: string, name: string): Promise<string> {
  const workspaceId = currentWorkspaceId();
  const known = await selectRow('social_sources', ['id'], { watchId, workspaceId, kind: 'export', address: name });
  if (known) return known.id;
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from social_sources where watch_id = $1 and workspace_id = $2 and kind = 'export'`,
    [watchId, workspaceId],
  );
  if (row!.count >= MAX_SOURCES)
    throw invalid('name', `A watch has at most ${MAX_SOURCES} exports. Use the name of one that is there.`);
  const id = newId();
  await insertRow('social_sources', { id, workspaceId, watchId, kind: 'export', address: name, title: name });
  return id;
}
