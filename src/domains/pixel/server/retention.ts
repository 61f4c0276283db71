/** Whether visitors come back: by the week of their first visit. Kept by the writer, so nothing is counted here. */
import type { QueryOf } from '../../../kernel/endpoint.ts';
import { addDays, dayAt, weekStart } from '../../../kernel/days.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { pixelFunnels, Retention } from '../contract/funnel-reports.ts';
import { readSite } from './sites.ts';

/** @throws AppError `not_found` */
export async function readRetention(
  siteId: string,
  { weeks }: QueryOf<typeof pixelFunnels.retention>,
): Promise<Retention> {
  const { timeZone } = await readSite(siteId);
  const current = weekStart(dayAt(new Date(), timeZone));
  const first = addDays(current, -7 * (weeks - 1));
  const rows = await query<{ cohort: string; week: string; visitors: number }>(
    `select cohort::text as cohort, week::text as week, visitors from pixel_cohorts
      where site_id = $1 and workspace_id = $2 and cohort >= $3 and week <= $4`,
    [siteId, currentWorkspaceId(), first, current],
  );
  const found = new Map(rows.map(({ cohort, week, visitors }) => [`${cohort} ${week}`, visitors]));
  const all = Array.from({ length: weeks }, (_, place) => addDays(first, 7 * place));
  return {
    cohorts: all.map((week, place) => ({
      week,
      visitors: found.get(`${week} ${week}`) ?? 0,
      returned: all.slice(place + 1).map((later) => found.get(`${week} ${later}`) ?? 0),
    })),
  };
}
