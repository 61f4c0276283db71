/** The address of the overview: the tab, and what is open in it. */
import type { RawSearch } from '../../../web/router/page.ts';

export const TABS = { workflows: 'Workflows', runs: 'Runs', webhooks: 'Webhooks' } as const;
export type Tab = keyof typeof TABS;

export interface AutomationSearch {
  tab: Tab;
  search: string;
  /** State of the runs that are shown; empty: all. */
  state: string;
  /** Id of the workflow whose runs are shown; empty: all. */
  workflow: string;
  /** Id of the open run. */
  run: string;
  /** Id of the open webhook endpoint. */
  endpoint: string;
}

const text = (value: unknown, max = 200): string => (typeof value === 'string' ? value.slice(0, max) : '');
const id = (value: unknown): string => (/^[0-9a-f-]{36}$/.test(text(value)) ? text(value) : '');

export function parseAutomationSearch(raw: RawSearch): AutomationSearch {
  const tab = text(raw['tab']);
  return {
    tab: tab === 'runs' || tab === 'webhooks' ? tab : 'workflows',
    search: text(raw['search']),
    state: text(raw['state'], 20),
    workflow: id(raw['workflow']),
    run: id(raw['run']),
    endpoint: id(raw['endpoint']),
  };
}
