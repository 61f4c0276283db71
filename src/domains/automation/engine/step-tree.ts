/** Walking the tree of steps: what comes first, what comes next. Pure. */
import type { Definition, Step } from '../contract/definition.ts';

/** A list of steps inside a step, and the port that leads there. */
export interface Way {
  port: string;
  /** The step's label. */
  label: string;
  steps: Step[];
}

/** The ways that lead on from a step into steps of its own. */
export function waysOf(step: Step): Way[] {
  if (step.kind === 'branch') {
    return [
      ...step.paths.map((path, n) => ({ port: path.id, label: path.name || `Path ${n + 1}`, steps: path.steps })),
      { port: 'otherwise', label: 'Otherwise', steps: step.otherwise },
    ];
  }
  if (step.kind === 'approval')
    return [
      { port: 'approved', label: 'Approved', steps: step.approved },
      { port: 'rejected', label: 'Rejected or expired', steps: step.rejected },
    ];
  return [];
}

/** Every step, in the order in which one reads them. */
export function allSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...waysOf(step).flatMap((way) => allSteps(way.steps))]);
}

export function findStep(definition: Pick<Definition, 'steps'>, id: string): Step | undefined {
  return allSteps(definition.steps).find((step) => step.id === id);
}

export function firstStep(definition: Pick<Definition, 'steps'>): string | undefined {
  return definition.steps[0]?.id;
}

/**
 * The step after `id`: the first on the way through `port`, if that way has any; otherwise the one below, or below the
 * branch that it stands in. Undefined at the end.
 */
export function nextStep(definition: Pick<Definition, 'steps'>, id: string, port?: string): string | undefined {
  const step = findStep(definition, id);
  const inner = step && waysOf(step).find((way) => way.port === port)?.steps[0];
  return inner?.id ?? below(definition.steps, id, undefined);
}

/** @param after what comes when this list is at its end */
function below(steps: readonly Step[], id: string, after: string | undefined): string | undefined {
  for (const [n, step] of steps.entries()) {
    const follows = steps[n + 1]?.id ?? after;
    if (step.id === id) return follows;
    for (const way of waysOf(step)) {
      if (allSteps(way.steps).some((inner) => inner.id === id)) return below(way.steps, id, follows);
    }
  }
  return undefined;
}

/** Steps that certainly, or perhaps, ran before `id`: those whose outputs it may name. */
export function stepsBefore(definition: Pick<Definition, 'steps'>, id: string): Step[] {
  const every = allSteps(definition.steps);
  const at = every.findIndex((step) => step.id === id);
  return at < 0 ? every : every.slice(0, at);
}
