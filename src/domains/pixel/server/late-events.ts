/** What the writer tells funnels, in the transaction of the events and as system. */
import { execute } from '../../../server/db/index.ts';

/** Events came late: from tonight on, they are counted in their place. @param earliest instant of the oldest */
export async function recountFrom(siteIds: readonly string[], earliest: string): Promise<void> {
  await execute('update pixel_funnels set recount = true where site_id = any($1) and cursor_at > $2 and not recount', [
    siteIds,
    earliest,
  ]);
}

/** A visitor goes on under an identifier. Where both started, the later start counts. */
export async function renameEntries(renamed: readonly { siteId: string; from: string; to: string }[]): Promise<void> {
  const rows = JSON.stringify(renamed.map(({ siteId, from, to }) => ({ site_id: siteId, was: from, now: to })));
  const pairs = `json_to_recordset($1::json) as r(site_id uuid, was uuid, now uuid)
    join pixel_funnels f on f.site_id = r.site_id`;
  await execute(
    `delete from pixel_funnel_entries e using ${pairs} join pixel_funnel_entries w
        on w.funnel_id = f.id and w.visitor_id = r.was
      where e.funnel_id = f.id and e.visitor_id = r.now and e.entered_at < w.entered_at`,
    [rows],
  );
  await execute(
    `update pixel_funnel_entries e set visitor_id = r.now from ${pairs}
      where e.funnel_id = f.id and e.visitor_id = r.was and not exists
        (select 1 from pixel_funnel_entries o where o.funnel_id = f.id and o.visitor_id = r.now)`,
    [rows],
  );
}
