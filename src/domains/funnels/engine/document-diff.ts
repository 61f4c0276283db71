/** Differences between two versions of a funnel, in the order of the newer one. */
import type { Block, FunnelDocument, Step } from '../contract/document.ts';

export interface StepChange {
  /** Name of the step now, or what it was called. */
  step: string;
  /** The change of the step itself; `changed` if only its content changed. */
  what: 'added' | 'removed' | 'moved' | 'changed';
  /** Settings of the step that differ, such as `name`. */
  settings: string[];
  blocks: BlockChange[];
}
export interface BlockChange {
  type: Block['type'];
  /** First text of the block. */
  title: string;
  what: 'added' | 'removed' | 'moved' | 'changed';
  /** In variant B of a split test. */
  isVariantB: boolean;
}
export interface DocumentDiff {
  /** Settings of the whole funnel that differ: `theme`, `source`, `tags`, or `findable`. */
  settings: string[];
  steps: StepChange[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Ids that keep their order, as many as possible; all others moved (longest increasing subsequence). */
function unmoved(before: readonly string[], after: readonly string[]): Set<string> {
  const common = after.filter((id) => before.includes(id));
  const best: { length: number; from: number }[] = [];
  for (const [n, id] of common.entries()) {
    let [length, from] = [1, -1];
    for (let m = 0; m < n; m++)
      if (before.indexOf(common[m]!) < before.indexOf(id) && best[m]!.length >= length)
        [length, from] = [best[m]!.length + 1, m];
    best.push({ length, from });
  }
  const kept = new Set<string>();
  let at = best.findIndex(({ length }) => length === Math.max(...best.map((one) => one.length)));
  for (; at >= 0; at = best[at]!.from) kept.add(common[at]!);
  return kept;
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

function titleOf(block: Block): string {
  for (const [name, value] of Object.entries(block))
    if (['heading', 'title', 'caption', 'text'].includes(name) && typeof value === 'string' && value !== '')
      return value.slice(0, 80);
  return '';
}

function blockChanges(before: readonly Block[], after: readonly Block[], isVariantB: boolean): BlockChange[] {
  const still = unmoved(idsOf(before), idsOf(after));
  const changes: BlockChange[] = [];
  const add = (block: Block, what: BlockChange['what']) =>
    changes.push({ type: block.type, title: titleOf(block), what, isVariantB });
  for (const block of after) {
    const former = before.find(({ id }) => id === block.id);
    if (!former) add(block, 'added');
    else if (!isSame(former, block)) add(block, 'changed');
    else if (!still.has(block.id)) add(block, 'moved');
  }
  for (const block of before) if (!after.some(({ id }) => id === block.id)) add(block, 'removed');
  return changes;
}

function stepChange(former: Step, step: Step, hasMoved: boolean): StepChange | undefined {
  const settings: string[] = (['name', 'kind', 'path', 'title', 'description'] as const).filter(
    (name) => former[name] !== step[name],
  );
  if (former.split?.id !== step.split?.id) settings.push('split');
  const blocks = [
    ...blockChanges(former.blocks, step.blocks, false),
    ...(former.split && step.split ? blockChanges(former.split.blocks, step.split.blocks, true) : []),
  ];
  if (settings.length === 0 && blocks.length === 0 && !hasMoved) return undefined;
  return { step: step.name, what: hasMoved ? 'moved' : 'changed', settings, blocks };
}

export function diffDocuments(before: FunnelDocument, after: FunnelDocument): DocumentDiff {
  const still = unmoved(idsOf(before.steps), idsOf(after.steps));
  const steps: StepChange[] = [];
  for (const step of after.steps) {
    const former = before.steps.find(({ id }) => id === step.id);
    if (!former) {
      steps.push({ step: step.name, what: 'added', settings: [], blocks: [] });
      continue;
    }
    const change = stepChange(former, step, !still.has(step.id));
    if (change) steps.push(change);
  }
  for (const step of before.steps)
    if (!after.steps.some(({ id }) => id === step.id))
      steps.push({ step: step.name, what: 'removed', settings: [], blocks: [] });
  return {
    settings: (['theme', 'source', 'tags', 'findable'] as const).filter((name) => !isSame(before[name], after[name])),
    steps,
  };
}
