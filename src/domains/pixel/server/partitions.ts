/** Partitions of the events, one for each day (UTC). The writer makes those that it needs. */
import { asSystem, execute, query, queryForLibrary, transaction } from '../../../server/db/index.ts';

const DAY_MS = 86_400_000;
const NAME = /^pixel_events_(\d{4})(\d\d)(\d\d)$/;

const known = new Set<string>();

export const dayOfEvent = (at: number): string => new Date(at).toISOString().slice(0, 10);
const nameOf = (day: string) => `pixel_events_${day.replaceAll('-', '')}`;

/** Makes sure that the days of a batch have their partitions. Run it as system, outside a transaction. */
export async function ensureDays(days: Iterable<string>): Promise<void> {
  for (const day of new Set(days)) {
    if (known.has(day)) continue;
    await ensureDay(day);
    if (known.size > 5_000) known.clear();
    known.add(day);
  }
}

/**
 * The day's partition is filled and attached in one transaction. Events of the day may lie in the default partition,
 * for example after the database was moved: they go into the new one.
 */
function ensureDay(day: string): Promise<void> {
  const name = nameOf(day);
  const next = dayOfEvent(Date.parse(day) + DAY_MS);
  return transaction(async () => {
    await query(`select pg_advisory_xact_lock(hashtext('pixel_partitions'))`);
    const [there] = await query('select 1 from pg_class where oid = to_regclass($1)', [name]);
    if (there) return;
    // Named by a day that was formatted above, so nothing else can be in it.
    await queryForLibrary(`create table ${name} (like pixel_events including defaults including constraints)`);
    await execute(
      `with moved as (delete from pixel_events_other where at >= $1 and at < $2 returning *)
        insert into ${name} select * from moved`,
      [`${day}T00:00:00Z`, `${next}T00:00:00Z`],
    );
    await queryForLibrary(
      `alter table pixel_events attach partition ${name} for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z')`,
    );
  });
}

/** Days that have a partition, the oldest first. */
async function partitionDays(): Promise<string[]> {
  const rows = await asSystem(() =>
    query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'pixel_events'::regclass`,
    ),
  );
  return rows.flatMap(({ name }) => NAME.exec(name)?.slice(1).join('-') ?? []).toSorted();
}

/** Drops partitions of days before `day`, each in one piece. @returns the days that were dropped */
export async function dropDaysBefore(day: string): Promise<string[]> {
  const old = (await partitionDays()).filter((one) => one < day);
  for (const one of old) {
    await asSystem(() => queryForLibrary(`drop table if exists ${nameOf(one)}`));
    known.delete(one);
  }
  return old;
}

/** Deletes the events of a site before an instant, or all of them; one day at a time. */
export async function deleteEvents(siteId: string, before: string | null): Promise<void> {
  const days = (await partitionDays()).filter((day) => before === null || day <= before.slice(0, 10));
  for (const day of days) {
    await asSystem(() =>
      execute(`delete from ${nameOf(day)} where site_id = $1 and ($2::timestamptz is null or at < $2)`, [
        siteId,
        before,
      ]),
    );
  }
  await asSystem(() =>
    execute('delete from pixel_events_other where site_id = $1 and ($2::timestamptz is null or at < $2)', [
      siteId,
      before,
    ]),
  );
}
