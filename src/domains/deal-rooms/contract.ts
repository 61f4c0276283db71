/** Deal rooms: large deals with their people, plan, proposal, payments, and commissions. */
import * as z from 'zod';
import { endpoint, Id, IdParams, pageOf } from '../../kernel/endpoint.ts';
import { PlannedDay, text } from '../../records/contract/field-values.ts';
import { DecimalEntry } from '../crm/contract/opportunities.ts';
import {
  CommissionStatement,
  DealRoom,
  DealRow,
  DealSettings,
  DealSettingsEntry,
  DealSplits,
  DealStates,
  Month,
  NewPlanAction,
  PlanActionUpdate,
  ProposalDraft,
  StakeholderEntry,
} from './contract/shapes.ts';
import { DEAL_ROOMS } from './paths.ts';

export * from './contract/shapes.ts';

const access = { tag: 'Deal rooms', access: 'user' } as const;
const ROOM = `${DEAL_ROOMS.rooms}/{id}` as const;
const PROPOSAL = '/api/deal-proposals/{id}' as const;
const INSTALLMENT = '/api/deal-installments/{id}' as const;

export const MAX_LINK_DAYS = 365;
export const RoomLinkEntry = z.strictObject({
  on: z.boolean(),
  /** Days until the link ends. */
  days: z.number().int().min(1, 'Enter 1 to 365 days.').max(MAX_LINK_DAYS, 'Enter 1 to 365 days.').default(90),
  /** Makes a new address; the former one ends. */
  renew: z.boolean().default(false),
});
export const SendProposalEntry = z.strictObject({
  version: z.number().int(),
  contactIds: z.array(Id).min(1, 'Choose who gets it.').max(20, 'Choose up to 20 people.'),
  subject: text(200).min(1, 'Enter a subject.'),
  /** The link stands below it. */
  text: text(5_000).min(1, 'Write a message.'),
});
export const ReceivedEntry = z.strictObject({
  /** Bank transfer, check, … */
  method: text(60).min(1, 'Enter how it was paid.'),
  day: PlannedDay,
  note: text(300).default(''),
});
export const RefundEntry = z.strictObject({
  /** All that is left when absent. */
  amount: DecimalEntry.optional(),
  note: text(300).default(''),
});
const CommissionIds = z.strictObject({ ids: z.array(Id).min(1).max(500) });

const room = { response: DealRoom, errors: ['validation', 'not_found', 'conflict', 'stale'] } as const;

