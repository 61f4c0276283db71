/** The registration wizard of a business after its account is made, and who may register at all. */
import * as z from 'zod';
import { endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { BusinessName, Country, Currency, Email, TimeZone } from '../../identity/contract.ts';
import { PLAN_IDS } from './plans.ts';

/** Steps of the wizard in their order. `business` must be done; the others may be skipped. */
export const STEPS = ['business', 'license', 'plan', 'team', 'import'] as const;
export const Step = z.enum(STEPS);
export type Step = z.infer<typeof Step>;

export const BusinessFacts = z.strictObject({
  name: BusinessName,
  country: Country,
  timeZone: TimeZone,
  currency: Currency,
});
export type BusinessFacts = z.infer<typeof BusinessFacts>;
const Plan = z.enum(PLAN_IDS);

/** Unsent input of a step. */
export const StepDraft = z
  .record(z.string().max(60), z.union([z.string().max(4000), z.null()]))
  .refine((draft) => Object.keys(draft).length <= 30, 'Too many fields.');
export type StepDraft = z.infer<typeof StepDraft>;

export const Onboarding = z.object({
  version: z.number().int(),
  business: BusinessFacts,
  plan: Plan.nullable(),
  licenseId: Id.nullable(),
  /** Steps that are done or were skipped. */
  done: z.array(Step),
  drafts: z.partialRecord(Step, StepDraft),
  finishedAt: Instant.nullable(),
});
export type Onboarding = z.infer<typeof Onboarding>;

const Version = z.number().int().min(0);
const owner = { tag: 'Registration', access: 'user' } as const;

export const onboarding = {
  get: endpoint({
    ...owner,
    method: 'GET',
    path: '/api/registration',
    summary: 'Get the registration progress of this business',
    description: "For the owner of a client's workspace.",
    response: Onboarding,
    errors: ['forbidden'],
  }),
  saveBusiness: endpoint({
    ...owner,
    method: 'PUT',
    path: '/api/registration/business',
    summary: 'Set the name, country, time zone, and currency of the business',
    body: BusinessFacts.extend({ version: Version }),
    response: Onboarding,
    errors: ['validation', 'forbidden', 'stale'],
  }),
  savePlan: endpoint({
    ...owner,
    method: 'PUT',
    path: '/api/registration/plan',
    summary: 'Choose a plan',
    description: 'Stores the choice. Nothing is charged.',
    body: z.strictObject({ plan: Plan, version: Version }),
    response: Onboarding,
    errors: ['validation', 'forbidden', 'stale'],
  }),
  completeStep: endpoint({
    ...owner,
    method: 'PUT',
    path: '/api/registration/steps/{step}',
    summary: 'Mark a step as done or skipped',
    params: z.object({ step: Step.exclude(['business', 'plan']) }),
    body: z.strictObject({ version: Version, licenseId: Id.optional() }),
    response: Onboarding,
    errors: ['validation', 'forbidden', 'not_found', 'stale'],
  }),
  skipPlan: endpoint({
    ...owner,
    method: 'DELETE',
    path: '/api/registration/plan',
    summary: 'Clear the plan',
    body: z.strictObject({ version: Version }),
    response: Onboarding,
    errors: ['validation', 'forbidden', 'stale'],
  }),
  saveDraft: endpoint({
    ...owner,
    method: 'PUT',
    path: '/api/registration/drafts/{step}',
    summary: 'Save a draft of a step',
    description: 'The latest draft wins.',
    params: z.object({ step: Step }),
    body: StepDraft,
    errors: ['validation', 'forbidden'],
  }),
  finish: endpoint({
    ...owner,
    method: 'POST',
    path: '/api/registration/finish',
    summary: 'Finish the registration',
    description: 'The business is required. Everything else can be added later.',
    response: Onboarding,
    errors: ['forbidden', 'conflict'],
  }),
} as const;

export const Policy = z.object({
  version: z.number().int(),
  /** Businesses may register themselves at /registration-wizard. */
  openRegistration: z.boolean(),
  /** Whether mail leaves this server; without it no one outside can open a link. */
  mailDelivers: z.boolean(),
});
export type Policy = z.infer<typeof Policy>;
export const NewClient = z.strictObject({
  businessName: BusinessName,
  email: Email,
  timeZone: TimeZone,
  currency: Currency,
  country: Country,
});

export const policy = {
  get: endpoint({
    method: 'GET',
    path: '/api/installation/policy',
    tag: 'Registration',
    access: 'admin',
    summary: 'Get the registration policy',
    response: Policy,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/installation/policy',
    tag: 'Registration',
    access: 'admin',
    summary: 'Set the registration policy',
    body: Policy.omit({ mailDelivers: true }).strict(),
    response: Policy,
    errors: ['validation', 'stale'],
  }),
  addClient: endpoint({
    method: 'POST',
    path: '/api/workspaces/clients',
    tag: 'Registration',
    access: 'admin',
    summary: 'Create a client workspace and invite its owner',
    status: 201,
    description: 'The owner sets a name and password with the emailed link and continues in the registration wizard.',
    body: NewClient,
    response: z.object({ workspaceId: Id, invitationId: Id }),
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
} as const;
