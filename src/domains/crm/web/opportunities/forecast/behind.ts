import { addDays } from '../../../../../kernel/days.ts';
import type { Condition, Filter } from '../../../../../kernel/filter-terms.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';

/** What a figure of the forecast covers. */
export interface Behind {
  pipelineId: string | undefined;
  /** Undefined: of everybody; null: of nobody. */
  ownerId?: string | null | undefined;
  /** Days of the closing; neither: without a day. */
  span: { from?: string; until?: string };
}

/** The list behind a figure: what is expected to close in the span and open still, and what was won in it. */
export function listBehind({ pipelineId, ownerId, span: { from, until } }: Behind): RawSearch {
  const shared: Condition[] = [
    ...(pipelineId ? [{ field: 'pipeline', op: 'any_of', value: [pipelineId] } satisfies Condition] : []),
    ...(ownerId === undefined ? [] : ownerId === null ? [{ field: 'owner', op: 'empty' } satisfies Condition] : [{ field: 'owner', op: 'any_of', value: [ownerId] } satisfies Condition]),
  ];
  const within = (field: string): Condition => {
    if (from && until) return { field, op: 'between', value: [from, addDays(until, -1)] };
    return until ? { field, op: 'before', value: until } : { field, op: 'empty' };
  };
  const open: Condition[] = [...shared, { field: 'state', op: 'any_of', value: ['open'] }, within('expectedClose')];
  const won: Condition[] = [...shared, { field: 'state', op: 'any_of', value: ['won'] }, within('closedAt')];
  const filter: Filter = from && until ? { match: 'any', conditions: [{ match: 'all', conditions: open }, { match: 'all', conditions: won }] } : { match: 'all', conditions: open };
  return { as: 'table', filter };
}

