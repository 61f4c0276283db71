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
