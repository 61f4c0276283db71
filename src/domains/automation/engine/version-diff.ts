/** Differences between two versions of a workflow: the steps of both in one list, in reading order. Pure. */
import type { Definition, Step } from '../contract/definition.ts';
import { waysOf } from './step-tree.ts';

export interface PartDifference {
  /** Name of the part as in the definition: `subject`, `wait`. */
  part: string;
  before: unknown;
  after: unknown;
}

export interface StepDifference {
  step: Step;
  /** How deep it stands inside branches. */
  depth: number;
  /** `moved`: it stands elsewhere, and may be changed as well. */
  change: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  parts: PartDifference[];
}

export interface Difference {
  trigger: PartDifference[];
  steps: StepDifference[];
}

interface Placed {
  step: Step;
  depth: number;
  /** The step and the way that it stands in. */
  where: string;
}

function placed(steps: readonly Step[], depth = 0, where = ''): Placed[] {
  return steps.flatMap((step) => [
    { step, depth, where },
    ...waysOf(step).flatMap((way) => placed(way.steps, depth + 1, `${step.id}/${way.port}`)),
  ]);
}

/** A step by its own parts; the steps inside of it are steps of their own. */
function ownParts(step: Step): Record<string, unknown> {
  if (step.kind === 'branch') {
    const { paths, otherwise: _, ...own } = step;
    return { ...own, ways: paths.map(({ id, name, when }) => ({ id, name, when })) };
  }
  if (step.kind === 'approval') {
    const { approved: _, rejected: __, ...own } = step;
    return own;
  }
  return { ...step };
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): PartDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
    .map((part) => ({ part, before: before[part], after: after[part] }));
}

/** The longest sequence that both lists have in common (dynamic programming; workflows have some dozens of steps). */
function common(one: readonly string[], other: readonly string[]): Set<string> {
  const length = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--)
      length[i]![j] =
        one[i] === other[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
  }
  const kept = new Set<string>();
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) {
      kept.add(one[i]!);
      i++;
      j++;
    } else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++;
    else j++;
  }
  return kept;
}

type Comparable = Pick<Definition, 'steps'> & { trigger: unknown };

export function differenceOf(before: Comparable, after: Comparable): Difference {
  const [old, fresh] = [placed(before.steps), placed(after.steps)];
  const was = new Map(old.map((one) => [one.step.id, one]));
  const is = new Map(fresh.map((one) => [one.step.id, one]));
  const kept = common(
    old.map(({ step }) => step.id),
    fresh.map(({ step }) => step.id),
  );
  const steps: StepDifference[] = [];
  let at = 0;
  /** A removed step keeps its place: before the next step that stayed. */
  const passRemoved = (until: string | undefined) => {
    for (; at < old.length && old[at]!.step.id !== until; at++) {
      const gone = old[at]!;
      if (!is.has(gone.step.id)) steps.push({ step: gone.step, depth: gone.depth, change: 'removed', parts: [] });
    }
    at++;
  };
  for (const { step, depth, where } of fresh) {
    const earlier = was.get(step.id);
    if (kept.has(step.id)) passRemoved(step.id);
    if (!earlier) {
      steps.push({ step, depth, change: 'added', parts: [] });
      continue;
    }
    const parts = differences(ownParts(earlier.step), ownParts(step));
    const moved = !kept.has(step.id) || earlier.where !== where;
    steps.push({ step, depth, change: moved ? 'moved' : parts.length > 0 ? 'changed' : 'same', parts });
  }
  passRemoved(undefined);
  return {
    trigger: differences(
      (before.trigger ?? {}) as Record<string, unknown>,
      (after.trigger ?? {}) as Record<string, unknown>,
    ),
    steps,
  };
}
