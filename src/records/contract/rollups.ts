/** Roll-ups: what a field may count or add up of the records that belong to a record. */
import * as z from 'zod';
import { Filter } from '../../kernel/filter.ts';
import type { RecordKind } from './kinds.ts';

export const ROLLUP_SOURCES = ['contacts', 'opportunities', 'activities', 'lines'] as const;
export const ROLLUP_FUNCTIONS = ['count', 'sum', 'average', 'min', 'max', 'earliest', 'latest'] as const;

export const RollUp = z.strictObject({
  source: z.enum(ROLLUP_SOURCES),
  function: z.enum(ROLLUP_FUNCTIONS),
  /**
   * The field of the related records that is added up or compared, `custom.<key>` for one of their own; not for
   * `count`.
   */
  field: z.string().min(1).max(100).optional(),
  /** Which of the related records count; all where there is none. Not for `lines`. */
  filter: Filter.optional(),
});
export type RollUp = z.infer<typeof RollUp>;
export type RollUpSource = RollUp['source'];
export type RollUpFunction = RollUp['function'];

/** Related records of each kind that a roll-up can summarize. */
export const ROLLED_UP: Readonly<Partial<Record<RecordKind, readonly RollUpSource[]>>> = {
  contact: ['opportunities', 'activities'],
  company: ['contacts', 'opportunities', 'activities'],
  lead: ['activities'],
  opportunity: ['lines', 'activities'],
};

export interface RollUpTarget {
  field: string;
  label: string;
  type: 'number' | 'day';
}

export interface RollUpWords {
  title: string;
  /** The kind behind it; undefined for products, which are no records. */
  kind: 'contact' | 'opportunity' | 'activity' | undefined;
  /** Fields of theirs that can be added up or compared, beside fields of one's own. */
  targets: readonly RollUpTarget[];
  /** Filter fields that cannot be used: their answer changes with the clock, or with records that are not counted. */
  unfit: readonly string[];
}

export const ROLLUP_WORDS: Readonly<Record<RollUpSource, RollUpWords>> = {
  contacts: {
    title: 'Contacts',
    kind: 'contact',
    unfit: ['companyIndustry', 'hasOpenOpportunities'],
    targets: [
      { field: 'createdAt', label: 'Created', type: 'day' },
      { field: 'lastActivityAt', label: 'Last activity', type: 'day' },
    ],
  },
  opportunities: {
    title: 'Opportunities',
    kind: 'opportunity',
    unfit: [
      'overdue',
      'rotting',
      'forecast',
      'reached',
      'lostFrom',
      'contact',
      'companyIndustry',
      'companyCity',
      'companyCountry',
      'contactTitle',
    ],
    targets: [
      { field: 'amount', label: 'Amount, in the reporting currency', type: 'number' },
      { field: 'probability', label: 'Probability', type: 'number' },
      { field: 'expectedClose', label: 'Expected close', type: 'day' },
      { field: 'closedAt', label: 'Closed on', type: 'day' },
      { field: 'stageEnteredAt', label: 'In stage since', type: 'day' },
      { field: 'createdAt', label: 'Created', type: 'day' },
      { field: 'lastActivityAt', label: 'Last activity', type: 'day' },
    ],
  },
  activities: {
    title: 'Activities',
    kind: 'activity',
    unfit: ['overdue', 'contact', 'company', 'opportunityPipeline', 'opportunitySource'],
    targets: [
      { field: 'durationMinutes', label: 'Duration in minutes', type: 'number' },
      { field: 'dueAt', label: 'Due', type: 'day' },
      { field: 'doneAt', label: 'Done on', type: 'day' },
      { field: 'createdAt', label: 'Created', type: 'day' },
    ],
  },
  lines: {
    title: 'Products',
    kind: undefined,
    unfit: [],
    targets: [
      { field: 'net', label: 'Net amount', type: 'number' },
      { field: 'quantity', label: 'Quantity', type: 'number' },
      { field: 'unitPrice', label: 'Unit price', type: 'number' },
      { field: 'discount', label: 'Discount in percent', type: 'number' },
    ],
  },
};
