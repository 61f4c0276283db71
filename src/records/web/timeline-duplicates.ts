import type { TimelineEntry } from '../contract/record-calls.ts';

type Told = Pick<TimelineEntry, 'kind' | 'at' | 'changes'>;

/** An activity's act, and the field that it changed besides what was said of it. */
const ACTS: ReadonlySet<TimelineEntry['kind']> = new Set(['completed', 'reopened']);
const OF_ACT = 'doneAt';

/**
 * Entries without what stands beside them already: that something is done is told by "completed", of the same moment,
 * and need not be told as a changed field, too. What else was changed in that moment stays.
 */
export function toldOnce<Entry extends Told>(entries: readonly Entry[]): Entry[] {
  const acts = new Set(entries.flatMap(({ kind, at }) => (ACTS.has(kind) ? [at] : [])));
  return entries.flatMap((entry) => {
    if (entry.kind !== 'updated' || !acts.has(entry.at)) return [entry];
    const changes = entry.changes?.filter(({ field }) => field !== OF_ACT) ?? [];
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
}
