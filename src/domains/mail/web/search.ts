import type { RawSearch } from '../../../web/router/page.ts';
import { MailView } from '../contract.ts';

/** Lists of letters that are written beside the lists of conversations. */
export const DRAFT_LISTS = { drafts: 'Drafts', scheduled: 'Scheduled', problems: 'Not sent' } as const;
export type DraftList = keyof typeof DRAFT_LISTS;

export interface MailSearch {
  view: MailView | DraftList;
  account: string;
  search: string;
  thread: string;
  /** An email that is being written and answers none. */
  draft: string;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
export const isDraftList = (view: string): view is DraftList => view in DRAFT_LISTS;

/** What the address says: the list, and what is open beside it. */
export const parseMailSearch = (raw: RawSearch): MailSearch => {
  const view = text(raw['view']);
  return {
    view: isDraftList(view) ? view : (MailView.safeParse(view).data ?? 'inbox'),
    account: text(raw['account']),
    search: text(raw['search']),
    thread: text(raw['thread']),
    draft: text(raw['draft']),
  };
};

/** What a provider gave the browser after someone signed in there. */
export interface SignInReturn {
  state: string;
  code: string;
  error: string;
}

/** @returns undefined for an address that is no return from a provider */
export function parseSignInReturn(raw: RawSearch): SignInReturn | undefined {
  const [state, code, error] = [text(raw['state']), text(raw['code']), text(raw['error'])];
  return state && (code || error) ? { state, code, error } : undefined;
}

export const VIEW_LABELS: Readonly<Record<MailView, string>> = {
  inbox: 'Inbox',
  unread: 'Unread',
  starred: 'Starred',
  snoozed: 'Snoozed',
  mine: 'Assigned to me',
  newsletters: 'Newsletters',
  sent: 'Sent',
  archive: 'Archive',
  junk: 'Junk',
  trash: 'Trash',
  all: 'All mail',
};
