/** Names of channels, purposes, and states. */
import type { Channel, ConsentPurpose, Message, Suppression } from '../contract.ts';

export const CHANNEL_LABELS: Record<Channel, string> = { email: 'Email', sms: 'SMS' };
export const PURPOSE_LABELS: Record<'all' | 'transactional' | ConsentPurpose, string> = {
  all: 'Everything',
  transactional: 'Transactional',
  service: 'About their requests',
  marketing: 'Offers',
  newsletter: 'Newsletter',
};
export const REASON_LABELS: Record<Suppression['reason'], string> = {
  bounced: 'Bounced',
  complained: 'Reported as spam',
  stopped: 'Replied STOP',
  manual: 'Added manually',
  imported: 'Added from a list',
};
export const SOURCE_LABELS: Record<string, string> = {
  one_click: 'One click in their mail program',
  unsubscribe_page: 'Unsubscribe page',
  preference_page: 'Preference page',
  form: 'Web form',
  person: 'Recorded manually',
  sms: 'Text message',
  complaint: 'Spam report',
};
export const STATES: Record<
  Message['state'],
  { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger' }
> = {
  queued: { label: 'Queued', tone: 'info' },
  held: { label: 'Waiting', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'success' },
  delivered: { label: 'Delivered', tone: 'success' },
  kept: { label: 'Not sent', tone: 'warning' },
  refused: { label: 'Not sent', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: { label: 'Outcome unknown', tone: 'warning' },
  bounced: { label: 'Bounced', tone: 'danger' },
  complained: { label: 'Reported as spam', tone: 'danger' },
};
