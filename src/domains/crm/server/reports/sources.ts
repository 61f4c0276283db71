/** Where leads and opportunities come from, what became of them, and what that cost. */
import type { Condition } from '../../../../kernel/filter.ts';
import type { Figure, Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import {
  ask,
  type Asked,
  CLOSED_AMOUNT,
  COUNTED,
  joined,
  oneOf,
  opportunitiesBehind,
  percent,
  within,
} from './scope.ts';

interface Counts {
  leads: number;
  converted: number;
  created: number;
  won: number;
}
/** Cost and return of a source; null if there was no cost or no result. */
interface Spent {
  cost: string | null;
  /** For each lead, and for each opportunity that was won. */
  perLead: string | null;
  perWin: string | null;
  /** The amount won beyond the cost, in percent of the cost. */
  return: number | null;
}
interface SourceRow extends Counts, Spent {
  source: string;
  amount: string;
}
interface BySource {
  rows: SourceRow[];
  all: Counts & Spent;
  unconverted: string[];
}

const MAX = 50;

/**
 * A cost counts by its days: a period that covers ten of its thirty counts a third, at the exchange rate of the last of
 * these ten. A channel is paid for as a whole, not for one owner or pipeline: nothing is said of its cost then. $9 and
 * $10 are the first and the last day, $11 today.
 */
const SPENT = `, share as (
  select c.source, c.currency, least(c.to_day, $10::date, $11::date) as day,
    c.amount * (least(c.to_day, $10::date) - greatest(c.from_day, $9::date) + 1) / (c.to_day - c.from_day + 1) as amount
  from channel_costs c where c.workspace_id = $1::uuid and $6::uuid is null and $7::uuid is null
    and ($8::text is null or c.source = $8::text)
    and c.to_day >= $9::date and c.from_day <= $10::date
), priced as (
  select source, share.currency, case when share.currency = s.base then share.amount else share.amount * (
    select r.rate from exchange_rates r
      where r.workspace_id = $1::uuid and r.base = s.base and r.currency = share.currency and r.day <= share.day
      order by r.day desc limit 1) end as amount
  from s, share
), k as (select source, sum(amount) as cost from priced group by 1)`;

/** Ratios for sources with a cost, from counts, won amount, and cost. Both amounts are in the reporting currency. */
const each = (
  cost: string,
  leads: string,
  won: string,
  amount: string,
) => `${cost}::numeric(19,4)::text as cost, round(${cost} / nullif(${leads}, 0), 2)::text as "perLead", round(${cost} / nullif(${won}, 0), 2)::text as "perWin",
  round((${amount} - ${cost}) / nullif(${cost}, 0) * 100, 1)::float8 as "return"`;

/** Those sources alone: what came for nothing makes what was paid for no cheaper. */
const paid = (what: string) => `sum(${what}) filter (where cost is not null)`;

/** Leads and opportunities count by the day of their creation; what was won of these may have been won later. */
async function bySource(scope: Asked, span: DaySpan): Promise<BySource> {
  const [found] = await ask<BySource>(
    `, l as (
       select l.source, count(*)::int as leads, count(*) filter (where l.status = 'converted')::int as converted
       from s join leads l on l.workspace_id = $1::uuid and l.deleted_at is null and l.created_at >= $2::timestamptz
          and l.created_at < $3::timestamptz
         and ($7::uuid is null or l.owner_id = $7::uuid) and ($8::text is null or l.source = $8::text) group by 1
     ), d as (
       select o.source, count(*)::int as created, count(*) filter (where o.state = 'won')::int as won,
         coalesce(sum(${CLOSED_AMOUNT}) filter (where o.state = 'won'), 0) as amount
       from s join opportunities o on ${COUNTED} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz
          group by 1
     )${SPENT}, every as (
       select source, coalesce(leads, 0) as leads, coalesce(converted, 0) as converted, coalesce(created, 0) as created,
          coalesce(won, 0) as won,
         coalesce(amount, 0)::numeric(19,4) as amount, cost
       from l full join d using (source) full join k using (source)
     ), most as (
       select source, leads, converted, created, won, amount::text as amount, ${each('cost', 'leads', 'won', 'amount')},
         row_number() over (order by every.amount desc, leads + created desc, every.cost desc nulls last, source) as nth
       from every order by nth limit ${MAX}
     )
     select coalesce((select json_agg(most order by nth) from most), '[]') as rows,
       (select row_to_json(one) from (
         select coalesce(sum(leads), 0)::int as leads, coalesce(sum(converted), 0)::int as converted,
            coalesce(sum(created), 0)::int as created, coalesce(sum(won), 0)::int as won,
           ${each('sum(cost)', paid('leads'), paid('won'), paid('amount'))} from every
       ) one) as "all",
       coalesce((select json_agg(distinct currency) from priced where amount is null), '[]') as unconverted`,
    scope,
    span,
    span.from,
    span.to,
    scope.today,
  );
  return found!;
}

const COSTS: Section['columns'] = [
  { key: 'cost', label: 'Cost', unit: 'money' },
  { key: 'perLead', label: 'Cost per lead', unit: 'money' },
  { key: 'perWin', label: 'Cost per win', unit: 'money' },
  { key: 'return', label: 'Return', unit: 'percent' },
];

const NOTE = 'Leads and opportunities created in the period, and what became of them until today.';
const COSTS_NOTE =
  'Costs count by their days. The return is what was won beyond the cost, in per cent of it; figures of cost are those of sources that cost something.';

export async function sources(scope: Asked): Promise<{ figures: Figure[]; sections: Section[]; missing: string[] }> {
  const [{ rows, all, unconverted }, before] = await Promise.all([
    bySource(scope, scope.span),
    scope.previous ? bySource(scope, scope.previous) : null,
  ]);
  const figure = (key: keyof Counts, label: string): Figure => ({
    key,
    label,
    unit: 'count',
    value: all[key],
    previous: before && before.all[key],
    better: 'up',
  });
  const isPaid = all.cost !== null;
  const spent = (key: keyof Spent, label: string, better: Figure['better']): Figure => ({
    key,
    label,
    unit: key === 'return' ? 'percent' : 'money',
    value: all[key],
    previous: before && before.all[key],
    better,
  });
  const { ownerId, source: asked } = scope.question;
  const narrowing = [...(ownerId ? [oneOf('owner', ownerId)] : []), ...(asked ? [oneOf('source', asked)] : [])];
  const leadsBehind = (...conditions: Condition[]) => ({
    path: '/leads' as const,
    filter: { match: 'all' as const, conditions: joined([within('createdAt', scope.span), ...conditions], narrowing) },
  });
  const dealsBehind = (...conditions: Condition[]) =>
    opportunitiesBehind(scope, within('createdAt', scope.span), ...conditions);
  const converted = oneOf('status', 'converted');
  const won = oneOf('state', 'won');
  return {
    figures: [
      { ...figure('leads', 'Leads'), behind: leadsBehind() },
      { ...figure('converted', 'Converted'), behind: leadsBehind(converted) },
      { ...figure('created', 'Opportunities'), behind: dealsBehind() },
      { ...figure('won', 'Won of these'), behind: dealsBehind(won) },
      ...(isPaid
        ? [
            spent('cost', 'Cost', null),
            spent('perLead', 'Cost per lead', 'down'),
            spent('perWin', 'Cost per win', 'down'),
            spent('return', 'Return', 'up'),
          ]
        : []),
    ],
    missing: [...unconverted, ...(before?.unconverted ?? [])],
    sections: [
      {
        key: 'sources',
        title: 'By source',
        note: isPaid ? `${NOTE} ${COSTS_NOTE}` : NOTE,
        columns: [
          { key: 'source', label: 'Source', unit: 'text' },
          { key: 'leads', label: 'Leads', unit: 'count' },
          { key: 'conversion', label: 'Converted', unit: 'percent' },
          { key: 'created', label: 'Opportunities', unit: 'count' },
          { key: 'won', label: 'Won', unit: 'count' },
          { key: 'rate', label: 'Won share', unit: 'percent' },
          { key: 'amount', label: 'Amount won', unit: 'money' },
          ...(isPaid ? COSTS : []),
        ],
        rows: rows.map((row) => {
          const of: Condition = row.source ? oneOf('source', row.source) : { field: 'source', op: 'empty' };
          return {
            cells: {
              source: row.source || 'Not known',
              leads: row.leads,
              conversion: percent(row.converted, row.leads),
              created: row.created,
              won: row.won,
              rate: percent(row.won, row.created),
              amount: row.amount,
              ...(isPaid ? { cost: row.cost, perLead: row.perLead, perWin: row.perWin, return: row.return } : {}),
            },
            ...(row.created + row.leads > 0 ? { behind: row.created > 0 ? dealsBehind(of) : leadsBehind(of) } : {}),
            behindCells: {
              leads: leadsBehind(of),
              conversion: leadsBehind(of, converted),
              created: dealsBehind(of),
              won: dealsBehind(of, won),
              amount: dealsBehind(of, won),
            },
          };
        }),
        chart: { kind: 'bars', category: 'source', series: ['leads', 'created', 'won'] },
      },
    ],
  };
}
