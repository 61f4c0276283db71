/** Benchmarks across client businesses, and questions answered by several models. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { BENCHMARKS, COUNCILS } from './paths.ts';

/** Fewest client businesses behind a published figure. */
export const MIN_CLIENTS = 5;
/** Most that one client may contribute to a figure, as a share of all cases. */
export const MAX_SHARE = 0.5;
/** Fewest cases, such as closed deals, with which a client counts. */
export const MIN_CASES = 5;
/** Days that a figure covers. */
export const PERIOD_DAYS = 90;

export const METRIC_IDS = [
  'lead-conversion',
  'lead-response',
  'win-rate',
  'days-to-win',
  'stuck-deals',
  'overdue-tasks',
] as const;
export const MetricId = z.enum(METRIC_IDS);
export type MetricId = z.infer<typeof MetricId>;

/** Ways to work that some workspaces have and others do not. */
export const PRACTICE_IDS = ['lead-workflow', 'assignment-rules', 'web-form', 'stage-limits'] as const;
export const PracticeId = z.enum(PRACTICE_IDS);
export type PracticeId = z.infer<typeof PracticeId>;

/** Plain decimals in the metric's unit: `percent` from 0 to 100, `hours`, or `days`. */
const Figure = z.string();

export const Benchmark = z.object({
  metric: MetricId,
  label: z.string(),
  description: z.string(),
  unit: z.enum(['percent', 'hours', 'days']),
  better: z.enum(['high', 'low']),
  /** Client businesses behind the figures. */
  clients: z.number().int(),
  /** Quartiles over the clients with noise added; null while they must not be shown. */
  figures: z.object({ lower: Figure, middle: Figure, upper: Figure, noise: Figure }).nullable(),
  /** Why there are no figures: too few clients, or one of them has more than half of all cases. */
  withheld: z.enum(['too few clients', 'one client dominates']).nullable(),
  /** Of the workspace that asks; null with fewer than {@link MIN_CASES} cases. */
  yours: Figure.nullable(),
  place: z.enum(['ahead', 'middle', 'behind']).nullable(),
});
export type Benchmark = z.infer<typeof Benchmark>;

export const Suggestion = z.object({
  id: z.string(),
  title: z.string(),
  /** The figures that it rests on, as sentences. */
  evidence: z.array(z.string()),
  /** Where to act on it, and what the button says. */
  page: z.string(),
  action: z.string(),
  dismissed: z.boolean(),
});
export type Suggestion = z.infer<typeof Suggestion>;

const GroupKey = z.string().regex(/^(all|country:[A-Z]{2})$/, 'Use all, or country: and a code of two letters.');

export const BenchmarkReport = z.object({
  /** When the figures were measured last; null: never. */
  measuredAt: Instant.nullable(),
  group: z.string(),
  groups: z.array(z.object({ key: z.string(), label: z.string() })),
  /** Clients that contribute, that opted out, and all of them. */
  contributing: z.number().int(),
  optedOut: z.number().int(),
  all: z.number().int(),
  items: z.array(Benchmark),
  suggestions: z.array(Suggestion),
});
export type BenchmarkReport = z.infer<typeof BenchmarkReport>;

export const benchmarks = {
  report: endpoint({
    tag: 'Collective intelligence',
    access: 'admin',
    method: 'GET',
    path: BENCHMARKS,
    summary: 'Benchmarks over client businesses, and suggestions with their evidence',
    description: `Aggregates only: at least ${MIN_CLIENTS} clients, none with more than half of the cases, and with noise added.`,
    query: z.object({ group: GroupKey.default('all') }),
    response: BenchmarkReport,
    errors: ['validation'],
  }),
  measure: endpoint({
    tag: 'Collective intelligence',
    access: 'admin',
    method: 'POST',
    path: `${BENCHMARKS}/measure`,
    summary: 'Measure the benchmarks now instead of tonight',
    description: 'Once a day: measuring again would average the noise out.',
    errors: ['conflict'],
  }),
  dismiss: endpoint({
    tag: 'Collective intelligence',
    access: 'admin',
    method: 'PUT',
    path: `${BENCHMARKS}/suggestions/{suggestion}`,
    summary: 'Dismiss a suggestion, or bring it back',
    params: z.object({ suggestion: z.string().max(80) }),
    body: z.strictObject({ dismissed: z.boolean() }),
    errors: ['validation', 'not_found'],
  }),
  participation: endpoint({
    tag: 'Collective intelligence',
    access: 'user',
    method: 'GET',
    path: `${BENCHMARKS}/participation`,
    summary: 'Whether the workspace contributes to benchmarks',
    response: z.object({ contributes: z.boolean(), mayChange: z.boolean() }),
  }),
  setParticipation: endpoint({
    tag: 'Collective intelligence',
    access: 'user',
    method: 'PUT',
    path: `${BENCHMARKS}/participation`,
    summary: 'Contribute to benchmarks, or opt out',
    description: 'For owners of a client business and administrators. Opting out removes what was contributed.',
    body: z.strictObject({ contributes: z.boolean() }),
    response: z.object({ contributes: z.boolean(), mayChange: z.boolean() }),
    errors: ['validation', 'forbidden'],
  }),
} as const;

