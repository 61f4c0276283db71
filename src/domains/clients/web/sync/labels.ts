/** Labels of syncs, and the address of their page. */
import type { RawSearch } from '../../../../web/router/page.ts';
import type { ConflictRule, Direction, LogEntry, Side, SyncKind, SyncRun, SyncSchedule } from '../../contract/sync.ts';

export const KIND_WORDS: Record<SyncKind, string> = {
  contact: 'Contacts',
  company: 'Companies',
  lead: 'Leads',
  opportunity: 'Opportunities',
  activity: 'Activities',
};
export const DIRECTION_WORDS: Record<Direction, string> = {
  to_ops: 'Client to operations',
  to_client: 'Operations to client',
  both: 'Both ways',
};
export const RULE_WORDS: Record<ConflictRule, string> = {
  newest: 'Latest change wins',
  ops: 'Operations wins',
  client: 'Client wins',
  ask: 'Ask me',
};
export const SCHEDULE_WORDS: Record<SyncSchedule, string> = {
  manual: 'Manually',
  change: 'On every change',
  hourly: 'Hourly',
  daily: 'Daily',
};
export const CAUSE_WORDS: Record<SyncRun['cause'], string> = {
  manual: 'Manual',
  schedule: 'Scheduled',
  change: 'On changes',
};
export const RUN_WORDS: Record<SyncRun['state'], { text: string; tone: 'neutral' | 'info' | 'success' | 'danger' }> = {
  queued: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
};
export const ACTION_WORDS: Record<LogEntry['action'], string> = {
  create: 'Created',
  update: 'Updated',
  link: 'Matched',
  conflict: 'Conflict',
  error: 'Error',
};
export const SIDE_WORDS = { ops: 'operations', client: 'the client' } as const;

export const TABS = { runs: 'Runs', conflicts: 'Conflicts', setup: 'Set-up' } as const;
type Tab = keyof typeof TABS;

export interface SyncSearch {
  /** Id of the open sync. */
  sync: string;
  tab: Tab;
  /** Id of the open run. */
  run: string;
}

const id = (value: unknown): string => (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : '');

export const parseSyncSearch = (raw: RawSearch): SyncSearch => ({
  sync: id(raw['sync']),
  tab: raw['tab'] === 'conflicts' || raw['tab'] === 'setup' ? raw['tab'] : 'runs',
  run: id(raw['run']),
});

/** Counts that are not nought, in words: "2 created, 1 changed". */
export function countsText(
  run: Pick<SyncRun, 'created' | 'updated' | 'linked' | 'conflicts' | 'errors' | 'dry'>,
): string {
  const parts = [
    [run.created, 'created'],
    [run.updated, 'changed'],
    [run.linked, 'recognised'],
    [run.conflicts, run.conflicts === 1 ? 'conflict' : 'conflicts'],
    [run.errors, 'errors'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString()} ${word}`)
    .join(', ');
  return said === '' ? 'No changes' : run.dry ? `Would be: ${said}` : said;
}

/** Name of a mapped field that no longer exists: its key in words. */
export const goneField = (key: string) => `${key.replace(/^custom\./, '').replaceAll('_', ' ')} (deleted)`;

/** Pairs of which one field, or both, are gone: a sync leaves them out. */
export function brokenPairs<Pair extends Record<Side, string>>(
  mapping: readonly Pair[],
  fields: Readonly<Record<Side, readonly { key: string }[]>>,
): Pair[] {
  const has = (side: Side, key: string) => fields[side].some((field) => field.key === key);
  return mapping.filter((pair) => !has('ops', pair.ops) || !has('client', pair.client));
}
