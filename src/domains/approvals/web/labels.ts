/** Labels of requests. */
import type { ApprovalState } from '../contract.ts';

export const STATE_WORDS: Record<
  ApprovalState,
  { text: string; tone: 'neutral' | 'info' | 'success' | 'danger' | 'warning' }
> = {
  pending: { text: 'Waiting', tone: 'info' },
  approved: { text: 'Approved', tone: 'success' },
  running: { text: 'In progress', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  uncertain: { text: 'Check result', tone: 'warning' },
  rejected: { text: 'Rejected', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
  undone: { text: 'Undone', tone: 'neutral' },
};

const HISTORY_WORDS: Record<string, string> = {
  'approval.requested': 'Requested',
  'approval.edited': 'Changed',
  'approval.approved': 'Approved',
  'approval.rejected': 'Rejected',
  'approval.snoozed': 'Snoozed',
  'approval.woken': 'Woken',
  'approval.reopened': 'Decision undone',
  'approval.started': 'Started',
  'approval.retried': 'Retried',
  'approval.settled': 'Settled manually',
  'approval.undone': 'Action undone',
};

/** One line of a request's history; undefined for an entry that another already tells. */
export function historyWords(type: string, data: Record<string, unknown>): string | undefined {
  if (type === 'approval.closed') {
    const { outcome, error } = data as { outcome: ApprovalState; error?: string };
    if (outcome === 'rejected' || outcome === 'undone') return undefined;
    return error ? `${STATE_WORDS[outcome].text}: ${error}` : STATE_WORDS[outcome].text;
  }
  const words = HISTORY_WORDS[type];
  if (!words) return undefined;
  if (typeof data['rule'] === 'string') return `${words} by rule “${data['rule']}”`;
  if (typeof data['reason'] === 'string' && data['reason']) return `${words}: ${data['reason']}`;
  if (Array.isArray(data['changes']))
    return `${words}: ${(data['changes'] as { field: string }[]).map(({ field }) => field).join(', ')}`;
  return words;
}

const HOUR = 3_600_000;

/** Times that a request can be put aside until; those that lie beyond its end are left out. */
export function snoozeChoices(now: Date, expiresAt: string | null): { label: string; until: string }[] {
  const at = (days: number, hour: number) => {
    const time = new Date(now);
    time.setDate(time.getDate() + days);
    time.setHours(hour, 0, 0, 0);
    return time;
  };
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const choices = [
    { label: '1 hour', until: new Date(now.getTime() + HOUR) },
    { label: '3 hours', until: new Date(now.getTime() + 3 * HOUR) },
    { label: 'Tomorrow at 9:00', until: at(1, 9) },
    { label: 'Monday at 9:00', until: at(toMonday, 9) },
    { label: '1 week', until: at(7, 9) },
  ];
  return choices
    .filter(({ until }) => expiresAt === null || until.getTime() < Date.parse(expiresAt))
    .map(({ label, until }) => ({ label, until: until.toISOString() }));
}
