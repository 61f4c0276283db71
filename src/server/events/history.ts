/**
 * Histories that are read from events. Timelines, the changes of a transaction, what became of a request for approval:
 * what they tell must be there as long as the record is. Everything else that happened is of use for some weeks only.
 */
import { query } from '../db/index.ts';

/** Kinds of subjects, each with the table that says whether one is still there. */
const tables = new Map<string, string>();

/**
 * Declares that the history of these subjects is read from their events.
 * @param subjects kind of subject → its table, whose key is `id`
 */
export function keepHistory(subjects: Readonly<Record<string, string>>): void {
  for (const [kind, table] of Object.entries(subjects)) tables.set(kind, table);
}

/** SQL: whether the event `alias` belongs to a history that is kept. */
export function keptSql(alias: string): string {
  if (tables.size === 0) return 'false';
  const cases = [...tables].map(
    ([kind, table]) => `when '${kind}' then exists (select 1 from ${table} t where t.id = ${alias}.subject_id::uuid)`,
  );
  return `coalesce(case ${alias}.subject_type ${cases.join(' ')} else false end, false)`;
}

/** Forgets the histories of records that are being deleted for good, in the ambient transaction. */
export async function forgetHistory(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await query('select forget_history($1)', [ids]);
}
