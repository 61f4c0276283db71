/** Looking after the installation: jobs under way, work that comes back, and mails that were kept instead of sent. */
import * as z from 'zod';
import { InstallationAccount } from '../identity/contract.ts';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';

export const JobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const Job = z.object({
  id: Id,
  /** The type of job, such as `crm.import`. */
  kind: z.string(),
  title: z.string(),
  state: JobState,
  progress: z.object({
    done: z.number().int(),
    /** Null: how much there is to do is not known. */
    total: z.number().int().nullable(),
    message: z.string().nullable(),
  }),
  /** The job's result; its shape depends on the kind. */
  result: z.unknown(),
  /** The last error, also while it waits for a retry. */
  error: z.string().nullable(),
  /** Cancelling was asked for and is under way. */
  cancelling: z.boolean(),
  createdBy: Id.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type Job = z.infer<typeof Job>;

/** Work that the server does again and again, once for the whole installation. */
export const RecurringJob = z.object({
  name: z.string(),
  title: z.string(),
  /** `every 60 s`, or a cron expression and its time zone. */
  schedule: z.string(),
  nextAt: Instant,
  running: z.boolean(),
  lastFinishedAt: Instant.nullable(),
  lastDurationMs: z.number().int().nullable(),
  /** The last run's error; null if it succeeded. */
  lastError: z.string().nullable(),
  /** Runs that failed since the last that went well. */
  failures: z.number().int(),
  runs: z.number().int(),
  /** It rests until an administrator lets it go on. */
  paused: z.boolean(),
});
export type RecurringJob = z.infer<typeof RecurringJob>;

const Named = z.object({ id: Id, name: z.string() });

/** Something that happened, and a reaction of the server to it that failed. */
export const FailedReaction = z.object({
  /** Number of the event. */
  event: z.number().int(),
  /** The event type: `contact.created`. */
  type: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  workspace: Named.nullable(),
  happenedAt: Instant,
  /** The failed subscriber: `automation.triggers`. */
  subscriber: z.string(),
  error: z.string(),
  tries: z.number().int(),
  failedAt: Instant,
  /** When it is tried again; null: when an administrator says so. */
  retryAt: Instant.nullable(),
});
export type FailedReaction = z.infer<typeof FailedReaction>;

/** A job of any workspace, with whose it is. */
export const InstallationJob = Job.omit({ result: true }).extend({
  workspace: Named.nullable(),
  creator: Named.nullable(),
});
export type InstallationJob = z.infer<typeof InstallationJob>;

/** How the installation is doing, in figures. */
export const SystemFigures = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: Instant,
  engine: z.enum(['pglite', 'postgres']),
  /** Version of the database as it says itself. */
  database: z.string(),
  /** Bytes. */
  databaseSize: z.number().int(),
  memory: z.number().int(),
  accounts: z.number().int(),
  /** Accounts seen within the last quarter of an hour. */
  online: z.number().int(),
  workspaces: z.number().int(),
  jobs: z.object({ queued: z.number().int(), running: z.number().int(), failed: z.number().int() }),
  recurring: z.object({ failing: z.number().int(), paused: z.number().int() }),
  keptMails: z.number().int(),
  /** Reactions to events that failed: to be tried again by themselves, or only when someone says so. */
  reactions: z.object({ waiting: z.number().int(), resting: z.number().int() }),
});
export type SystemFigures = z.infer<typeof SystemFigures>;

const Mailbox = z.object({ address: z.string(), name: z.string().optional() });

export const KeptMailSummary = z.object({
  id: Id,
  from: Mailbox,
  to: z.array(Mailbox),
  subject: z.string(),
  keptAt: Instant,
});
export type KeptMailSummary = z.infer<typeof KeptMailSummary>;

export const KeptMail = KeptMailSummary.extend({
  /** Message-ID without the angle brackets. */
  messageId: z.string(),
  cc: z.array(Mailbox),
  bcc: z.array(Mailbox),
  replyTo: Mailbox.nullable(),
  text: z.string().nullable(),
  /** As it was written: show it only in a sandboxed frame. */
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), size: z.number().int() })),
});
export type KeptMail = z.infer<typeof KeptMail>;

/** The whole mail outbox says this of itself, so that no screen can forget to. */
const NotSent = z.literal(false);

