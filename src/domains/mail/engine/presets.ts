/** Servers of providers that many people have, and the place of a folder by its name. */
import type { MailPlace, MailServer } from '../contract/shapes.ts';

export const PRESETS = {
  gmail: {
    imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
    smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  },
  microsoft: {
    imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
    smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
  },
} as const satisfies Record<string, { imap: MailServer; smtp: MailServer }>;

const BY_USE: Readonly<Record<string, MailPlace>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Archive': 'archive',
  '\\All': 'archive',
  '\\Trash': 'trash',
  '\\Junk': 'junk',
};
const BY_NAME: readonly [RegExp, MailPlace][] = [
  [/^inbox$/i, 'inbox'],
  [/^(?:sent|sent items|sent mail|sent messages|gesendet|gesendete elemente|envoyés|enviados)$/i, 'sent'],
  [/^(?:drafts?|entwürfe|brouillons|borradores)$/i, 'drafts'],
  [/^(?:archives?|archiv|all mail)$/i, 'archive'],
  [/^(?:trash|deleted|deleted items|deleted messages|bin|papierkorb|corbeille|papelera)$/i, 'trash'],
  [/^(?:junk|spam|junk e-?mail|bulk mail|spamverdacht)$/i, 'junk'],
];

/** @param use special use of RFC 6154 */
export const placeOfFolder = (name: string, use: string | undefined): MailPlace =>
  (use && BY_USE[use]) || BY_NAME.find(([pattern]) => pattern.test(name))?.[1] || 'other';
