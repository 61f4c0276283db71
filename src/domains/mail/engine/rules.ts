/** Whether a rule applies to a message, and what it does, in words. */
import { fold } from '../../../kernel/text.ts';
import type { RuleActs, RuleConditions } from '../contract/rules.ts';

export interface RuledMail {
  fromName: string;
  fromAddress: string;
  /** Addresses of all recipients. */
  to: readonly string[];
  subject: string;
  text: string;
  hasAttachments: boolean;
  isNewsletter: boolean;
}

const holds = (wanted: string, ...texts: readonly string[]) =>
  wanted === '' || texts.some((text) => fold(text).includes(fold(wanted)));

export function ruleMatches(conditions: RuleConditions, mail: RuledMail): boolean {
  return (
    holds(conditions.from, mail.fromName, mail.fromAddress) &&
    holds(conditions.to, ...mail.to) &&
    holds(conditions.subject, mail.subject) &&
    holds(conditions.text, mail.text) &&
    (!conditions.hasAttachment || mail.hasAttachments) &&
    (!conditions.isNewsletter || mail.isNewsletter)
  );
}

export function describeActs({ label, archive, markRead, star, trash }: RuleActs): string {
  const parts = [
    label && `labeled “${label}”`,
    archive && 'archived',
    markRead && 'marked as read',
    star && 'starred',
    trash && 'moved to the trash',
  ];
  return parts.filter(Boolean).join(', ');
}
