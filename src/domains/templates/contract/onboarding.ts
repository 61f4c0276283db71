/** The onboarding of clients: a checklist that ticks itself off where it can. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { text } from '../../../records/contract.ts';
import { TEMPLATES } from '../paths.ts';
import { StepRule } from './content.ts';

export const StepState = z.enum(['open', 'done', 'skipped']);
export type StepState = z.infer<typeof StepState>;
export const Audience = z.enum(['client', 'agency']);

export const OnboardingStep = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  audience: Audience,
  link: z.string().nullable(),
  /** The rule that completes it; null if people do. */
  rule: StepRule.nullable(),
  dueOn: Day,
  state: StepState,
  overdue: z.boolean(),
  doneAt: Instant.nullable(),
  /** Null with `doneAt`: it happened by itself. */
  doneBy: z.string().nullable(),
});
export type OnboardingStep = z.infer<typeof OnboardingStep>;

/** `none`: no checklist was started. `stuck`: something is overdue, or nothing has moved for a week. */
export const OnboardingState = z.enum(['stuck', 'open', 'done', 'none']);
export type OnboardingState = z.infer<typeof OnboardingState>;

export const OnboardingRow = z.object({
  /** The client's id. */
  id: Id,
  client: z.string(),
  state: OnboardingState,
  templateName: z.string().nullable(),
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  done: z.number().int(),
  of: z.number().int(),
  overdue: z.number().int(),
  /** The open step that is due first. */
  next: z.object({ title: z.string(), dueOn: Day, audience: Audience }).nullable(),
  startedAt: Instant.nullable(),
  lastMoveAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type OnboardingRow = z.infer<typeof OnboardingRow>;
export const ClientOnboarding = OnboardingRow.extend({
  version: z.number().int(),
  steps: z.array(OnboardingStep),
  remindedAt: Instant.nullable(),
});
export type ClientOnboarding = z.infer<typeof ClientOnboarding>;

export const Checklist = z.object({
  steps: z.array(OnboardingStep),
  done: z.number().int(),
  of: z.number().int(),
  finishedAt: Instant.nullable(),
  ownerName: z.string().nullable(),
});
export type Checklist = z.infer<typeof Checklist>;

const tag = 'Onboarding';
const admin = { tag, access: 'admin' } as const;
const StepParams = z.object({ id: Id, key: z.string().max(40) });
const Mark = z.strictObject({ state: StepState });
/** Days after which an onboarding in which nothing moves counts as stuck. */
export const STUCK_AFTER_DAYS = 7;

export const onboardings = {
  list: endpoint({
    ...admin,
    method: 'GET',
    path: TEMPLATES.onboardings,
    summary: 'Clients and how far their onboarding is; stuck ones first',
    description: 'Without a state: stuck and open ones.',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      state: OnboardingState.optional(),
      mine: z.enum(['1']).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(OnboardingRow),
    errors: ['validation', 'bad_request'],
  }),
  counts: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/client-onboardings/counts',
    summary: 'How many there are of each state, counted up to 10,000',
    response: z.record(OnboardingState, z.number().int()),
  }),
  agents: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/onboarding-agents',
    summary: 'Administrators who can look after a client, by name',
    response: z.object({ items: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/client-onboardings/{id}',
    summary: 'The onboarding of one client',
    params: IdParams,
    response: ClientOnboarding,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/client-onboardings/{id}',
    summary: 'Change who looks after it, or when a step is due',
    params: IdParams,
    body: z.strictObject({
      version: z.number().int().min(1),
      ownerId: Id.nullable().optional(),
      due: z.record(z.string().max(40), Day).optional(),
    }),
    response: ClientOnboarding,
    errors: ['validation', 'not_found', 'stale'],
  }),
  addStep: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/client-onboardings/{id}/steps',
    summary: 'Add a step for this client',
    status: 201,
    params: IdParams,
    body: z.strictObject({
      title: text(120).min(1, 'Say what is to be done.'),
      text: text(500).default(''),
      audience: Audience,
      dueOn: Day,
    }),
    response: ClientOnboarding,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  mark: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/client-onboardings/{id}/steps/{key}',
    summary: 'Tick a step off, skip it, or open it again',
    description: 'The last one wins.',
    params: StepParams,
    body: Mark,
    response: ClientOnboarding,
    errors: ['validation', 'not_found'],
  }),
  removeStep: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/client-onboardings/{id}/steps/{key}',
    summary: 'Take a step off the list',
    params: StepParams,
    errors: ['not_found'],
  }),
  remind: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/client-onboardings/{id}/remind',
    summary: 'Remind the client’s people of their open steps',
    description: 'Once an hour at most.',
    params: IdParams,
    response: z.object({ told: z.number().int() }),
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
} as const;

/** The caller's own workspace. */
export const checklist = {
  get: endpoint({
    tag,
    access: 'user',
    method: 'GET',
    path: TEMPLATES.checklist,
    summary: 'The checklist of this business; without steps where none was started',
    response: Checklist,
  }),
  mark: endpoint({
    tag,
    access: 'user',
    method: 'PUT',
    path: '/api/onboarding-checklist/steps/{key}',
    summary: 'Tick off a step that is the client’s, or open it again',
    params: z.object({ key: z.string().max(40) }),
    body: z.strictObject({ state: StepState.exclude(['skipped']) }),
    response: Checklist,
    errors: ['validation', 'not_found', 'forbidden'],
  }),
} as const;
