/** The address of the page: which part, and what narrows it. */
import type { RawSearch } from '../../../web/router/page.ts';
import type { JobState } from '../contract.ts';

export const TABS = ['system', 'jobs', 'recurring', 'reactions', 'mails', 'accounts'] as const;
export const JOB_STATES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly JobState[];

export interface AdminSearch {
  tab: (typeof TABS)[number];
  search: string;
  /** Of jobs; empty: any. */
  state: JobState | '';
  /** Id of the open mail. */
  open: string;
}

/** Props of a tab. */
export interface TabProps {
  search: AdminSearch;
  onChange: (change: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';

/** Reads the address; what does not fit is left out. */
export function parseAdminSearch(raw: RawSearch): AdminSearch {
  return {
    tab: TABS.find((one) => one === raw['tab']) ?? 'system',
    search: text(raw['search']),
    state: JOB_STATES.find((one) => one === raw['state']) ?? '',
    open: /^[0-9a-f-]{36}$/.test(text(raw['open'])) ? text(raw['open']) : '',
  };
}
