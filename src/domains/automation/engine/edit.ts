/** Changing the tree of a draft: every function answers a new tree and leaves the old one as it is. Pure. */
import type { Draft, Step, StepKind } from '../contract/definition.ts';
import { allSteps, waysOf } from './step-tree.ts';

/** A list of steps: the main one, or one that a step's way holds. */
export interface ListPlace {
  /** The step that holds it; absent for the main list. */
  parent?: string;
  port?: string;
}

/** Where a step goes: before the one that is at `index` now. */
export interface Place extends ListPlace {
  index: number;
}

/** Replaces one list of the tree by what `change` makes of it. */
function mapList(steps: readonly Step[], place: ListPlace, change: (list: readonly Step[]) => Step[]): Step[] {
  if (place.parent === undefined) return change(steps);
  return steps.map((step) =>
    withWays(step, (port, list) =>
      step.id === place.parent && port === place.port ? change(list) : mapList(list, place, change),
    ),
  );
}

function withWays(step: Step, change: (port: string, list: readonly Step[]) => Step[]): Step {
  if (step.kind === 'branch')
    return {
      ...step,
      paths: step.paths.map((path) => ({ ...path, steps: change(path.id, path.steps) })),
      otherwise: change('otherwise', step.otherwise),
    };
  if (step.kind === 'approval')
    return { ...step, approved: change('approved', step.approved), rejected: change('rejected', step.rejected) };
  return step;
}

export function insertStep(steps: readonly Step[], place: Place, step: Step): Step[] {
  return mapList(steps, place, (list) => [...list.slice(0, place.index), step, ...list.slice(place.index)]);
}

/** Removes a step with all that it holds. */
export function removeStep(steps: readonly Step[], id: string): Step[] {
  return steps.filter((step) => step.id !== id).map((step) => withWays(step, (_, list) => removeStep(list, id)));
}

export function replaceStep(steps: readonly Step[], next: Step): Step[] {
  return steps.map((step) => (step.id === next.id ? next : withWays(step, (_, list) => replaceStep(list, next))));
}

/** The place of a step; undefined when it is not there. */
export function placeOf(steps: readonly Step[], id: string, list: ListPlace = {}): Place | undefined {
  const index = steps.findIndex((step) => step.id === id);
  if (index >= 0) return { ...list, index };
  for (const step of steps) {
    for (const way of waysOf(step)) {
      const found = placeOf(way.steps, id, { parent: step.id, port: way.port });
      if (found) return found;
    }
  }
  return undefined;
}

/** Moves a step among those of its list; unchanged where it cannot go further. */
export function moveStep(steps: readonly Step[], id: string, by: -1 | 1): Step[] {
  const place = placeOf(steps, id);
  if (!place) return [...steps];
  return mapList(steps, place, (list) => {
    const to = place.index + by;
    if (to < 0 || to >= list.length) return [...list];
    return list.toSpliced(place.index, 1).toSpliced(to, 0, list[place.index]!);
  });
}

/**
 * Every place of a tree, in the order in which one reads it: into each way where it begins, and on below where it ends.
 */
function placesOf(steps: readonly Step[], list: ListPlace = {}): Place[] {
  const after = (step: Step, index: number): Place[] => [
    ...waysOf(step).flatMap((way) => placesOf(way.steps, { parent: step.id, port: way.port })),
    { ...list, index: index + 1 },
  ];
  return [{ ...list, index: 0 }, ...steps.flatMap(after)];
}

/**
 * Moves a step one place back or on, through the ways of branches that lie there; unchanged where it cannot go further.
 */
export function shiftStep(steps: readonly Step[], id: string, by: -1 | 1): Step[] {
  const from = placeOf(steps, id);
  const step = allSteps(steps).find((one) => one.id === id);
  if (!from || !step) return [...steps];
  const rest = removeStep(steps, id);
  const places = placesOf(rest);
  const to =
    places[
      places.findIndex(
        ({ parent, port, index }) => parent === from.parent && port === from.port && index === from.index,
      ) + by
    ];
  return to ? insertStep(rest, to, step) : [...steps];
}

/** How many steps stand in the list of a place. */
export function sizeOfList(steps: readonly Step[], { parent, port }: ListPlace): number {
  const holder = parent === undefined ? undefined : allSteps(steps).find((step) => step.id === parent);
  return holder ? (waysOf(holder).find((way) => way.port === port)?.steps.length ?? 0) : steps.length;
}

/** Moves a step to another place of the tree, which must not lie inside of it. */
export function relocateStep(steps: readonly Step[], id: string, to: Place): Step[] {
  const from = placeOf(steps, id);
  const step = allSteps(steps).find((one) => one.id === id);
  if (!from || !step || allSteps([step]).some((inner) => inner.id === to.parent)) return [...steps];
  const same = from.parent === to.parent && from.port === to.port;
  const index = same && from.index < to.index ? to.index - 1 : to.index;
  return insertStep(removeStep(steps, id), { ...to, index }, step);
}

/** An id that no step has yet. */
export function freshId(steps: readonly Step[]): string {
  const taken = new Set(allSteps(steps).flatMap((step) => [step.id, ...waysOf(step).map((way) => way.port)]));
  let n = taken.size + 1;
  while (taken.has(`s${n}`)) n++;
  return `s${n}`;
}

/** A step of a kind as it begins: still to be filled in. */
export function blankStep(
  kind: StepKind,
  id: string,
  { hasRecord, made }: { hasRecord: boolean; made?: string | undefined },
): Step {
  const base = { id, name: '' };
  const target = hasRecord ? 'trigger' : (made ?? 'trigger');
  switch (kind) {
    case 'branch':
      return { ...base, kind, paths: [{ id: `${id}a`, name: '', when: {}, steps: [] }], otherwise: [] };
    case 'delay':
      return { ...base, kind, wait: { kind: 'for', amount: 1, unit: 'days' } };
    case 'create':
      return { ...base, kind, record: 'activity', fields: { type: 'task', subject: '' } };
    case 'update':
      return { ...base, kind, target, fields: {} };
    case 'assign':
      return { ...base, kind, target, owners: [] };
    case 'tag':
      return { ...base, kind, target, add: [], remove: [] };
    case 'stage':
      return { ...base, kind, target, stageId: '', reason: '' };
    case 'notify':
      return { ...base, kind, to: 'owner', title: '', body: '' };
    case 'mail':
      return {
        ...base,
        kind,
        to: hasRecord ? '{{record.emails.0.value}}' : '',
        subject: '',
        text: '',
        purpose: 'service',
        policy: 'approval',
      };
    case 'webhook':
      return { ...base, kind, url: '', method: 'POST', headers: [], body: '', policy: 'approval' };
    case 'approval':
      return { ...base, kind, title: '', why: '', expiresAfterHours: 72, approved: [], rejected: [] };
    case 'stop':
      return { ...base, kind };
  }
}

/**
 * A draft that was written for no one's clocks, UTC, on those of the workspace that uses it: "Mondays at nine" is nine
 * there.
 */
export function onClocksOf(timeZone: string, draft: Draft): Draft {
  const { trigger } = draft;
  return trigger?.['kind'] === 'schedule' && trigger['zone'] === 'UTC'
    ? { ...draft, trigger: { ...trigger, zone: timeZone } }
    : draft;
}
