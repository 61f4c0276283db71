/** Shapes of a deal room: the deal, people, plan, proposal, and payments. */
import * as z from 'zod';
import { Day, Id, Instant } from '../../../kernel/endpoint.ts';
import { PlannedDay, Ref, text } from '../../../records/contract/field-values.ts';
import { CurrencyEntry, DecimalEntry } from '../../crm/contract/opportunities.ts';

export const MAX_ACTIONS = 100;
export const MAX_SECTIONS = 40;
export const MAX_LINES = 100;
export const MAX_INSTALLMENTS = 24;
export const MAX_PROPOSALS = 50;

/** Percent, 0 to 100, up to four decimals. */
const Percent = z
  .string()
  .trim()
  .regex(/^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/, 'Enter a percentage from 0 to 100.');

export const PLACES = ['plan', 'people', 'proposal', 'payments', 'activity', 'share', 'opportunity', 'room'] as const;
export const RoomPlace = z.enum(PLACES);
export const RiskSignal = z.object({
  id: z.string(),
  level: z.enum(['high', 'medium']),
  title: z.string(),
  reason: z.string(),
  place: RoomPlace,
});
export type RiskSignal = z.infer<typeof RiskSignal>;
export const DealStep = z.object({ title: z.string(), reason: z.string(), place: RoomPlace });
export type DealStep = z.infer<typeof DealStep>;

export const DealStates = z.enum(['open', 'won', 'lost']);

/** A deal as its list shows it. */
export const DealRow = z.object({
  opportunityId: Id,
  roomId: Id.nullable(),
  name: z.string(),
  customer: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: DealStates,
  stage: z.string(),
  ownerName: z.string(),
  expectedClose: Day.nullable(),
  /** Total of the accepted proposal; null before. */
  contracted: z.string().nullable(),
  /** Cash received, less refunds. */
  collected: z.string(),
  lastVisitAt: Instant.nullable(),
  signals: z.array(RiskSignal),
  nextStep: DealStep.nullable(),
});
export type DealRow = z.infer<typeof DealRow>;

export const INFLUENCES = ['unknown', 'low', 'medium', 'high'] as const;
export const STANCES = ['unknown', 'champion', 'supporter', 'neutral', 'skeptic', 'blocker'] as const;
export const Influence = z.enum(INFLUENCES);
export type Influence = z.infer<typeof Influence>;
export const Stance = z.enum(STANCES);
export type Stance = z.infer<typeof Stance>;

export const Stakeholder = z.object({
  contact: Ref,
  title: z.string(),
  /** Blank where none is known. */
  email: z.string(),
  role: z.string(),
  /** The opportunity’s main contact. */
  main: z.boolean(),
  influence: Influence,
  stance: Stance,
  note: z.string(),
});
export type Stakeholder = z.infer<typeof Stakeholder>;
export const StakeholderEntry = z.strictObject({
  contactId: Id,
  role: text(80).default(''),
  influence: Influence.default('unknown'),
  stance: Stance.default('unknown'),
  note: text(500).default(''),
});

export const PlanAction = z.object({
  id: Id,
  title: z.string(),
  side: z.enum(['us', 'buyer']),
  owner: Ref.nullable(),
  /** The responsible person on the buyer's side. */
  ownerName: z.string(),
  dueDay: Day.nullable(),
  doneAt: Instant.nullable(),
  doneBy: z.string(),
  version: z.number().int(),
});
export type PlanAction = z.infer<typeof PlanAction>;
export const NewPlanAction = z.strictObject({
  title: text(200).min(1, 'Enter what has to be done.'),
  side: z.enum(['us', 'buyer']),
  /** A teammate; of our side only. */
  ownerId: Id.nullable().default(null),
  ownerName: text(120).default(''),
  dueDay: PlannedDay.nullable().default(null),
});
export const PlanActionUpdate = z.strictObject({
  version: z.number().int(),
  title: text(200).min(1, 'Enter what has to be done.').optional(),
  side: z.enum(['us', 'buyer']).optional(),
  ownerId: Id.nullable().optional(),
  ownerName: text(120).optional(),
  dueDay: PlannedDay.nullable().optional(),
  isDone: z.boolean().optional(),
});

export const Section = z.strictObject({
  id: Id,
  title: text(200),
  /** A blank line starts another paragraph. */
  text: text(20_000),
});
export const ProposalLine = z.strictObject({
  id: Id,
  product: text(200).min(1, 'Enter a name for the item.'),
  description: text(1_000).default(''),
  quantity: DecimalEntry.default('1'),
  unitPrice: DecimalEntry,
  discount: Percent.default('0'),
  tax: Percent.default('0'),
  /** The buyer chooses whether to take it. */
  optional: z.boolean().default(false),
});
export type ProposalLine = z.output<typeof ProposalLine>;

export const WHEN = ['acceptance', 'day', 'milestone'] as const;
export const PlanItem = z.strictObject({
  label: text(120).min(1, 'Enter a name for the installment.'),
  /** Either a fixed amount, or a percentage of what the fixed amounts leave. */
  amount: DecimalEntry.optional(),
  percent: Percent.optional(),
  when: z.enum(WHEN),
  /** With `day`. */
  day: PlannedDay.optional(),
  /** With `milestone`: what has to be reached. */
  milestone: text(200).optional(),
});
export type PlanItem = z.output<typeof PlanItem>;

export const DEFAULT_CONSENT =
  'I have read this proposal and accept it for the customer named in it. I may sign for the customer. My typed name is my electronic signature, and I agree to receive this agreement and its copies electronically.';

