/** What channels and campaigns cost by month, as people enter it. */
import type { BodyOf, QueryOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { countRows, currentWorkspaceId, deleteRows, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { type ChannelCost, MAX_COSTS, type pixelCosts } from '../contract/costs.ts';
import { readCostFile } from '../engine/cost-file.ts';
import { PIXEL } from '../paths.ts';
import { checkMonths } from './returns.ts';
import { readSite } from './sites.ts';

const COLUMNS = `id, to_char(month, 'YYYY-MM') as month, channel, campaign, trim_scale(amount)::text as amount, version`;

/** @throws AppError `validation`, `not_found` */
export async function listCosts(siteId: string, { from, to }: QueryOf<typeof pixelCosts.list>): Promise<ChannelCost[]> {
  checkMonths({ from, to });
  await readSite(siteId);
  return query<ChannelCost>(
    `select ${COLUMNS} from pixel_costs where site_id = $1 and workspace_id = $2 and month between $3 and $4
      order by month desc, channel, lower(campaign), id limit ${MAX_COSTS}`,
    [siteId, currentWorkspaceId(), `${from}-01`, `${to}-01`],
  );
}

type Fields = BodyOf<typeof pixelCosts.save>;

async function save(siteId: string, rows: readonly Fields[]): Promise<ChannelCost[]> {
  const workspaceId = currentWorkspaceId();
  await readSite(siteId);
  const saved = await query<ChannelCost>(
    `insert into pixel_costs as c (id, workspace_id, site_id, month, channel, campaign, amount)
      select id, $1, $2, month, channel, campaign, amount
        from json_to_recordset($3::json) as r(id uuid, month date, channel text, campaign text, amount numeric)
      on conflict (site_id, month, channel, lower(campaign)) do update
        set amount = excluded.amount, campaign = excluded.campaign, version = c.version + 1
      returning ${COLUMNS}`,
    [workspaceId, siteId, JSON.stringify(rows.map((row) => ({ ...row, id: newId(), month: `${row.month}-01` })))],
  );
  if ((await countRows('pixel_costs', { siteId, workspaceId })) > MAX_COSTS)
    throw new AppError(
      'conflict',
      `A website can have ${MAX_COSTS.toLocaleString('en')} costs. Delete old ones first.`,
    );
  await changed('pixel_costs.saved', siteId);
  return saved;
}

const changed = (type: string, siteId: string) =>
  emit({
    type,
    subject: { type: 'pixel_site', id: siteId },
    paths: [`${PIXEL.sites}/${siteId}/costs`, `${PIXEL.sites}/${siteId}/returns`],
  });

/** One of the same month, channel, and campaign gets the new amount. @throws AppError `not_found`, `conflict` */
export const saveCost = (siteId: string, fields: Fields): Promise<ChannelCost> =>
  transaction(async () => (await save(siteId, [fields]))[0]!);

/** All rows or none. @throws AppError `validation` naming the lines; `not_found`, `conflict` */
export function importCosts(
  siteId: string,
  { text }: BodyOf<typeof pixelCosts.importFile>,
): Promise<{ saved: number }> {
  const { rows, problems } = readCostFile(text);
  if (problems.length > 0) throw new AppError('validation', problems.join(' '), { field: 'text' });
  if (rows.length > MAX_COSTS)
    throw new AppError('validation', `Import at most ${MAX_COSTS.toLocaleString('en')} rows.`, { field: 'text' });
  return transaction(async () => ({ saved: (await save(siteId, rows)).length }));
}

/** @throws AppError `not_found` */
export function removeCost({ siteId, id }: { siteId: string; id: string }): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('pixel_costs', { id, siteId, workspaceId: currentWorkspaceId() })) === 0)
      throw notFound('The cost');
    await changed('pixel_cost.deleted', siteId);
  });
}
