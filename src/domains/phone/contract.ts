/** Phone agents: their menus, their calls, and what came of them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { Hours, MAX_SPEECH, MAX_STEPS, MenuStep, PhoneNumber } from './contract/menu.ts';
import { PHONE } from './paths.ts';

export * from './contract/frames.ts';
export * from './contract/menu.ts';

export const MAX_AGENTS = 50;
/** Turns of a call; one with more ends. */
export const MAX_TURNS = 300;
/** Languages in which agents speak and listen. */
export const LANGUAGES = ['en-US', 'en-GB', 'es-ES', 'es-MX', 'fr-FR', 'de-DE', 'it-IT', 'pt-BR', 'nl-NL'] as const;

const AgentFields = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  /** What the agent says first. */
  greeting: z.string().trim().min(1, 'Greeting is required.').max(400, 'Use at most 400 characters.'),
  /** What a call should lead to, for teammates. */
  goal: z.string().trim().max(500, 'Use at most 500 characters.'),
  language: z.enum(LANGUAGES),
  /** Name of the carrier’s voice; blank: its own choice. */
  voice: z
    .string()
    .trim()
    .regex(/^[\w.-]{0,80}$/, 'Use letters, digits, hyphens, and periods.'),
  /** The number that callers dial; null: test calls only. */
  number: PhoneNumber.nullable(),
  /** Whether the agent answers calls to its number. */
  isOn: z.boolean(),
  timeZone: z.string().max(60),
  hours: Hours,
  steps: z.array(MenuStep).min(1, 'Add a step.').max(MAX_STEPS, `Use at most ${MAX_STEPS} steps.`),
  /** The longest call, in minutes. */
  maxMinutes: z.number().int().min(1, 'Enter 1 to 60 minutes.').max(60, 'Enter 1 to 60 minutes.'),
  /** Who gets the tasks; null: whoever created the agent. */
  ownerId: Id.nullable(),
});

export const NewAgent = z.strictObject(AgentFields.shape);
export type NewAgent = z.infer<typeof NewAgent>;

export const PhoneAgent = AgentFields.extend({
  id: Id,
  version: z.number().int(),
  updatedAt: Instant,
  calls: z.number().int(),
  lastCallAt: Instant.nullable(),
});
export type PhoneAgent = z.infer<typeof PhoneAgent>;

export const CALL_KINDS = ['inbound', 'outbound', 'test'] as const;
export const CALL_OUTCOMES = [
  'completed',
  'message',
  'callback',
  'booked',
  'transferred',
  'abandoned',
  'missed',
  'voicemail',
  'limit',
  'failed',
] as const;
export const CallOutcome = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof CallOutcome>;

export const CallTurn = z.object({
  position: z.number().int(),
  /** `note`: something about the call itself. */
  by: z.enum(['agent', 'caller', 'note']),
  text: z.string(),
  /** Milliseconds since the call began. */
  atMs: z.number().int(),
  /** Of an agent’s turn: milliseconds from the end of the caller’s turn to its first words. */
  latencyMs: z.number().int().nullable(),
  /** The caller interrupted; only what they heard is kept. */
  isCut: z.boolean(),
});
export type CallTurn = z.infer<typeof CallTurn>;

export const PhoneCallRow = z.object({
  id: Id,
  agent: z.object({ id: Id.nullable(), name: z.string() }),
  kind: z.enum(CALL_KINDS),
  state: z.enum(['ringing', 'live', 'ended']),
  /** The other person’s number; blank when it is withheld. */
  number: z.string(),
  contact: z.object({ id: Id, name: z.string() }).nullable(),
  /** Null until the call has ended. */
  outcome: CallOutcome.nullable(),
  /** Message that the caller left, or what they asked for. */
  message: z.string(),
  startedAt: Instant,
  durationMs: z.number().nullable(),
});
export type PhoneCallRow = z.infer<typeof PhoneCallRow>;

export const PhoneCall = PhoneCallRow.extend({
  /** What to do now, in a sentence. */
  nextStep: z.string(),
  task: z.object({ id: Id, done: z.boolean() }).nullable(),
  activityId: Id.nullable(),
  /** The appointment that was booked on the call. */
  booking: z.object({ id: Id, type: z.string(), startAt: Instant, zone: z.string() }).nullable(),
  /** Credits for the minutes of the call; null where the workspace pays its own phone service, or they are not counted yet. */
  credits: z.string().nullable(),
  turns: z.array(CallTurn),
  /** The teammate who speaks instead of the agent. */
  takenBy: z.object({ id: Id, name: z.string() }).nullable(),
  /** Half of the agent’s turns began within this many milliseconds, and 95 in 100. Null without one. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
});
export type PhoneCall = z.infer<typeof PhoneCall>;

export const PlaceCall = z
  .strictObject({
    agentId: Id,
    contactId: Id.optional(),
    /** Left out: the first number of the contact. */
    number: PhoneNumber.optional(),
  })
  .refine(({ contactId, number }) => contactId !== undefined || number !== undefined, {
    path: ['number'],
    message: 'Enter a phone number or choose a contact.',
  });