export const dealRooms = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: DEAL_ROOMS.rooms,
    summary: 'Large deals with money, risks, and the next step',
    description: 'Opportunities from the threshold on, and every one that has a room; the largest first.',
    query: z.object({
      state: DealStates.default('open'),
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(25),
    }),
    response: pageOf(DealRow).extend({
      /** Of the deals in this state, in the workspace’s currency; deals in another currency are left out. */
      sums: z.object({
        currency: z.string(),
        deals: z.number().int(),
        amount: z.string(),
        contracted: z.string(),
        collected: z.string(),
      }),
      settings: DealSettings,
      mayManage: z.boolean(),
    }),
    errors: ['bad_request'],
  }),
  open: endpoint({
    ...access,
    method: 'POST',
    path: DEAL_ROOMS.rooms,
    summary: 'Open a room for an opportunity, or get the one it has',
    body: z.strictObject({ opportunityId: Id }),
    response: DealRoom,
    errors: ['not_found'],
  }),
  saveSettings: endpoint({
    ...access,
    method: 'PUT',
    path: `${DEAL_ROOMS.rooms}/settings`,
    summary: 'Change which deals are listed, and when they count as at risk',
    description: 'For administrators and owners of the workspace.',
    body: DealSettingsEntry,
    response: DealSettings,
    errors: ['validation', 'forbidden'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: ROOM,
    summary: 'A deal room',
    params: IdParams,
    response: DealRoom,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    ...room,
    method: 'PATCH',
    path: ROOM,
    summary: 'Change what the buyer reads first',
    params: IdParams,
    body: z.strictObject({ version: z.number().int(), welcome: text(5_000) }),
  }),
  link: endpoint({
    ...access,
    ...room,
    method: 'PUT',
    path: `${ROOM}/link`,
    summary: 'Turn the buyer’s link on or off, or replace it',
    params: IdParams,
    body: RoomLinkEntry,
  }),
  stakeholders: endpoint({
    ...access,
    ...room,
    method: 'PUT',
    path: `${ROOM}/stakeholders`,
    summary: 'Save who has a part in the deal and how they stand',
    params: IdParams,
    body: z.strictObject({ people: z.array(StakeholderEntry).max(50, 'Add up to 50 people.') }),
  }),
  addAction: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${ROOM}/actions`,
    summary: 'Add an action to the plan',
    params: IdParams,
    body: NewPlanAction,
  }),
  updateAction: endpoint({
    ...access,
    ...room,
    method: 'PATCH',
    path: '/api/deal-actions/{id}',
    summary: 'Change an action of the plan, or mark it as done',
    params: IdParams,
    body: PlanActionUpdate,
  }),
  removeAction: endpoint({
    ...access,
    method: 'DELETE',
    path: '/api/deal-actions/{id}',
    summary: 'Delete an action of the plan',
    params: IdParams,
    response: DealRoom,
    errors: ['not_found'],
  }),
  saveDraft: endpoint({
    ...access,
    ...room,
    method: 'PUT',
    path: `${ROOM}/draft`,
    summary: 'Save the draft of the next proposal',
    params: IdParams,
    body: ProposalDraft,
  }),
  discardDraft: endpoint({
    ...access,
    method: 'DELETE',
    path: `${ROOM}/draft`,
    summary: 'Discard the draft of the next proposal',
    params: IdParams,
    response: DealRoom,
    errors: ['not_found'],
  }),
  send: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${PROPOSAL}/send`,
    summary: 'Send a draft to the buyer',
    description: 'It replaces a version that is open, turns the link on, and never changes afterward.',
    params: IdParams,
    body: SendProposalEntry,
  }),
  revise: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${PROPOSAL}/revise`,
    summary: 'Start a new version from this one',
    params: IdParams,
  }),
  withdraw: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${PROPOSAL}/withdraw`,
    summary: 'Withdraw a proposal that the buyer has not accepted',
    params: IdParams,
  }),
  pdf: endpoint({
    ...access,
    method: 'GET',
    path: `${PROPOSAL}/pdf`,
    summary: 'Download a proposal, with its certificate once it is accepted',
    params: IdParams,
    produces: 'application/pdf',
    errors: ['not_found', 'unavailable'],
  }),
  paymentLink: endpoint({
    ...access,
    method: 'POST',
    path: `${INSTALLMENT}/payment-link`,
    summary: 'Get the page on which an installment is paid',
    params: IdParams,
    response: z.object({ url: z.string() }),
    errors: ['not_found', 'conflict', 'unavailable', 'validation'],
  }),
  updateInstallment: endpoint({
    ...access,
    ...room,
    method: 'PATCH',
    path: INSTALLMENT,
    summary: 'Set when an installment is due, such as on its milestone',
    params: IdParams,
    body: z.strictObject({ dueDay: PlannedDay }),
  }),
  receive: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${INSTALLMENT}/receive`,
    summary: 'Record an installment that was paid otherwise',
    params: IdParams,
    body: ReceivedEntry,
  }),
  refund: endpoint({
    ...access,
    ...room,
    method: 'POST',
    path: `${INSTALLMENT}/refund`,
    summary: 'Refund an installment',
    description: 'Through the payment service where it was paid there. For administrators and owners of the workspace.',
    params: IdParams,
    body: RefundEntry,
    errors: [...room.errors, 'forbidden', 'unavailable'],
  }),
  saveSplits: endpoint({
    ...access,
    ...room,
    method: 'PUT',
    path: `${ROOM}/splits`,
    summary: 'Set who gets which share of the cash',
    description: 'For administrators and owners of the workspace. It applies to payments from now on.',
    params: IdParams,
    body: DealSplits,
    errors: [...room.errors, 'forbidden'],
  }),
  commissions: endpoint({
    ...access,
    method: 'GET',
    path: DEAL_ROOMS.commissions,
    summary: 'Commissions of a month: yours, or everyone’s',
    query: z.object({
      month: Month,
      userId: Id.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: CommissionStatement,
    errors: ['bad_request', 'validation'],
  }),
  approveCommissions: endpoint({
    ...access,
    method: 'POST',
    path: `${DEAL_ROOMS.commissions}/approve`,
    summary: 'Approve earned commissions',
    description: 'For administrators and owners of the workspace.',
    body: CommissionIds,
    response: z.object({ changed: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  payCommissions: endpoint({
    ...access,
    method: 'POST',
    path: `${DEAL_ROOMS.commissions}/pay`,
    summary: 'Mark approved commissions as paid',
    description: 'For administrators and owners of the workspace. Commissions that are not approved stay as they are.',
    body: CommissionIds,
    response: z.object({ changed: z.number().int() }),
    errors: ['validation', 'forbidden'],
  }),
  exportCommissions: endpoint({
    ...access,
    method: 'GET',
    path: `${DEAL_ROOMS.commissions}/export`,
    summary: 'Download the commissions of a month as CSV',
    query: z.object({ month: Month, userId: Id.optional() }),
    produces: 'text/csv',
    errors: ['validation'],
  }),
} as const;
