/** Names of audiences and states of broadcasts. */
import { counted } from '../../../web/ui/format.ts';
import type { Broadcast, BroadcastState } from '../contract/broadcasts.ts';

export const AUDIENCE_LABELS: Readonly<Record<Broadcast['audience']['kind'], string>> = {
  all: 'All contacts',
  tag: 'Contacts with a tag',
  contacts: 'Chosen contacts',
};

export const STATE_LABELS: Readonly<
  Record<BroadcastState, { label: string; tone: 'info' | 'warning' | 'neutral' | 'success' }>
> = {
  sending: { label: 'Sending', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
};

export function audienceName({ kind, tag, count }: Broadcast['audience']): string {
  if (kind === 'tag') return `Tag “${tag}”`;
  return kind === 'contacts' ? counted(count ?? 0, 'chosen contact') : AUDIENCE_LABELS.all;
}
