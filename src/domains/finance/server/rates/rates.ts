/** The workspace's exchange rates by day. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, RateTable } from '../../../../kernel/money/index.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { NewRate, Rate, rates } from '../../contract.ts';
import { readRates } from '../../engine/rates/read-rates.ts';
import { FINANCE } from '../../paths.ts';

interface Row {
  id: string;
  from: string;
  to: string;
  day: string;
  rate: string;
  source: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SELECT =
  'select id, from_currency as "from", to_currency as "to", day, rate, source from finance_rates where workspace_id = $1';
/** Responses that depend on exchange rates. */
const CHANGED = [FINANCE.rates, FINANCE.reports, FINANCE.books];

function toRate(row: Row): Rate {
  return { ...row, rate: decimal(row.rate).toFixed() };
}

export async function listRates({
  currency,
  cursor,
  limit,
}: QueryOf<typeof rates.list>): Promise<ResponseOf<typeof rates.list>> {
  const after = unpackCursor(cursor, DAY, UUID);
  const rows = await query<Row>(
    `${SELECT} and ($2::text is null or from_currency = $2 or to_currency = $2)
      and ($3::date is null or (day, id) < ($3::date, $4::uuid)) order by day desc, id desc limit ${limit + 1}`,
    [currentWorkspaceId(), currency ?? null, after?.[0] ?? null, after?.[1] ?? null],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  return { items: page.items.map(toRate), next: page.next };
}

/** Both sides of every pair, each found by one step in the index. */
export async function listRateCurrencies(): Promise<{ items: string[] }> {
  const rows = await query<{ currency: string }>(
    `with recursive pairs(a, b) as (
       (select from_currency, to_currency from finance_rates where workspace_id = $1 order by from_currency, to_currency
          limit 1)
       union all
       select next.from_currency, next.to_currency from pairs, lateral (
         select r.from_currency, r.to_currency from finance_rates r
            where r.workspace_id = $1 and (r.from_currency, r.to_currency) > (pairs.a, pairs.b)
            order by r.from_currency, r.to_currency limit 1) next
     ) select distinct currency from pairs, lateral (values (a), (b)) as both_sides(currency) order by currency`,
    [currentWorkspaceId()],
  );
  return { items: rows.map((row) => row.currency) };
}

export function putRate(input: NewRate): Promise<Rate> {
  return transaction(async () => {
    await writeRates([input], input.source);
    const [row] = await query<Row>(`${SELECT} and from_currency = $2 and to_currency = $3 and day = $4`, [
      currentWorkspaceId(),
      input.from,
      input.to,
      input.day,
    ]);
    return toRate(row!);
  });
}

/** @throws AppError `validation` when the file is of no known kind */
export function importRates({
  source,
  content,
}: BodyOf<typeof rates.importFile>): Promise<ResponseOf<typeof rates.importFile>> {
  const read = readRates(content);
  if (!read)
    throw new AppError(
      'validation',
      'The first row must name the columns: day, from, to, rate; or Date and one column for each currency.',
      { field: 'content' },
    );
  return transaction(async () => ({ ...(await writeRates(read.lines, source)), skipped: read.skipped }));
}

async function writeRates(
  lines: readonly { day: string; from: string; to: string; rate: string }[],
  source: string,
): Promise<{ added: number; replaced: number }> {
  const written = await query<{ added: boolean }>(
    `insert into finance_rates (id, workspace_id, from_currency, to_currency, day, rate, source, created_by)
     select r.id, $1, r."from", r."to", r.day, r.rate, $3, $4
        from json_to_recordset($2::json) as r(id uuid, "from" text, "to" text, day date, rate numeric)
     on conflict (workspace_id, from_currency, to_currency, day) do update
        set rate = excluded.rate, source = excluded.source, created_by = excluded.created_by, created_at = now()
     returning xmax = 0 as added`,
    [
      currentWorkspaceId(),
      JSON.stringify(lines.map(({ day, from, to, rate }) => ({ id: newId(), day, from, to, rate }))),
      source,
      currentUserId(),
    ],
  );
  if (written.length > 0)
    await emit({ type: 'finance.rates.changed', data: { count: written.length, source }, paths: CHANGED });
  const added = written.filter((row) => row.added).length;
  return { added, replaced: written.length - added };
}

/** @throws AppError `not_found` */
export function removeRate(id: string): Promise<void> {
  return transaction(async () => {
    const gone = await query('delete from finance_rates where id = $1 and workspace_id = $2 returning id', [
      id,
      currentWorkspaceId(),
    ]);
    if (gone.length === 0) throw notFound('The rate');
    await emit({ type: 'finance.rates.changed', data: { count: 1 }, paths: CHANGED });
  });
}

/**
 * Rates that lead from any of the currencies to any other, for days from `from` on; the last one before counts, too.
 * Nothing is read where there is only one currency.
 */
export async function rateTable(currencies: Iterable<string>, from: string): Promise<RateTable> {
  const wanted = [...new Set(currencies)];
  if (wanted.length < 2) return new RateTable();
  // A pair that is quoted in a third currency only needs both legs: whatever one of the wanted stands in.
  const rows = await query<Row>(
    `${SELECT} and (from_currency = any($2) or to_currency = any($2)) and day >= $3::date
     union all
     select * from (select distinct on (from_currency, to_currency) id, from_currency, to_currency, day, rate, source
        from finance_rates
       where workspace_id = $1 and (from_currency = any($2) or to_currency = any($2)) and day < $3::date
          order by from_currency, to_currency, day desc) before`,
    [currentWorkspaceId(), wanted, from],
  );
  return new RateTable(rows.map((row) => ({ from: row.from, to: row.to, day: row.day, rate: decimal(row.rate) })));
}
