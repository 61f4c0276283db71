/** The lists behind the dashboard's figures: the same rows, by the list's own filter in its address. */
import { addDays } from '../../../../kernel/days.ts';
import { type Condition, ME } from '../../../../kernel/filter-terms.ts';

export interface Behind {
  to: string;
  search?: Record<string, unknown>;
}

const list = (to: string, conditions: Condition[], more: Record<string, unknown> = {}): Behind => ({
  to,
  search: { filter: { match: 'all', conditions }, ...more },
});

const isOpen: Condition = { field: 'state', op: 'any_of', value: ['open'] };
const openMine: Condition[] = [
  { field: 'status', op: 'any_of', value: ['open'] },
  { field: 'owner', op: 'any_of', value: [ME] },
];
/** The opportunities as a table: the filters are the same in every mode, but a table shows all that match. */
const TABLE = { as: 'table' };

const inCurrency = (currency: string): Condition => ({ field: 'currency', op: 'any_of', value: [currency] });

/** Won in a month, in one currency or in all. */
export const wonIn = (range: 'this_month' | 'last_month', currency?: string): Behind =>
  list(
    '/opportunities',
    [
      { field: 'state', op: 'any_of', value: ['won'] },
      { field: 'closedAt', op: 'within', value: { range } },
      ...(currency === undefined ? [] : [inCurrency(currency)]),
    ],
    TABLE,
  );

/** Open opportunities in one currency. */
export const openIn = (currency: string): Behind => list('/opportunities', [isOpen, inCurrency(currency)], TABLE);

export const BEHIND = {
  overdue: list('/activities', [...openMine, { field: 'overdue', op: 'true' }], { sort: 'dueAt' }),
  done: list('/activities', [{ field: 'status', op: 'any_of', value: ['done'] }], { sort: '-doneAt' }),
  open: list('/opportunities', [isOpen], TABLE),
  won: wonIn('this_month'),
  wonEver: list('/opportunities', [{ field: 'state', op: 'any_of', value: ['won'] }], { ...TABLE, sort: '-closedAt' }),
  late: list('/opportunities', [{ field: 'overdue', op: 'true' }], { ...TABLE, sort: 'expectedClose' }),
  stuck: list('/opportunities', [{ field: 'rotting', op: 'true' }], TABLE),
  myStuck: list(
    '/opportunities',
    [
      { field: 'rotting', op: 'true' },
      { field: 'owner', op: 'any_of', value: [ME] },
    ],
    TABLE,
  ),
  openLeads: list('/leads', [{ field: 'status', op: 'any_of', value: ['new', 'working', 'qualified'] }]),
  newThisMonth: list('/contacts', [{ field: 'createdAt', op: 'within', value: { range: 'this_month' } }], {
    sort: '-createdAt',
  }),
  newContacts: { to: '/contacts', search: { sort: '-createdAt' } },
} satisfies Record<string, Behind>;

/** Mine, due today or before. */
export const dueUntil = (today: string): Behind =>
  list('/activities', [...openMine, { field: 'dueAt', op: 'before', value: addDays(today, 1) }], { sort: 'dueAt' });

/** Expected within thirty days, or overdue. */
export const closingUntil = (today: string): Behind =>
  list('/opportunities', [isOpen, { field: 'expectedClose', op: 'before', value: addDays(today, 31) }], {
    ...TABLE,
    sort: 'expectedClose',
  });

/** Opportunities in one stage. */
export const ofStage = (stage: string): Behind =>
  list('/opportunities', [{ field: 'stage', op: 'any_of', value: [stage] }, isOpen], TABLE);
