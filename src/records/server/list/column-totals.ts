/** Sums of a list's columns over everything that it shows. */
import { query } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { MOST_SUMMED, type SummedKind, type Sums, sumsCall, type SumsQuery } from '../../contract/column-totals.ts';
import { sortableKind } from '../../engine/custom-field-sort.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import { customDefinitions } from '../workspace.ts';
import type { ColumnSum } from './list-kind.ts';
import { OWN_KEY, ownNumber } from '../custom-fields/sort-value.ts';
import { type Listed, prepareSelection } from './selection.ts';
import { Parameters } from './sort.ts';

/** Binds the sums of a kind. */
export function sumsRoute<Row extends { id: string }>(name: SummedKind, kind: Listed<Row>): BoundRoute {
  return route(sumsCall(name), ({ query: asked }) => sumsOf(kind, asked));
}

/**
 * @param most of more records than this there are no sums
 * @throws AppError `validation` for a filter that does not fit
 */
export async function sumsOf<Row extends { id: string }>(
  kind: Listed<Row>,
  { columns, search, filter, trash }: SumsQuery,
  most = MOST_SUMMED,
): Promise<Sums> {
  const names = [...new Set(columns.split(','))];
  const own = names.some((name) => name.startsWith(CUSTOM)) ? await customDefinitions(kind.kind) : [];
  const summed = names.flatMap((column) => {
    const sum = sumOf(kind, column, own);
    return sum ? [{ column, ...sum }] : [];
  });
  const prepared = await prepareSelection(kind, { search, filter, trash: trash === '1' });
  if (summed.length === 0) return { complete: true, items: [] };
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  // The number of all comes in the same statement: sums and records are of one moment.
  const rows = await query<{ place: number; currency: string | null; sum: string | null; count: number }>(
    `with chosen as materialized (
       select
          ${summed.map(({ sql, currency }, place) => `${sql} as v${place}, ${currency ?? 'null::text'} as c${place}`).join(', ')}
       from ${kind.table} ${kind.alias} where ${where} limit ${parameters.add(most + 1, 'int')}
     )
     select -1 as place, null as currency, null as sum, count(*)::int as count from chosen
     ${summed.map((_, place) => `union all select ${place}, c${place}, trim_scale(sum(v${place}::numeric))::text, count(*)::int from chosen where v${place} is not null group by c${place}`).join(' ')}
     order by place, count desc, currency`,
    parameters.values,
  );
  if (rows[0]!.count > most) return { complete: false, items: [] };
  return {
    complete: true,
    items: rows
      .slice(1)
      .map(({ place, currency, sum, count }) => ({ column: summed[place]!.column, currency, sum: sum!, count })),
  };
}

const CUSTOM = 'custom.';

function sumOf<Row extends { id: string }>(
  { alias, sums = {} }: Listed<Row>,
  column: string,
  own: readonly CustomDefinition[],
): ColumnSum | undefined {
  if (Object.hasOwn(sums, column)) return sums[column];
  const field = column.startsWith(CUSTOM) ? own.find(({ key }) => key === column.slice(CUSTOM.length)) : undefined;
  return field && OWN_KEY.test(field.key) && sortableKind(field) === 'number'
    ? { sql: ownNumber(alias, field.key) }
    : undefined;
}
