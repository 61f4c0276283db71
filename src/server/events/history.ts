/**
 * Histories that are read from events: timelines, the changes of a transaction, the outcome of approvals. They must
 * last as long as their record. All other events are useful for a few weeks only.
 */
import { query } from '../db/index.ts';

/** Kinds of subjects, each with the table that shows whether one still exists. */
const tables = new Map<string, string>();

/**
 * Declares that the history of these subjects is read from their events.
 * @param subjects kind of subject → its table, whose key is `id`
 */
export function keepHistory(subjects: Readonly<Record<string, string>>): void {
  for (const [kind, table] of Object.entries(subjects)) tables.set(kind, table);
}

/** SQL: whether the event `alias` belongs to a kept history. */
export function keptSql(alias: string): string {
  if (tables.size === 0) return 'false';
  const cases = [...tables].map(
    ([kind, table]) => `when '${kind}' then exists (select 1 from ${table} t where t.id = ${alias}.subject_id::uuid)`,
  );
  return `coalesce(case ${alias}.subject_type ${cases.join(' ')} else false end, false)`;
}

/** Deletes the histories of records that are being deleted permanently, in the ambient transaction. */
export async function forgetHistory(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await query('select forget_history($1)', [ids]);
}
