/** What channels cost, and what they bring. */
import * as z from 'zod';
import { endpoint, Id } from '../../../kernel/endpoint.ts';
import { CHANNELS } from './channels.ts';
import { PIXEL } from '../paths.ts';
import { access, SiteParams } from './sites.ts';

export const MAX_COSTS = 2_000;
export const MAX_COST_MONTHS = 36;

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11.');

export const ChannelCostFields = z.strictObject({
  month: Month,
  channel: z.enum(CHANNELS, 'Choose a channel.'),
  campaign: z.string().trim().max(120, 'Use at most 120 characters.').default(''),
  /** In the site’s currency. */
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 1200 or 49.90.'),
});

export const ChannelCost = z.object({
  id: Id,
  month: z.string(),
  channel: z.string(),
  campaign: z.string(),
  amount: z.string(),
  version: z.number().int(),
});
export type ChannelCost = z.infer<typeof ChannelCost>;

/** Which visit of a customer gets the revenue: their first, or the last before the deal was won that was not direct. */
export const Attribution = z.enum(['first', 'last']);
export type Attribution = z.infer<typeof Attribution>;

export const ChannelReturn = z.object({
  /** Channel or campaign. */
  value: z.string(),
  visits: z.number().int(),
  /** Decimal, in the site’s currency, like all amounts here. */
  cost: z.string(),
  deals: z.number().int(),
  /** Contacts whose first deal it is. */
  customers: z.number().int(),
  revenue: z.string(),
  /** Cost of a new customer; null without cost or customers. */
  cac: z.string().nullable(),
  /** Revenue by cost, two decimals; null without cost. */
  roas: z.string().nullable(),
});
export type ChannelReturn = z.infer<typeof ChannelReturn>;

export const ChannelReturns = z.object({
  /** The highest revenue first. */
  items: z.array(ChannelReturn),
  total: ChannelReturn,
  /** Won deals of contacts without a known visit. */
  unattributed: z.object({ deals: z.number().int(), revenue: z.string() }),
  /** Won deals in other currencies; they are in no other figure. */
  otherCurrencies: z.array(z.object({ currency: z.string(), deals: z.number().int(), revenue: z.string() })),
});
export type ChannelReturns = z.infer<typeof ChannelReturns>;

const costs = `${PIXEL.sites}/{siteId}/costs` as const;
const CostParams = z.object({ siteId: Id, id: Id });
const months = { from: Month, to: Month };

export const pixelCosts = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: costs,
    summary: 'Costs of channels and campaigns, the latest month first',
    params: SiteParams,
    query: z.object(months),
    response: z.object({ items: z.array(ChannelCost) }),
    errors: ['validation', 'not_found'],
  }),
  save: endpoint({
    ...access,
    method: 'PUT',
    path: costs,
    summary: 'Set what a channel or campaign cost in a month',
    params: SiteParams,
    body: ChannelCostFields,
    response: ChannelCost,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${costs}/{id}`,
    summary: 'Delete a cost',
    params: CostParams,
    errors: ['not_found'],
  }),
  importFile: endpoint({
    ...access,
    method: 'POST',
    path: `${costs}/import`,
    summary: 'Set costs from a CSV file with the columns month, channel, campaign, and amount',
    description: 'All rows or none: a row with a problem is named by its line.',
    params: SiteParams,
    body: z.strictObject({ text: z.string().min(1, 'Choose a file, or paste its rows.').max(500_000) }),
    response: z.object({ saved: z.number().int() }),
    errors: ['validation', 'not_found', 'conflict'],
  }),
  returns: endpoint({
    ...access,
    method: 'GET',
    path: `${PIXEL.sites}/{siteId}/returns`,
    summary: 'Visits, cost, customers, and revenue of won deals, by channel or campaign',
    params: SiteParams,
    query: z.object({
      ...months,
      by: z.enum(['channel', 'campaign']).default('channel'),
      attribution: Attribution.default('last'),
    }),
    response: ChannelReturns,
    errors: ['validation', 'not_found'],
  }),
} as const;
