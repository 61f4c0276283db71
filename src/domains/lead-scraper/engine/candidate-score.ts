/** How far an address can be relied on, and how good a candidate is, with reasons. Mailboxes are never probed. */
import { isDisposableEmail } from 'disposable-email-domains-js';

/** `ok`: a person's address whose domain takes mail · `role`: a shared mailbox · `unchecked`: the DNS did not answer. */
export const EMAIL_STATES = ['none', 'ok', 'role', 'disposable', 'no_mail', 'unchecked'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

const ROLE =
  /^(?:info|contact|kontakt|hello|hi|office|mail|email|sales|support|help|service|admin|administrator|webmaster|postmaster|hostmaster|abuse|noreply|no-reply|billing|accounts?|accounting|invoices?|marketing|press|media|pr|jobs|careers|hr|team|enquiries|inquiries|reception|frontdesk|booking|bookings|reservations|orders|shop|privacy|legal|dpo|security|news|newsletter|feedback|general|appointments|schedule)(?:[._-].*)?@/i;

export const isRoleAddress = (email: string): boolean => ROLE.test(email);

/** @param takesMail whether the domain has a mail server; undefined: not known */
export function emailState(email: string, takesMail: boolean | undefined): EmailState {
  if (email === '') return 'none';
  if (isDisposableEmail(email)) return 'disposable';
  if (takesMail === undefined) return 'unchecked';
  if (!takesMail) return 'no_mail';
  return isRoleAddress(email) ? 'role' : 'ok';
}

export interface Scored {
  kind: 'person' | 'company';
  name: string;
  title: string;
  email: string;
  emailState: EmailState;
  phone: string;
  address: string;
  social: readonly string[];
  pages: number;
}
export interface ScoreReason {
  label: string;
  points: number;
}

const DECIDES =
  /\b(?:ceo|cfo|coo|cto|cmo|chief|founder|owner|partner|president|director|managing|principal|vp|head|geschäftsführer\w*|inhaber\w*)\b/i;
const EMAIL_POINTS: Readonly<Record<EmailState, ScoreReason | undefined>> = {
  none: undefined,
  ok: { label: 'Personal email address', points: 35 },
  role: { label: 'Shared mailbox', points: 20 },
  unchecked: { label: 'Email address, not checked', points: 15 },
  disposable: { label: 'Disposable email address', points: -20 },
  no_mail: { label: 'Domain takes no mail', points: -20 },
};

/** 0 to 100, with what it adds up from. */
export function scoreCandidate(candidate: Scored): { score: number; reasons: ScoreReason[] } {
  const reasons: ScoreReason[] = [];
  const email = EMAIL_POINTS[candidate.emailState];
  if (email) reasons.push(email);
  if (candidate.phone) reasons.push({ label: 'Phone number', points: 20 });
  if (candidate.name) reasons.push({ label: candidate.kind === 'person' ? 'Full name' : 'Company name', points: 10 });
  if (DECIDES.test(candidate.title)) reasons.push({ label: 'Decision-maker', points: 20 });
  else if (candidate.title) reasons.push({ label: 'Job title', points: 8 });
  if (candidate.address) reasons.push({ label: 'Postal address', points: 8 });
  if (candidate.social.length > 0) reasons.push({ label: 'Social profile', points: 4 });
  if (candidate.pages > 1) reasons.push({ label: 'Seen on several pages', points: 5 });
  const score = reasons.reduce((sum, { points }) => sum + points, 0);
  return { score: Math.max(0, Math.min(100, score)), reasons };
}

/** When the person must know where their data came from: one month after it was found (GDPR, Art. 14(3)(a)). */
export function noticeDue(found: Date): Date {
  const due = new Date(found);
  const day = due.getUTCDate();
  due.setUTCMonth(due.getUTCMonth() + 1);
  // There is no February 31: the last day of the month counts.
  if (due.getUTCDate() !== day) due.setUTCDate(0);
  return due;
}
