/** Problems of a workflow beyond its shape, as messages for its author. Pure. */
import type { z } from 'zod';
import { MISSING } from '../../../kernel/schema-messages.ts';
import { Definition, MAX_STEPS, type Step } from '../contract/definition.ts';
import { allSteps, stepsBefore } from './step-tree.ts';
import { brokenVariable, variablesOf } from './template.ts';

export interface Problem {
  /** The step; absent for the trigger or the whole. */
  stepId?: string;
  /** Dotted path inside of it. */
  field: string;
  message: string;
}

/** Parses a draft. @returns the definition, or everything that has to be fixed first. */
export function checkDraft(
  draft: unknown,
): { definition: Definition; problems: [] } | { definition?: undefined; problems: Problem[] } {
  const parsed = Definition.safeParse(draft);
  if (!parsed.success) return { problems: placed(parsed.error, draft) };
  const problems = problemsOf(parsed.data);
  return problems.length > 0 ? { problems } : { definition: parsed.data, problems: [] };
}

/** Schema errors, moved from their place in the tree to the step that they belong to. */
function placed(error: z.ZodError, draft: unknown): Problem[] {
  const problems = error.issues
    .flatMap((issue) => deepest(issue))
    .map(({ path, message }): Problem => {
      let stepId: string | undefined;
      let field: PropertyKey[] = path;
      let at: unknown = draft;
      path.forEach((part, n) => {
        at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined;
        const { id, kind } = (at ?? {}) as { id?: unknown; kind?: unknown };
        if (typeof id === 'string' && typeof kind === 'string') {
          stepId = id;
          field = path.slice(n + 1);
        }
      });
      return {
        ...(stepId !== undefined && { stepId }),
        field: field.map(String).join('.'),
        message: message === MISSING ? 'This field is required.' : message,
      };
    });
  return [
    ...new Map(problems.map((problem) => [`${problem.stepId} ${problem.field} ${problem.message}`, problem])).values(),
  ];
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** In a union, the errors of the alternative that comes nearest: the one with the fewest. */
function deepest(issue: z.core.$ZodIssue, prefix: PropertyKey[] = []): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }];
  const isOther = (errors: z.core.$ZodIssue[]) => errors.some((one) => one.path.length === 1 && one.path[0] === 'kind');
  const candidates = issue.errors.filter((errors) => !isOther(errors));
  const best = (candidates.length > 0 ? candidates : issue.errors).toSorted(
    (one, other) => one.length - other.length,
  )[0]!;
  return best.flatMap((inner) => deepest(inner, path));
}

/** Headers that belong to the transport, and to the repetition of a call. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'idempotency-key',
]);

const ROOTS = new Set(['trigger', 'record', 'steps', 'workspace', 'run', 'today']);

/** Problems of a definition with a valid shape. */
export function problemsOf(definition: Definition): Problem[] {
  const every = allSteps(definition.steps);
  const problems: Problem[] = [];
  if (every.length === 0) problems.push({ field: 'steps', message: 'Add at least one step.' });
  if (every.length > MAX_STEPS)
    problems.push({ field: 'steps', message: `A workflow can have up to ${MAX_STEPS} steps.` });
  const ids = new Set<string>();
  for (const step of every) {
    if (ids.has(step.id)) problems.push({ stepId: step.id, field: 'id', message: 'Two steps have the same id.' });
    ids.add(step.id);
    problems.push(...problemsOfStep(definition, step));
  }
  return problems;
}

function problemsOfStep(definition: Definition, step: Step): Problem[] {
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ stepId: step.id, field, message });
  const before = stepsBefore(definition, step.id);
  for (const [field, text] of textsOf(step)) {
    const broken = brokenVariable(text);
    if (broken !== undefined) say(field, `The variable “${broken}” is not valid.`);
    for (const { path } of variablesOf(text)) {
      const [root = '', name] = path.split('.');
      if (path !== '' && !ROOTS.has(root))
        say(field, `The variable “${path}” does not exist. Variables start with ${[...ROOTS].join(', ')}.`);
      if (root === 'steps' && !before.some((other) => other.id === name))
        say(field, `“${path}” refers to a step that does not run before this one.`);
    }
  }
  if ('target' in step && step.target !== 'trigger') {
    if (!before.some((other) => other.id === step.target && other.kind === 'create'))
      say('target', 'Choose a record that an earlier step creates.');
  } else if ('target' in step && !hasRecord(definition)) {
    say('target', 'The trigger has no record. Choose one that an earlier step creates.');
  }
  if (
    step.kind === 'stage' &&
    !problems.some(({ field }) => field === 'target') &&
    !aboutOpportunity(definition, before, step.target)
  )
    say(
      'target',
      'Only opportunities have stages. Choose one that an earlier step creates, or start the workflow with an opportunity.',
    );
  if (step.kind === 'tag' && step.add.length + step.remove.length === 0) say('add', 'Enter at least one tag.');
  if ((step.kind === 'update' || step.kind === 'create') && Object.keys(step.fields).length === 0)
    say('fields', 'Fill in at least one field.');
  if (step.kind === 'webhook')
    step.headers.forEach(({ name, value }, n) => {
      if (OWN_HEADERS.has(name.toLowerCase()))
        say(`headers.${n}.name`, `The header “${name}” is set automatically. Remove it.`);
      else if (value.trim() === '') say(`headers.${n}.value`, `Enter a value for “${name}”, or remove this header.`);
    });
  if (step.kind === 'branch') {
    step.paths.forEach(({ when }, n) => {
      if (!when.record && !when.data) say(`paths.${n}.when`, 'Add a condition for this path.');
      if (when.record && !hasRecord(definition)) say(`paths.${n}.when`, 'The trigger has no record.');
    });
  }
  return problems;
}

/** Whether what a step works on is an opportunity. */
function aboutOpportunity({ trigger }: Definition, before: readonly Step[], target: string): boolean {
  if (target !== 'trigger')
    return before.some((step) => step.id === target && step.kind === 'create' && step.record === 'opportunity');
  return trigger.kind === 'event'
    ? trigger.types.every((type) => type.startsWith('opportunity.'))
    : trigger.kind === 'manual' && trigger.record === 'opportunity';
}

/** Whether runs are about a record, as far as the trigger tells. */
export function hasRecord({ trigger }: Pick<Definition, 'trigger'>): boolean {
  return trigger.kind === 'event' || (trigger.kind === 'manual' && trigger.record !== null);
}

/** Every text of a step that may hold variables, with its field. */
function textsOf(step: Step): [field: string, text: string][] {
  switch (step.kind) {
    case 'create':
    case 'update':
      return Object.entries(step.fields).map(([key, text]) => [`fields.${key}`, text]);
    case 'notify':
      return [
        ['title', step.title],
        ['body', step.body],
      ];
    case 'mail':
      return [
        ['to', step.to],
        ['subject', step.subject],
        ['text', step.text],
      ];
    case 'webhook':
      return [
        ['url', step.url],
        ['body', step.body],
        ...step.headers.map(({ value }, n): [string, string] => [`headers.${n}.value`, value]),
      ];
    case 'approval':
      return [
        ['title', step.title],
        ['why', step.why],
      ];
    case 'delay':
      return step.wait.kind === 'moment' ? [['wait.at', step.wait.at]] : [];
    default:
      return [];
  }
}
