/** The address of the page: the tab, what is open in it, and how calls are filtered. */
import type { RawSearch } from '../../../web/router/page.ts';
import { CALL_OUTCOMES, type CallOutcome } from '../contract.ts';

export interface PhoneSearch {
  tab: 'agents' | 'calls';
  agent: string | undefined;
  call: string | undefined;
  search: string;
  outcome: CallOutcome | undefined;
  /** Calls of one agent. */
  of: string | undefined;
}

const ID = /^[0-9a-f-]{36}$/;
const idIn = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** Reads the address; what does not fit is left out. */
export function parsePhoneSearch(raw: RawSearch): PhoneSearch {
  const { tab, search, outcome } = raw;
  return {
    tab: tab === 'calls' ? 'calls' : 'agents',
    agent: idIn(raw['agent']),
    call: idIn(raw['call']),
    search: typeof search === 'string' ? search.slice(0, 100) : typeof search === 'number' ? String(search) : '',
    outcome: CALL_OUTCOMES.find((one) => one === outcome),
    of: idIn(raw['of']),
  };
}
