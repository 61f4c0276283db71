/** Which records a list, an export or a bulk action means, as SQL. */
import { allConditions, type Condition, type Filter, isGroup } from '../../../kernel/filter.ts';
import { currentUserId, currentWorkspaceId } from '../../../server/db/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { customDefinitions, workspaceSettings } from '../workspace.ts';
import { type FilterContext, filterSql, usesCompanyFields, usesCustomFields, usesDays } from './filter-sql.ts';
import type { ListKind } from './list-kind.ts';
import { narrow } from './search-prefilter.ts';
import { idsOfOwnFields } from '../custom-fields/indexes.ts';
import { findRecords, type Search, wordOf } from './search.ts';
import { Parameters } from './sort.ts';

/** Which records. */
export interface Selection {
  filter?: Filter | undefined;
  /** Holds beside the filter: what the address of the call narrows the list to. Speaks of plain columns only. */
  within?: Filter | undefined;
  search?: string | undefined;
  trash?: boolean | undefined;
  /** Exactly these instead of all that match. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

/** The records that a request names by their ids. */
export function pickedOf({
  ids,
  except,
}: {
  ids?: string | undefined;
  except?: string | undefined;
}): Pick<Selection, 'ids' | 'except'> {
  return { ids: ids?.split(','), except: except?.split(',') };
}

export interface SortedSelection extends Selection {
  sort?: string | undefined;
}

export type Listed<Row extends { id: string }> = ListKind<Row, unknown>;

/**
 * How rows are come by: `planned` by the database; `walked` one after the other, so that no index may be sought for
 * words; `named` by their ids, which were asked of them already.
 */
type Found = 'planned' | 'walked' | 'named';

/** Operators that bound an instant. */
const SPANS: ReadonlySet<Condition['op']> = new Set(['on', 'before', 'after', 'between', 'within']);

export interface Prepared {
  /** Writes the conditions of the selection, with the values into `parameters`. */
  where: (parameters: Parameters, found?: Found) => string;
  /** Among these are all that are selected; undefined when nothing names them. */
  named: readonly string[] | undefined;
  /**
   * Names the selection where only the records themselves decide what belongs to it: a search, conditions on own
   * fields.
   */
  keptAs: string | undefined;
  /** A condition on an instant that has an index, beside which all others hold: its field, and its SQL. */
  span: { field: string; sql: (parameters: Parameters) => string } | undefined;
  /** Throws what is wrong with the selection, for those who read only later. */
  check: () => void;
  search: Search;
}

/** Turns a selection into SQL conditions, looking up once what they need. @throws AppError `validation` */
export async function prepareSelection<Row extends { id: string }>(
  kind: Listed<Row>,
  selection: Selection,
): Promise<Prepared> {
  const { filter, within, trash = false, ids, except } = selection;
  const { alias } = kind;
  const context = {
    customFields: usesCustomFields(filter) ? await customDefinitions(kind.kind) : [],
    companyFields: usesCompanyFields(filter) ? await customDefinitions('company') : [],
    timeZone: usesDays(filter) ? (await workspaceSettings()).timeZone : 'UTC',
    userId: currentUserId(),
    now: new Date(),
  };
  const search = await findRecords(kind.kind, selection.search, trash);
  const isNarrow = trash || !filter || ids !== undefined || search.kind === 'ids';
  const own =
    !isNarrow && usesCustomFields(filter) ? await idsOfOwnFields(kind.kind, filter, context.customFields) : undefined;
  const { ids: fitting, common } =
    isNarrow || own ? { ids: own, common: new Set<Condition>() } : await narrow(kind.kind, filter);
  const asked = { ...context, common };
  const isOwnAlone = !filter || allConditions(filter).every(({ field }) => field.startsWith('custom.'));
  const listed = [search.kind === 'ids' ? search.ids : undefined, fitting, ids].filter((one) => one !== undefined);
  return {
    search,
    named: listed[0],
    keptAs:
      (search.kind !== 'all' || own) && isOwnAlone && !within?.conditions.length && ids === undefined && !except?.length
        ? JSON.stringify([trash, selection.search, filter, context.userId])
        : undefined,
    span: isNarrow || listed.length > 0 ? undefined : spanOf(kind, filter, asked),
    check: () => void filterSql(kind, filter, context, new Parameters()),
    where(parameters, found = 'planned') {
      const parts = [
        `${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}`,
        `${alias}.deleted_at is ${trash ? 'not null' : 'null'}`,
      ];
      for (const some of listed.slice(found === 'named' ? 1 : 0))
        parts.push(`${alias}.id = any(${parameters.add(some, 'uuid[]')})`);
      if (search.kind === 'patterns') parts.push(...patternsSql(kind, search, trash, parameters, found === 'walked'));
      if (except?.length) parts.push(`${alias}.id <> all(${parameters.add(except, 'uuid[]')})`);
      for (const condition of [
        filterSql(kind, within, asked, parameters),
        filterSql(kind, filter, asked, parameters),
      ]) {
        if (condition !== 'true') parts.push(condition);
      }
      return parts.join(' and ');
    },
  };
}

/** Lists that can be sorted by an instant have an index of it, unless it is made on demand. */
function spanOf<Row extends { id: string }>(
  kind: Listed<Row>,
  filter: Filter,
  context: FilterContext,
): Prepared['span'] {
  if (filter.match === 'any' && filter.conditions.length > 1) return undefined;
  const instants = new Set(
    kind.filterFields
      .filter((field) => field.kind === 'instant' && kind.sorts[field.field] && !kind.sorts[field.field]!.onDemand)
      .map(({ field }) => field),
  );
  const condition = filter.conditions.find(
    (part): part is Condition => !isGroup(part) && instants.has(part.field) && SPANS.has(part.op),
  );
  return (
    condition && {
      field: condition.field,
      sql: (parameters) => filterSql(kind, { match: 'all', conditions: [condition] }, context, parameters),
    }
  );
}

/**
 * The greatest number of the database: records may have been added since they were counted, and none may be left out.
 */
const ALL = 2_147_483_647;

/**
 * Where most have the words, a page is found by walking: the planner, who takes any `like` for rare, must not know that
 * it is one.
 */
export function patternsSql(
  kind: { alias: string; kind: RecordKind },
  { patterns, how }: Pick<Search & { kind: 'patterns' }, 'patterns' | 'how'>,
  trash: boolean,
  parameters: Parameters,
  isWalked: boolean,
): string[] {
  if (how === 'some' && !isWalked)
    return [
      `${kind.alias}.id in (select id
        from search_record_ids('${kind.kind}', ${parameters.add(patterns, 'text[]')}, ${trash}, ${ALL}))`,
    ];
  return patterns.map((pattern) => `strpos(${kind.alias}.search_text, ${parameters.add(wordOf(pattern), 'text')}) > 0`);
}
