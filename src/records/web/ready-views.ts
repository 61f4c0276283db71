/**
 * Views that every list brings along: what people ask of it on their first day. They keep nothing; their filters stand
 * in the address.
 */
import { type Condition, ME } from '../../kernel/filter-terms.ts';
import type { RecordKind } from '../contract/kinds.ts';
import type { ListSearch } from './list-search.ts';

export interface ReadyView {
  id: string;
  label: string;
  conditions: Condition[];
  sort: string;
}

const MINE: Condition = { field: 'owner', op: 'any_of', value: [ME] };
const NOBODYS: Condition = { field: 'owner', op: 'empty' };
const OPEN_LEAD: Condition = { field: 'status', op: 'any_of', value: ['new', 'working', 'qualified'] };
const OPEN_DEAL: Condition = { field: 'state', op: 'any_of', value: ['open'] };
const OPEN: Condition = { field: 'status', op: 'any_of', value: ['open'] };
const QUIET: Condition = { field: 'lastActivityAt', op: 'within', value: { range: 'older_than_days', days: 90 } };
const FRESH: Condition = { field: 'createdAt', op: 'within', value: { range: 'last_days', days: 7 } };

const view = (id: string, label: string, sort: string, ...conditions: Condition[]): ReadyView => ({
  id: `ready-${id}`,
  label,
  sort,
  conditions,
});

export const READY_VIEWS: Partial<Record<RecordKind, readonly ReadyView[]>> = {
  contact: [
    view('mine', 'Mine', '', MINE),
    view('fresh', 'New in the last 7 days', '-createdAt', FRESH),
    view('quiet', 'No activity for 90 days', 'lastActivityAt', QUIET),
  ],
  company: [
    view('mine', 'Mine', '', MINE),
    view('deals', 'With open opportunities', '', { field: 'hasOpenOpportunities', op: 'true' }),
    view('quiet', 'No activity for 90 days', 'lastActivityAt', QUIET),
  ],
  lead: [
    view('mine', 'My open', '-createdAt', MINE, OPEN_LEAD),
    view('nobodys', 'Open, unassigned', '-createdAt', NOBODYS, OPEN_LEAD),
    view('best', 'Open, best score first', '-score', OPEN_LEAD),
  ],
  opportunity: [
    view('mine', 'My open', 'expectedClose', MINE, OPEN_DEAL),
    view('month', 'Closing this month', 'expectedClose', OPEN_DEAL, {
      field: 'expectedClose',
      op: 'within',
      value: { range: 'this_month' },
    }),
    view('overdue', 'Past expected close', 'expectedClose', { field: 'overdue', op: 'true' }),
    view('stuck', 'Stuck in stage', 'stageEnteredAt', OPEN_DEAL, { field: 'rotting', op: 'true' }),
  ],
  activity: [
    view('mine', 'My open', 'dueAt', MINE, OPEN),
    view('open', 'All open', 'dueAt', OPEN),
    view('overdue', 'Overdue', 'dueAt', { field: 'overdue', op: 'true' }),
    view('week', 'Due in the next 7 days', 'dueAt', OPEN, {
      field: 'dueAt',
      op: 'within',
      value: { range: 'next_days', days: 7 },
    }),
  ],
};

/** The list that it shows, with nothing of the list before. */
export function searchOfReady({
  conditions,
  sort,
}: ReadyView): Pick<ListSearch, 'search' | 'filter' | 'sort' | 'view'> {
  return { search: '', filter: { match: 'all', conditions: [...conditions] }, sort, view: '' };
}

/** The one that the list shows now. */
export function readyViewOf(
  kind: RecordKind,
  { search, filter, sort, view: saved, trash }: ListSearch,
): ReadyView | undefined {
  if (saved !== '' || search !== '' || trash) return undefined;
  return READY_VIEWS[kind]?.find(
    (one) => one.sort === sort && JSON.stringify(one.conditions) === JSON.stringify(filter.conditions),
  );
}
