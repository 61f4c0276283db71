/** Websites of a workspace and their goals. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { BodyOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { isCurrency } from '../../../kernel/money/index.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import {
  afterCommit,
  currentUserId,
  currentWorkspaceId,
  countRows,
  deleteRows,
  execute,
  insertRow,
  isUniqueViolation,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { forgetRows } from '../../../server/db/delete-in-batches.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { publicLink } from '../../../server/public/site.ts';
import { MAX_GOALS, MAX_SITES, type PixelGoal, type pixelSites, type PixelSite } from '../contract/sites.ts';
import { installCode } from '../engine/snippet.ts';
import { PIXEL } from '../paths.ts';
import { deleteEvents, dropDaysBefore } from './partitions.ts';
import { forgetSites } from './site-cache.ts';

const COLUMNS = [
  'id',
  'name',
  'domains',
  'siteKey',
  'consentMode',
  'timeZone',
  'currency',
  'retentionDays',
  'lastEventAt',
  'deleting',
  'version',
] as const;
const GOAL_COLUMNS = ['id', 'name', 'kind', 'matches', 'worth', 'version'] as const;

type Row = Omit<PixelSite, 'script' | 'code'> & { siteKey: string };

async function shown({ siteKey, ...row }: Row): Promise<PixelSite> {
  const script = await publicLink(currentWorkspaceId(), `/p/px/${siteKey}.js`);
  return { ...row, script, code: installCode(script) };
}

export async function listSites(): Promise<PixelSite[]> {
  const rows = await selectRows(
    'pixel_sites',
    COLUMNS,
    { workspaceId: currentWorkspaceId(), deleting: false },
    { orderBy: ['createdAt', 'id'], limit: MAX_SITES },
  );
  return Promise.all(rows.map(shown));
}

/** @throws AppError `not_found` */
export async function readSite(id: string): Promise<PixelSite> {
  const row = await selectRow('pixel_sites', COLUMNS, { id, workspaceId: currentWorkspaceId(), deleting: false });
  if (!row) throw notFound('The website');
  return shown(row);
}

function check({ timeZone, currency }: { timeZone: string; currency: string }): void {
  if (!isTimeZone(timeZone)) throw invalid('timeZone', 'Choose a time zone such as America/New_York.');
  if (!isCurrency(currency)) throw invalid('currency', 'Use a currency code such as USD.');
}

async function changed(type: string, id: string): Promise<void> {
  afterCommit(forgetSites);
  await emit({ type, subject: { type: 'pixel_site', id }, paths: [PIXEL.sites] });
}

/** @throws AppError `validation`; `conflict` at the limit */
export function createSite(fields: BodyOf<typeof pixelSites.create>): Promise<PixelSite> {
  check(fields);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await countRows('pixel_sites', { workspaceId })) >= MAX_SITES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_SITES} websites.`);
    const id = newId();
    const siteKey = randomBytes(12).toString('base64url');
    await insertRow('pixel_sites', { id, workspaceId, siteKey, ...fields, createdBy: currentUserId() });
    await changed('pixel_site.created', id);
    return readSite(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateSite(id: string, { version, ...fields }: BodyOf<typeof pixelSites.update>): Promise<PixelSite> {
  check(fields);
  return transaction(async () => {
    const current = await readSite(id);
    const where = { id, workspaceId: currentWorkspaceId(), version };
    if ((await updateRows('pixel_sites', { ...fields, version: version + 1 }, where)) === 0)
      throw new AppError('stale', 'Someone changed this website in the meantime.', { details: current });
    await changed('pixel_site.updated', id);
    return readSite(id);
  });
}

/** Deletes what was counted, in batches, and then the site. */
export const deleteSiteJob = defineJob({
  name: 'pixel.delete_site',
  payload: z.object({ siteId: z.uuid() }),
  title: 'Delete a website’s visits',
  handler: async ({ payload: { siteId } }) => {
    const workspaceId = currentWorkspaceId();
    const row = await selectRow('pixel_sites', ['id'], { id: siteId, workspaceId, deleting: true });
    if (!row) return;
    await deleteEvents(siteId, null);
    for (const table of ['pixel_visits', 'pixel_daily', 'pixel_visitors', 'pixel_cohorts'])
      await forgetRows(table, 'site_id = $1 and workspace_id = $2', [siteId, workspaceId]);
    await deleteRows('pixel_sites', { id: siteId, workspaceId });
  },
});

/** Counting stops at once; a job deletes the data. @throws AppError `not_found` */
export function removeSite(id: string): Promise<void> {
  return transaction(async () => {
    await readSite(id);
    await updateRows('pixel_sites', { deleting: true }, { id, workspaceId: currentWorkspaceId() });
    await enqueue(deleteSiteJob, { siteId: id });
    await changed('pixel_site.deleted', id);
  });
}

/** @throws AppError `not_found` */
export async function listGoals(siteId: string): Promise<PixelGoal[]> {
  await readSite(siteId);
  const rows = await selectRows(
    'pixel_goals',
    GOAL_COLUMNS,
    { siteId, workspaceId: currentWorkspaceId() },
    { limit: MAX_GOALS },
  );
  return rows.toSorted((one, other) => one.name.localeCompare(other.name));
}

const named = (error: unknown): never => {
  if (isUniqueViolation(error)) throw invalid('name', 'A goal has this name already. Choose another name.');
  throw error;
};

/** @throws AppError `validation`, `not_found`; `conflict` at the limit */
export function createGoal(siteId: string, fields: BodyOf<typeof pixelSites.createGoal>): Promise<PixelGoal> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await listGoals(siteId)).length >= MAX_GOALS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_GOALS} goals.`);
    const id = newId();
    await insertRow('pixel_goals', { id, workspaceId, siteId, ...fields });
    await changed('pixel_goal.created', siteId);
    return (await selectRow('pixel_goals', GOAL_COLUMNS, { id, workspaceId }))!;
  }).catch(named);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateGoal(
  { siteId, id }: { siteId: string; id: string },
  { version, ...fields }: BodyOf<typeof pixelSites.updateGoal>,
): Promise<PixelGoal> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const current = await selectRow('pixel_goals', GOAL_COLUMNS, { id, siteId, workspaceId });
    if (!current) throw notFound('The goal');
    const where = { id, siteId, workspaceId, version };
    if ((await updateRows('pixel_goals', { ...fields, version: version + 1 }, where)) === 0)
      throw new AppError('stale', 'Someone changed this goal in the meantime.', { details: current });
    await changed('pixel_goal.updated', siteId);
    return (await selectRow('pixel_goals', GOAL_COLUMNS, { id, workspaceId }))!;
  }).catch(named);
}

