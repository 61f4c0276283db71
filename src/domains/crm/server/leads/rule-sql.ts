/** Rules' conditions on leads as SQL: they mean what the same filter means in the list. */
import type { Filter } from '../../../../kernel/filter.ts';
import { currentUserId } from '../../../../server/db/index.ts';
import { filterSql, type FilterContext } from '../../../../records/server/list/filter-sql.ts';
import type { Parameters } from '../../../../records/server/list/sort.ts';
import { customDefinitions, workspaceSettings } from '../../../../records/server/workspace.ts';
import { leadKind } from './kind.ts';

/** Context for the conditions of one run. */
export async function ruleContext(): Promise<FilterContext> {
  return {
    customFields: await customDefinitions('lead'),
    timeZone: (await workspaceSettings()).timeZone,
    userId: currentUserId(),
    now: new Date(),
  };
}

/** SQL of one rule's conditions; false for one whose custom field was removed since. */
export function ruleSql(filter: Filter, context: FilterContext, parameters: Parameters): string {
  const before = parameters.values.length;
  try {
    return filterSql(leadKind, filter, context, parameters);
  } catch {
    parameters.values.length = before;
    return 'false';
  }
}