/** Fewest and most models of a council. */
export const MIN_MODELS = 2;
export const MAX_MODELS = 5;

const CouncilModel = z.strictObject({ connectionId: Id, model: z.string().trim().min(1, 'Choose a model.').max(200) });

export const NewCouncil = z.strictObject({
  question: z.string().trim().min(1, 'Question is required.').max(4_000, 'Use at most 4,000 characters.'),
  /** Whether the models read the published benchmarks. */
  withBenchmarks: z.boolean(),
  models: z
    .array(CouncilModel)
    .min(MIN_MODELS, `Choose at least ${MIN_MODELS} models.`)
    .max(MAX_MODELS, `Choose at most ${MAX_MODELS} models.`)
    .refine(
      (all) => new Set(all.map(({ connectionId, model }) => `${connectionId} ${model}`)).size === all.length,
      'Choose each model once.',
    ),
});
export type NewCouncil = z.infer<typeof NewCouncil>;

export const COUNCIL_STATES = ['answering', 'ranking', 'concluding', 'done', 'failed', 'stopped'] as const;
export const CouncilState = z.enum(COUNCIL_STATES);
export type CouncilState = z.infer<typeof CouncilState>;

export const CouncilAnswer = z.object({
  /** The letter under which the others ranked it. */
  letter: z.string(),
  model: z.string(),
  text: z.string(),
  /** Why there is no answer. */
  error: z.string(),
  /** Mean place among the rankings, 1 is first; null until it was ranked. */
  place: z.string().nullable(),
  /** Each model's ranking of the anonymous answers; blank if it gave none. */
  verdict: z.object({ ranking: z.array(z.string()), reason: z.string(), error: z.string() }).nullable(),
});
export type CouncilAnswer = z.infer<typeof CouncilAnswer>;

export const Council = z.object({
  id: Id,
  question: z.string(),
  withBenchmarks: z.boolean(),
  state: CouncilState,
  error: z.string(),
  answers: z.array(CouncilAnswer),
  /** Written by the model whose answer was ranked first. */
  conclusion: z
    .object({
      model: z.string(),
      text: z.string(),
      agreement: z.array(z.string()),
      /** Objections of single answers, with their letter. */
      dissent: z.array(z.object({ letter: z.string(), text: z.string() })),
    })
    .nullable(),
  /** US dollars; null where a model has no price. */
  cost: z.string().nullable(),
  tokens: z.number().int(),
  startedBy: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type Council = z.infer<typeof Council>;

export const CouncilRow = Council.pick({ id: true, question: true, state: true, createdAt: true, startedBy: true });
export type CouncilRow = z.infer<typeof CouncilRow>;

const council = { tag: 'Collective intelligence', access: 'admin' } as const;
export const councils = {
  list: endpoint({
    ...council,
    method: 'GET',
    path: COUNCILS,
    summary: 'Questions put to several models, newest first',
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: pageOf(CouncilRow),
    errors: ['bad_request'],
  }),
  create: endpoint({
    ...council,
    method: 'POST',
    path: COUNCILS,
    summary: 'Ask several models one question',
    description: 'Each answers alone, ranks all answers without knowing whose they are, and the first concludes.',
    status: 201,
    body: NewCouncil,
    response: Council,
    errors: ['validation', 'unavailable'],
  }),
  get: endpoint({
    ...council,
    method: 'GET',
    path: `${COUNCILS}/{id}`,
    summary: 'One question with its answers, rankings, and conclusion',
    params: IdParams,
    response: Council,
    errors: ['not_found'],
  }),
  stop: endpoint({
    ...council,
    method: 'POST',
    path: `${COUNCILS}/{id}/stop`,
    summary: 'Stop a council',
    params: IdParams,
    response: Council,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...council,
    method: 'DELETE',
    path: `${COUNCILS}/{id}`,
    summary: 'Delete a question with its answers',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;
