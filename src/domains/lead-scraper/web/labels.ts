import type {
  Candidate,
  CandidateState,
  CandidateView,
  CrawlPage,
  CrawlSite,
  CrawlState,
  NoticeState,
} from '../contract.ts';

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';
type Labels<Key extends string> = Readonly<Record<Key, { label: string; tone: Tone }>>;

export const CRAWL_STATES: Labels<CrawlState> = {
  checking: { label: 'Checking sites', tone: 'info' },
  ready: { label: 'Ready to start', tone: 'warning' },
  running: { label: 'Running', tone: 'info' },
  pausing: { label: 'Pausing', tone: 'warning' },
  paused: { label: 'Paused', tone: 'warning' },
  done: { label: 'Finished', tone: 'success' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
};

export const SITE_VERDICTS: Labels<CrawlSite['verdict']> = {
  waiting: { label: 'Checking', tone: 'neutral' },
  allowed: { label: 'Allowed', tone: 'success' },
  partly: { label: 'Partly allowed', tone: 'success' },
  refused: { label: 'Not allowed', tone: 'danger' },
  unreachable: { label: 'Can’t be reached', tone: 'warning' },
  blocked: { label: 'Blocked', tone: 'danger' },
};

export const PAGE_STATES: Labels<CrawlPage['state']> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  fetching: { label: 'Loading', tone: 'info' },
  done: { label: 'Read', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

export const CANDIDATE_STATES: Labels<CandidateState> = {
  new: { label: 'New', tone: 'info' },
  waiting: { label: 'Waiting for approval', tone: 'warning' },
  accepted: { label: 'Lead', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
};

export const EMAIL_STATES: Labels<Candidate['emailState']> = {
  none: { label: 'No email', tone: 'neutral' },
  ok: { label: 'Valid', tone: 'success' },
  role: { label: 'Shared mailbox', tone: 'info' },
  disposable: { label: 'Disposable', tone: 'danger' },
  no_mail: { label: 'Domain takes no mail', tone: 'danger' },
  unchecked: { label: 'Not checked', tone: 'neutral' },
};

export const NOTICES: Labels<NoticeState> = {
  none: { label: 'No notice', tone: 'neutral' },
  due: { label: 'Notice due', tone: 'warning' },
  sent: { label: 'Notice sent', tone: 'success' },
  not_needed: { label: 'Not needed', tone: 'neutral' },
};

export const VIEW_LABELS: Readonly<Record<CandidateView, string>> = {
  all: 'All candidates',
  new: 'New',
  waiting: 'Waiting for approval',
  accepted: 'Leads',
  notices: 'Notice due',
  dismissed: 'Dismissed and rejected',
};

export const FOUND_BY: Readonly<Record<string, string>> = {
  'json-ld': 'Structured data',
  microdata: 'Microdata',
  hcard: 'hCard',
  link: 'Link',
  text: 'Text',
  obfuscated: 'Hidden address',
  team: 'Team page',
};

/** "2 min", "1 h 5 min". */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
