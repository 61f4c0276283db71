/** Costs of channels, so that the report on sources can show the cost of a lead and the return. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { text, Version } from '../../../records/contract/field-values.ts';
import { CurrencyEntry, DecimalEntry } from './opportunities.ts';
import { MAX_DAYS } from './reports.ts';

/** Costs that one workspace may keep. */
export const MAX_CHANNEL_COSTS = 2000;

export const ChannelCost = z.object({
  id: Id,
  version: z.number().int(),
  /** The source that leads and opportunities name. */
  source: z.string(),
  /** The days that it was for, both included. */
  from: Day,
  to: Day,
  /** Decimal text in `currency`. */
  amount: z.string(),
  currency: z.string(),
  note: z.string(),
  updatedAt: Instant,
});
export type ChannelCost = z.infer<typeof ChannelCost>;

const entered = {
  source: text(120).min(1, 'Choose a source.'),
  from: Day,
  to: Day,
  amount: DecimalEntry.refine((amount) => Number(amount) > 0, 'Enter a cost greater than 0.'),
  currency: CurrencyEntry,
  note: text(200),
};

/** @returns what is wrong with the days, or undefined */
export function daysProblem({ from, to }: { from: string; to: string }): string | undefined {
  if (to < from) return 'The end date must not be before the start date.';
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 >= MAX_DAYS
    ? `A cost can span up to ${MAX_DAYS} days.`
    : undefined;
}

export const NewChannelCost = z.strictObject({ ...entered, note: entered.note.default('') });
export type NewChannelCost = z.infer<typeof NewChannelCost>;
export const ChannelCostUpdate = z.strictObject({ ...z.strictObject(entered).partial().shape, version: Version });
export type ChannelCostUpdate = z.infer<typeof ChannelCostUpdate>;

const read = { access: 'user', tag: 'Reports', scope: 'opportunities:read' } as const;
const write = { access: 'user', tag: 'Reports', scope: 'opportunities:write' } as const;
const managed = 'For administrators and owners of the workspace.';

export const channelCosts = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/channel-costs',
    summary: 'List channel costs, newest first',
    response: z.object({
      items: z.array(ChannelCost),
      editable: z.boolean(),
      /** Where the workspace counts its days: as far reports go. */
      today: Day,
    }),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/channel-costs',
    summary: 'Add a channel cost',
    description: managed,
    status: 201,
    body: NewChannelCost,
    response: ChannelCost,
    errors: ['validation', 'forbidden', 'conflict'],
  }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/channel-costs/{id}',
    summary: 'Update a channel cost',
    description: managed,
    params: IdParams,
    body: ChannelCostUpdate,
    response: ChannelCost,
    errors: ['validation', 'not_found', 'forbidden', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/channel-costs/{id}',
    summary: 'Delete a channel cost',
    description: managed,
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
} as const;