/** Its count goes with it; totals of the other reports stay. @throws AppError `not_found` */
export function removeGoal({ siteId, id }: { siteId: string; id: string }): Promise<void> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await deleteRows('pixel_goals', { id, siteId, workspaceId })) === 0) throw notFound('The goal');
    await deleteRows('pixel_daily', { siteId, workspaceId, dimension: 'goal', value: id });
    await changed('pixel_goal.deleted', siteId);
  });
}

/** Deletes the visits and events of a visitor. Daily figures stay: they name nobody. @throws AppError `not_found` */
export function forgetVisitor(siteId: string, visitorId: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await readSite(siteId);
    const visits = await selectRows(
      'pixel_visits',
      ['id', 'startedAt', 'lastAt'],
      { siteId, workspaceId, visitorId },
      { lock: 'update' },
    );
    if (visits.length === 0) throw notFound('The visitor');
    await execute(
      `delete from pixel_events e using unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[]) as v(id, started_at, last_at)
        where e.workspace_id = $1 and e.site_id = $2 and e.visit_id = v.id and e.at between v.started_at and v.last_at`,
      [
        workspaceId,
        siteId,
        visits.map(({ id }) => id),
        visits.map(({ startedAt }) => startedAt),
        visits.map(({ lastAt }) => lastAt),
      ],
    );
    await deleteRows('pixel_visits', { siteId, workspaceId, visitorId });
    await deleteRows('pixel_people', { siteId, workspaceId, visitorId });
    await deleteRows('pixel_visitors', { siteId, workspaceId, visitorId });
    await execute(
      `delete from pixel_funnel_entries where workspace_id = $1 and visitor_id = $2
        and funnel_id in (select id from pixel_funnels where site_id = $3 and workspace_id = $1)`,
      [workspaceId, visitorId, siteId],
    );
    await emit({
      type: 'pixel_visitor.deleted',
      subject: { type: 'pixel_site', id: siteId },
      paths: [`${PIXEL.sites}/${siteId}`],
    });
  });
}

const DAY_MS = 86_400_000;

/** Visits end with the site's retention, and so do their events; days that nobody keeps are dropped in one piece. */
export async function forgetOldVisits(now: Date): Promise<void> {
  const sites = await selectRows('pixel_sites', ['id', 'retentionDays'], {});
  const longest = Math.max(1, ...sites.map(({ retentionDays }) => retentionDays));
  await dropDaysBefore(new Date(now.getTime() - (longest + 1) * DAY_MS).toISOString().slice(0, 10));
  for (const { id, retentionDays } of sites) {
    const before = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
    await forgetRows('pixel_visits', 'site_id = $1 and last_at < $2', [id, before]);
    await forgetRows('pixel_visitors', "site_id = $1 and last_week < $2::timestamptz - interval '8 days'", [
      id,
      before,
    ]);
    await execute(
      `delete from pixel_funnel_entries e using pixel_funnels f
        where f.id = e.funnel_id and f.site_id = $1 and e.entered_at < $2`,
      [id, before],
    );
    await execute(
      `delete from pixel_people p where p.site_id = $1 and p.linked_at < $2 and not exists
        (select 1 from pixel_visits v where v.site_id = p.site_id and v.visitor_id = p.visitor_id)`,
      [id, before],
    );
    await deleteEvents(id, before);
  }
}
