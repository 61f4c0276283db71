/** Funnel reports: what they are, and what was counted. `count-funnels.ts` does the counting. */
import type { BodyOf, QueryOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import {
  type FunnelReport,
  type FunnelResult,
  type FunnelStep,
  MAX_FUNNELS,
  type pixelFunnels,
} from '../contract/funnel-reports.ts';
import { PIXEL } from '../paths.ts';
import { countFunnelJob, countMore, firstEventAt } from './count-funnels.ts';
import { checkPeriod } from './reports.ts';
import { readSite } from './sites.ts';

const COLUMNS = ['id', 'name', 'steps', 'windowHours', 'version'] as const;
/** Sources that are shown one by one. */
const MAX_SOURCES = 20;
/** Milliseconds of counting before a report is shown as it is. */
const COUNT_FOR = 250;
/** Milliseconds behind which a report says that it is still being counted. */
const BEHIND = 90_000;

type Ids = { siteId: string; id: string };

const shown = ({ steps, ...row }: Omit<FunnelReport, 'steps'> & { steps: unknown }): FunnelReport => ({
  ...row,
  steps: steps as FunnelStep[],
});

/** @throws AppError `not_found` */
export async function listFunnels(siteId: string): Promise<FunnelReport[]> {
  await readSite(siteId);
  const rows = await selectRows(
    'pixel_funnels',
    COLUMNS,
    { siteId, workspaceId: currentWorkspaceId() },
    { orderBy: ['name', 'id'], limit: MAX_FUNNELS },
  );
  return rows.map(shown);
}

async function readFunnel({ siteId, id }: Ids): Promise<FunnelReport> {
  const row = await selectRow('pixel_funnels', COLUMNS, { id, siteId, workspaceId: currentWorkspaceId() });
  if (!row) throw notFound('The funnel');
  return shown(row);
}

function named(error: unknown): never {
  if (isUniqueViolation(error, 'pixel_funnels_name'))
    throw new AppError('conflict', 'A funnel with this name exists already.', { field: 'name' });
  throw error;
}

const changed = (type: string, { siteId, id }: Ids) =>
  emit({ type, subject: { type: 'pixel_funnel', id }, paths: [`${PIXEL.sites}/${siteId}/funnels`] });

type Fields = BodyOf<typeof pixelFunnels.create>;

/** Stores a funnel that has counted nothing yet. @returns its id */
export async function insertFunnel(siteId: string, fields: Fields): Promise<string> {
  const id = newId();
  const cursorAt = await firstEventAt(siteId);
  await insertRow('pixel_funnels', { id, workspaceId: currentWorkspaceId(), siteId, ...fields, cursorAt });
  return id;
}

/** @throws AppError `validation`, `not_found`, `conflict` */
export function createFunnel(siteId: string, fields: Fields): Promise<FunnelReport> {
  return transaction(async () => {
    await readSite(siteId);
    if ((await countRows('pixel_funnels', { siteId, workspaceId: currentWorkspaceId() })) >= MAX_FUNNELS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_FUNNELS} funnels.`);
    const id = await insertFunnel(siteId, fields);
    await enqueue(countFunnelJob, { funnelId: id });
    await changed('pixel_funnel.created', { siteId, id });
    return readFunnel({ siteId, id });
  }).catch(named);
}

/** Other steps or another window are counted again from the oldest event. @throws AppError as above, and `stale` */
export function updateFunnel(
  ids: Ids,
  { version, steps, ...rest }: BodyOf<typeof pixelFunnels.update>,
): Promise<FunnelReport> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const current = await readFunnel(ids);
    const where = { ...ids, workspaceId, version };
    const anew =
      rest.windowHours !== current.windowHours ||
      JSON.stringify(steps.map(({ kind, matches }) => [kind, matches])) !==
        JSON.stringify(current.steps.map(({ kind, matches }) => [kind, matches]));
    const changes = {
      ...rest,
      steps,
      version: version + 1,
      ...(anew && { cursorAt: await firstEventAt(ids.siteId), cursorId: NO_ID, recount: false }),
    };
    if ((await updateRows('pixel_funnels', changes, where)) === 0)
      throw new AppError('stale', 'Someone changed this funnel in the meantime.', { details: current });
    if (anew) {
      await deleteRows('pixel_funnel_entries', { funnelId: ids.id, workspaceId });
      await deleteRows('pixel_funnel_daily', { funnelId: ids.id, workspaceId });
      await enqueue(countFunnelJob, { funnelId: ids.id });
    }
    await changed('pixel_funnel.updated', ids);
    return readFunnel(ids);
  }).catch(named);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** @throws AppError `not_found` */
export function removeFunnel(ids: Ids): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('pixel_funnels', { ...ids, workspaceId: currentWorkspaceId() })) === 0)
      throw notFound('The funnel');
    await changed('pixel_funnel.deleted', ids);
  });
}

/** @throws AppError `validation`, `not_found` */
export async function readFunnelResult(ids: Ids, period: QueryOf<typeof pixelFunnels.result>): Promise<FunnelResult> {
  checkPeriod(period);
  const { steps } = await readFunnel(ids);
  const began = performance.now();
  while (!(await countMore(ids.id)) && performance.now() - began < COUNT_FOR);
  const [rows, [state]] = await Promise.all([
    query<{ source: string; step: number; visitors: number }>(
      `select source, step, sum(visitors)::int as visitors from pixel_funnel_daily
        where funnel_id = $1 and workspace_id = $2 and day between $3 and $4 group by source, step`,
      [ids.id, currentWorkspaceId(), period.from, period.to],
    ),
    query<{ cursorAt: string }>(
      'select cursor_at as "cursorAt" from pixel_funnels where id = $1 and workspace_id = $2',
      [ids.id, currentWorkspaceId()],
    ),
  ]);
  if (!state) throw notFound('The funnel');
  const bySource = new Map<string, number[]>();
  const reached = steps.map(() => 0);
  for (const { source, step, visitors } of rows) {
    const place = step - 1;
    if (place >= reached.length) continue;
    reached[place]! += visitors;
    const own = bySource.get(source) ?? steps.map(() => 0);
    own[place] = visitors;
    bySource.set(source, own);
  }
  const sources = [...bySource]
    .map(([source, counts]) => ({ source, reached: counts }))
    .toSorted((one, other) => other.reached[0]! - one.reached[0]! || (one.source < other.source ? -1 : 1))
    .slice(0, MAX_SOURCES);
  return { reached, sources, countedUntil: state.cursorAt, counting: Date.now() - Date.parse(state.cursorAt) > BEHIND };
}
