/** How activities are called and drawn. */
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import SquareCheck from 'lucide-react/icons/square-check';
import Users from 'lucide-react/icons/users';
import type { LucideIcon } from 'lucide-react';
import type { Activity, ActivityType, Answer, Priority } from '../../contract/activities.ts';

export const TYPE_WORDS: Record<ActivityType, string> = {
  task: 'Task',
  call: 'Call',
  meeting: 'Meeting',
  mail: 'Email',
  note: 'Note',
};
export const TYPE_ICONS: Record<ActivityType, LucideIcon> = {
  task: SquareCheck,
  call: Phone,
  meeting: Users,
  mail: Mail,
  note: FileText,
};
export const PRIORITY_WORDS: Record<Priority, string> = { low: 'Low', normal: 'Normal', high: 'High' };
export const ANSWER_WORDS: Record<Answer, string> = {
  none: 'No response yet',
  accepted: 'Accepted',
  tentative: 'Maybe',
  declined: 'Declined',
};
const OUTCOME_WORDS: Record<string, string> = {
  connected: 'Connected',
  no_answer: 'No answer',
  voicemail: 'Left a message',
  busy: 'Busy',
  call_back: 'Callback requested',
  wrong_number: 'Wrong number',
  held: 'Held',
  no_show: 'No-show',
  rescheduled: 'Postponed',
  sent: 'Sent',
  answered: 'Replied',
  bounced: 'Bounced',
};

export const outcomeWord = (outcome: string): string => OUTCOME_WORDS[outcome] ?? outcome;

/** The type as a picture with its name. */
export function TypeIcon({
  type,
  size = 14,
  className = 'shrink-0 text-faint',
}: {
  type: ActivityType;
  size?: number;
  className?: string;
}) {
  const Icon = TYPE_ICONS[type];
  return <Icon size={size} role="img" aria-label={TYPE_WORDS[type]} className={className} />;
}

/** Linked records with their paths. */
export function linksOf({
  contact,
  company,
  lead,
  opportunity,
}: Pick<Activity, 'contact' | 'company' | 'lead' | 'opportunity'>): { to: string; name: string }[] {
  return [
    contact && { to: `/contacts/${contact.id}`, name: contact.name },
    company && { to: `/companies/${company.id}`, name: company.name },
    lead && { to: `/leads/${lead.id}`, name: lead.name },
    opportunity && { to: `/opportunities/${opportunity.id}`, name: opportunity.name },
  ].filter((one) => one !== null);
}