const PageQuery = z.object({
  /** `next` of the page before. */
  cursor: Id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/jobs',
    tag: 'Jobs',
    access: 'user',
    summary: 'Your jobs in the active workspace, newest first',
    query: PageQuery.extend({ active: z.stringbool().default(false).describe('Only those that wait or run') }),
    response: pageOf(Job),
    errors: ['validation'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/jobs/{id}',
    tag: 'Jobs',
    access: 'user',
    summary: 'One of your jobs',
    params: IdParams,
    response: Job,
    errors: ['not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/jobs/{id}/cancel',
    tag: 'Jobs',
    access: 'user',
    summary: 'Stop a job',
    description: 'At once when it waits, at its next opportunity when it runs. What it has done until then stays.',
    params: IdParams,
    response: Job,
    errors: ['not_found', 'conflict'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/jobs/{id}/retry',
    tag: 'Jobs',
    access: 'user',
    summary: 'Restart a failed or canceled job',
    description: 'It goes on where it had come to.',
    params: IdParams,
    response: Job,
    errors: ['not_found', 'conflict'],
  }),
} as const;

const administration = { tag: 'Administration', access: 'admin' } as const;

export const installation = {
  system: endpoint({
    ...administration,
    method: 'GET',
    path: '/api/admin/system',
    summary: 'How the installation is doing, in figures',
    response: SystemFigures,
  }),
  accounts: endpoint({
    ...administration,
    method: 'GET',
    path: '/api/admin/accounts',
    summary: 'All accounts of the installation, by name',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(InstallationAccount),
    errors: ['validation', 'bad_request'],
  }),
  jobs: endpoint({
    ...administration,
    method: 'GET',
    path: '/api/admin/jobs',
    summary: 'Jobs of all workspaces, newest first',
    query: PageQuery.extend({ state: JobState.optional(), search: z.string().trim().max(200).optional() }),
    response: pageOf(InstallationJob),
    errors: ['validation'],
  }),
  cancelJob: endpoint({
    ...administration,
    method: 'POST',
    path: '/api/admin/jobs/{id}/cancel',
    summary: 'Stop any job',
    params: IdParams,
    response: Job,
    errors: ['not_found', 'conflict'],
  }),
  retryJob: endpoint({
    ...administration,
    method: 'POST',
    path: '/api/admin/jobs/{id}/retry',
    summary: 'Restart any failed or canceled job',
    params: IdParams,
    response: Job,
    errors: ['not_found', 'conflict'],
  }),
} as const;

export const recurringJobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/recurring-jobs',
    tag: 'Administration',
    access: 'admin',
    summary: 'What the server does again and again, with its last and next run',
    response: z.object({ items: z.array(RecurringJob) }),
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/api/admin/recurring-jobs/{name}',
    tag: 'Administration',
    access: 'admin',
    summary: 'Let one of them rest, or go on',
    params: z.object({ name: z.string().max(100) }),
    body: z.strictObject({ paused: z.boolean() }),
    response: z.object({ items: z.array(RecurringJob) }),
    errors: ['validation', 'not_found'],
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/admin/recurring-jobs/{name}/run',
    tag: 'Administration',
    access: 'admin',
    summary: 'Run one of them now',
    params: z.object({ name: z.string().max(100) }),
    response: z.object({ items: z.array(RecurringJob) }),
    errors: ['not_found'],
  }),
} as const;

const OneReaction = z.strictObject({ event: z.number().int().min(1), subscriber: z.string().min(1).max(100) });

export const reactions = {
  list: endpoint({
    ...administration,
    method: 'GET',
    path: '/api/admin/failed-reactions',
    summary: 'What the server could not do about something that happened, newest first',
    query: z.object({
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(FailedReaction),
    errors: ['validation', 'bad_request'],
  }),
  retry: endpoint({
    ...administration,
    method: 'POST',
    path: '/api/admin/failed-reactions/retry',
    summary: 'Try one of them again now, or without a word which all of them',
    body: z.strictObject({ one: OneReaction.optional() }),
    response: z.object({ retried: z.number().int() }),
    errors: ['validation', 'not_found'],
  }),
  leaveOut: endpoint({
    ...administration,
    method: 'POST',
    path: '/api/admin/failed-reactions/leave-out',
    summary: 'Leave one of them out for good',
    body: OneReaction,
    errors: ['validation', 'not_found'],
  }),
} as const;

export const mailOutbox = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mail-outbox',
    tag: 'Administration',
    access: 'admin',
    summary: 'Mails that were kept instead of sent, newest first',
    description: 'Without a mail server the installation keeps every mail here. None of them was sent to anyone.',
    query: PageQuery,
    response: pageOf(KeptMailSummary).extend({ sent: NotSent }),
    errors: ['validation'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/mail-outbox/{id}',
    tag: 'Administration',
    access: 'admin',
    summary: 'One kept mail, which was not sent',
    params: IdParams,
    response: KeptMail.extend({ sent: NotSent }),
    errors: ['not_found'],
  }),
} as const;