export const ProposalContent = z.strictObject({
  title: text(200).min(1, 'Enter a title for the proposal.'),
  currency: CurrencyEntry,
  sections: z.array(Section).max(MAX_SECTIONS, `Add up to ${MAX_SECTIONS} sections.`),
  lines: z.array(ProposalLine).max(MAX_LINES, `Add up to ${MAX_LINES} items.`),
  plan: z.array(PlanItem).max(MAX_INSTALLMENTS, `Add up to ${MAX_INSTALLMENTS} installments.`),
  /** The exact terms that the buyer accepts. */
  consent: text(2_000).min(20, 'Enter what the buyer agrees to.'),
});
export type ProposalContent = z.output<typeof ProposalContent>;

export const Totals = z.object({ net: z.string(), tax: z.string(), total: z.string() });

export const Acceptance = z.object({
  name: z.string(),
  email: z.string(),
  consent: z.string(),
  acceptedAt: Instant,
  ip: z.string(),
  userAgent: z.string(),
  /** SHA-256 of the signed document, in hexadecimal. */
  sha256: z.string(),
  /** The stored document still has this hash. */
  intact: z.boolean(),
  chosen: z.array(Id),
  currency: z.string(),
  net: z.string(),
  total: z.string(),
});
export type Acceptance = z.infer<typeof Acceptance>;

export const PROPOSAL_STATES = ['draft', 'sent', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired'] as const;
export const Proposal = z.object({
  id: Id,
  number: z.number().int(),
  state: z.enum(PROPOSAL_STATES),
  content: ProposalContent,
  validUntil: Day.nullable(),
  /** Without optional items, and with all of them. */
  totals: z.object({ least: Totals, most: Totals }),
  sentTo: z.array(z.object({ name: z.string(), email: z.string() })),
  sentAt: Instant.nullable(),
  firstSeenAt: Instant.nullable(),
  declinedAt: Instant.nullable(),
  declineReason: z.string(),
  acceptance: Acceptance.nullable(),
  version: z.number().int(),
});
export type Proposal = z.infer<typeof Proposal>;

export const ProposalDraft = z.strictObject({
  content: ProposalContent,
  validUntil: PlannedDay.nullable(),
  /** Of the draft that is changed; null for the first save. */
  version: z.number().int().nullable(),
});

export const INSTALLMENT_STATES = ['waiting', 'due', 'overdue', 'paid', 'refunded'] as const;
export const Installment = z.object({
  id: Id,
  label: z.string(),
  amount: z.string(),
  currency: z.string(),
  dueDay: Day.nullable(),
  milestone: z.string(),
  /** `waiting`: its milestone or day is to come. */
  state: z.enum(INSTALLMENT_STATES),
  paidAt: Instant.nullable(),
  refunded: z.string(),
  /** `online`, or how it was received. */
  method: z.string(),
  note: z.string(),
  reminders: z.number().int(),
});
export type Installment = z.infer<typeof Installment>;

export const SplitRole = z.enum(['setter', 'closer']);
export const DealSplit = z.object({ role: SplitRole, user: Ref, percent: z.string() });
export type DealSplit = z.infer<typeof DealSplit>;
export const DealSplits = z.strictObject({
  splits: z.array(z.strictObject({ role: SplitRole, userId: Id, percent: Percent })).max(2),
});

export const DealRoom = z.object({
  id: Id,
  version: z.number().int(),
  opportunity: z.object({
    id: Id,
    name: z.string(),
    amount: z.string(),
    currency: z.string(),
    state: DealStates,
    stage: z.string(),
    customer: z.string(),
    expectedClose: Day.nullable(),
    ownerName: z.string(),
  }),
  welcome: z.string(),
  link: z.object({ on: z.boolean(), url: z.string(), expiresAt: Instant.nullable() }),
  visits: z.number().int(),
  lastVisitAt: Instant.nullable(),
  stakeholders: z.array(Stakeholder),
  actions: z.array(PlanAction),
  /** The newest first. */
  proposals: z.array(Proposal),
  installments: z.array(Installment),
  contracted: z.string().nullable(),
  collected: z.string(),
  /** The caller’s own, and everyone’s for those who manage the workspace. */
  splits: z.array(DealSplit),
  mayManage: z.boolean(),
  /** Money moves: a payment service is connected. */
  movesMoney: z.boolean(),
  signals: z.array(RiskSignal),
  nextStep: DealStep.nullable(),
});
export type DealRoom = z.infer<typeof DealRoom>;

export const DealSettings = z.object({
  /** In `currency`, the workspace’s. */
  threshold: z.string(),
  currency: z.string(),
  quietDays: z.number().int(),
  buyerQuietDays: z.number().int(),
});
const Days = z.number().int('Enter whole days.').min(1, 'Enter 1 to 365 days.').max(365, 'Enter 1 to 365 days.');
export const DealSettingsEntry = z.strictObject({ threshold: DecimalEntry, quietDays: Days, buyerQuietDays: Days });

export const COMMISSION_STATES = ['earned', 'approved', 'paid'] as const;
export const Commission = z.object({
  id: Id,
  person: Ref,
  role: SplitRole,
  deal: z.string(),
  installment: z.string(),
  day: Day,
  /** Cash received, below zero for a refund; of it the percentage, and what that is. */
  base: z.string(),
  percent: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: z.enum(COMMISSION_STATES),
});
export type Commission = z.infer<typeof Commission>;
export const Month = z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, 'Use a month such as 2026-11.');
export const CommissionStatement = z.object({
  items: z.array(Commission),
  next: z.string().nullable(),
  /** Of the whole month, by person and currency. */
  totals: z.array(
    z.object({
      person: Ref,
      currency: z.string(),
      earned: z.string(),
      approved: z.string(),
      paid: z.string(),
      total: z.string(),
    }),
  ),
  mayManage: z.boolean(),
});