export type PlaceCall = z.infer<typeof PlaceCall>;

export const PhoneStatus = z.object({
  /** The connected carrier; null: test calls only. */
  carrier: z
    .object({
      name: z.string(),
      number: z.string(),
      /** The address for incoming calls, to be entered at the carrier. */
      webhook: z.string(),
      /** The address for call reports. */
      statusWebhook: z.string(),
    })
    .nullable(),
  /** Active booking types, for steps that book. */
  bookingTypes: z.array(z.object({ id: Id, name: z.string(), minutes: z.number().int() })),
  /** Credits for one minute; null where the workspace pays its own phone service, and without one. */
  minutePrice: z.string().nullable(),
  /** Whether a language model can talk with callers. */
  hasModel: z.boolean(),
  /** Whether the caller may change agents and delete calls. */
  mayManage: z.boolean(),
});
export type PhoneStatus = z.infer<typeof PhoneStatus>;

const access = { tag: 'Phone', access: 'user' } as const;

export const phone = {
  status: endpoint({
    ...access,
    method: 'GET',
    path: '/api/phone/status',
    summary: 'How calls reach this workspace',
    response: PhoneStatus,
  }),
  agents: endpoint({
    ...access,
    method: 'GET',
    path: PHONE.agents,
    summary: 'Phone agents, by name',
    response: z.object({ items: z.array(PhoneAgent) }),
  }),
  createAgent: endpoint({
    ...access,
    method: 'POST',
    path: PHONE.agents,
    summary: 'Create a phone agent',
    description: 'Owners and administrators. The menu must be sound: no dead ends, no loop that asks nothing.',
    status: 201,
    body: NewAgent,
    response: PhoneAgent,
    errors: ['validation', 'conflict', 'forbidden'],
  }),
  agent: endpoint({
    ...access,
    method: 'GET',
    path: `${PHONE.agents}/{id}`,
    summary: 'One phone agent',
    params: IdParams,
    response: PhoneAgent,
    errors: ['not_found'],
  }),
  updateAgent: endpoint({
    ...access,
    method: 'PUT',
    path: `${PHONE.agents}/{id}`,
    summary: 'Change a phone agent',
    description: 'Calls that have begun keep the menu as it was.',
    params: IdParams,
    body: NewAgent.extend({ version: z.number().int() }),
    response: PhoneAgent,
    errors: ['validation', 'not_found', 'stale', 'forbidden'],
  }),
  removeAgent: endpoint({
    ...access,
    method: 'DELETE',
    path: `${PHONE.agents}/{id}`,
    summary: 'Delete a phone agent',
    description: 'Its calls stay.',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  calls: endpoint({
    ...access,
    method: 'GET',
    path: PHONE.calls,
    summary: 'Calls, latest first',
    query: z.object({
      agentId: Id.optional(),
      contactId: Id.optional(),
      outcome: CallOutcome.optional(),
      kind: z.enum(CALL_KINDS).optional(),
      /** Part of a number, of a message, or of what was said. */
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(PhoneCallRow),
    errors: ['validation', 'bad_request'],
  }),
  place: endpoint({
    ...access,
    method: 'POST',
    path: PHONE.calls,
    summary: 'Let an agent call someone',
    description: 'Over the connected phone service. A contact who refused calls is not called.',
    status: 201,
    body: PlaceCall,
    response: PhoneCall,
    errors: ['validation', 'not_found', 'conflict', 'unavailable', 'credits'],
  }),
  call: endpoint({
    ...access,
    method: 'GET',
    path: `${PHONE.calls}/{id}`,
    summary: 'One call with its transcript',
    params: IdParams,
    response: PhoneCall,
    errors: ['not_found'],
  }),
  take: endpoint({
    ...access,
    method: 'POST',
    path: `${PHONE.calls}/{id}/take`,
    summary: 'Take a call from its agent',
    description: 'The agent falls silent. The caller hears what you type.',
    params: IdParams,
    response: PhoneCall,
    errors: ['not_found', 'conflict'],
  }),
  say: endpoint({
    ...access,
    method: 'POST',
    path: `${PHONE.calls}/{id}/words`,
    summary: 'Speak a text on a call that you took',
    params: IdParams,
    body: z.strictObject({
      text: z.string().trim().min(1, 'Enter what to say.').max(MAX_SPEECH, `Use at most ${MAX_SPEECH} characters.`),
    }),
    response: PhoneCall,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  release: endpoint({
    ...access,
    method: 'POST',
    path: `${PHONE.calls}/{id}/release`,
    summary: 'Give a call back to its agent, or end it',
    params: IdParams,
    body: z.strictObject({ next: z.enum(['menu', 'end']) }),
    response: PhoneCall,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  removeCall: endpoint({
    ...access,
    method: 'DELETE',
    path: `${PHONE.calls}/{id}`,
    summary: 'Delete a call with its transcript',
    description: 'Owners and administrators. Tasks and activities stay.',
    params: IdParams,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
} as const;
