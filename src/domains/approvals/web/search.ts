/** The address of the queue: tab, view, what narrows it, and the open request. */
import type { RawSearch } from '../../../web/router/page.ts';
import type { ApprovalTab, ApprovalView } from '../contract.ts';

export interface QueueSearch {
  /** Empty: what the address's path stands for. */
  tab: ApprovalTab | '';
  view: ApprovalView;
  kind: string;
  search: string;
  /** Id of the open request. */
  open: string;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const oneOf = <T extends string>(value: unknown, choices: readonly T[], fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;

/** Reads the address; what does not fit is left out. */
export function parseQueueSearch(raw: RawSearch): QueueSearch {
  return {
    tab: oneOf(raw['tab'], ['incoming', 'outgoing', ''] as const, ''),
    view: oneOf(raw['view'], ['waiting', 'snoozed', 'decided'] as const, 'waiting'),
    kind: text(raw['kind']).slice(0, 60),
    search: text(raw['search']).slice(0, 200),
    open: text(raw['open']),
  };
}

/** Which tab an address shows: `/automation-approval` is the queue of what goes out. */
export function tabOf({ tab }: Pick<QueueSearch, 'tab'>, pathname: string): ApprovalTab {
  return tab || (pathname.startsWith('/automation-approval') ? 'outgoing' : 'incoming');
}
