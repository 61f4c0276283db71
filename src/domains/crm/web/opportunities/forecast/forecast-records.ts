import { addDays } from '../../../../../kernel/days.ts';
import type { Condition, Filter } from '../../../../../kernel/filter-terms.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';
import type { Measure } from './measures.ts';

/** The records behind a forecast figure. */
export interface Behind {
  pipelineId: string | undefined;
  /** Undefined: of everyone; null: of no one. */
  ownerId?: string | null | undefined;
  /**
   * Days of the closing, of what is not past its day before `after`; what is past its day on `overdueOn`; or, without
   * either, what has no day.
   */
  span: { from?: string; until?: string; after?: string; overdueOn?: string };
  measure?: Measure | undefined;
}

/** Open opportunities in each figure; omitted ones are in none. */
const COUNTED: Record<Measure, Condition> = {
  weighted: { field: 'forecast', op: 'none_of', value: ['omitted'] },
  won: { field: 'forecast', op: 'none_of', value: ['omitted'] },
  commit: { field: 'forecast', op: 'any_of', value: ['commit'] },
  best: { field: 'forecast', op: 'any_of', value: ['commit', 'best'] },
};

/**
 * The list behind a figure: what is expected to close in the span and open still, as far as it counts, and what was won
 * in it.
 */
export function listBehind({
  pipelineId,
  ownerId,
  span: { from, until, after, overdueOn },
  measure = 'weighted',
}: Behind): RawSearch {
  const shared: Condition[] = [
    ...(pipelineId ? [{ field: 'pipeline', op: 'any_of', value: [pipelineId] } satisfies Condition] : []),
    ...(ownerId === undefined
      ? []
      : ownerId === null
        ? [{ field: 'owner', op: 'empty' } satisfies Condition]
        : [{ field: 'owner', op: 'any_of', value: [ownerId] } satisfies Condition]),
  ];
  const within = (field: string): Condition => {
    if (from && until) return { field, op: 'between', value: [from, addDays(until, -1)] };
    return { field, op: 'empty' };
  };
  const expected = (): Condition => {
    if (overdueOn) return { field: 'overdue', op: 'true' };
    const first = from && after && after > from ? after : from;
    return first && until
      ? { field: 'expectedClose', op: 'between', value: [first, addDays(until, -1)] }
      : within('expectedClose');
  };
  const open: Condition[] = [
    ...shared,
    { field: 'state', op: 'any_of', value: ['open'] },
    COUNTED[measure],
    expected(),
  ];
  const won: Condition[] = [...shared, { field: 'state', op: 'any_of', value: ['won'] }, within('closedAt')];
  if (measure === 'won' && from && until)
    return { as: 'table', filter: { match: 'all', conditions: won } satisfies Filter };
  const filter: Filter =
    from && until
      ? {
          match: 'any',
          conditions: [
            { match: 'all', conditions: open },
            { match: 'all', conditions: won },
          ],
        }
      : { match: 'all', conditions: open };
  return { as: 'table', filter };
}
