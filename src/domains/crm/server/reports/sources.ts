/** Where leads and opportunities come from, and what became of them. */
import type { Condition } from '../../../../kernel/filter.ts';
import type { Figure, Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { ask, type Asked, CLOSED_AMOUNT, COUNTED, joined, oneOf, opportunitiesBehind, percent, within } from './scope.ts';

interface SourceRow { source: string; leads: number; converted: number; created: number; won: number; amount: string }

const MOST = 50;

/** Leads and opportunities count by the day of their creation; what was won of these may have been won later. */
function bySource(scope: Asked, span: DaySpan): Promise<SourceRow[]> {
  return ask<SourceRow>(
    `, l as (
       select l.source, count(*)::int as leads, count(*) filter (where l.status = 'converted')::int as converted
       from s join leads l on l.workspace_id = $1::uuid and l.deleted_at is null and l.created_at >= $2::timestamptz and l.created_at < $3::timestamptz
         and ($7::uuid is null or l.owner_id = $7::uuid) and ($8::text is null or l.source = $8::text) group by 1
     ), d as (
       select o.source, count(*)::int as created, count(*) filter (where o.state = 'won')::int as won,
         coalesce(sum(${CLOSED_AMOUNT}) filter (where o.state = 'won'), 0) as amount
       from s join opportunities o on ${COUNTED} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz group by 1
     )
     select coalesce(l.source, d.source) as source, coalesce(leads, 0) as leads, coalesce(converted, 0) as converted, coalesce(created, 0) as created,
       coalesce(won, 0) as won, coalesce(amount, 0)::numeric(19,4)::text as amount
     from l full join d on d.source = l.source order by coalesce(amount, 0) desc, coalesce(leads, 0) + coalesce(created, 0) desc, 1 limit ${MOST}`, scope, span,
  );
}

const total = (rows: readonly SourceRow[], key: 'leads' | 'converted' | 'created' | 'won') => rows.reduce((sum, row) => sum + row[key], 0);

export async function sources(scope: Asked): Promise<{ figures: Figure[]; sections: Section[] }> {
  const [rows, before] = await Promise.all([bySource(scope, scope.span), scope.previous ? bySource(scope, scope.previous) : null]);
  const figure = (key: 'leads' | 'converted' | 'created' | 'won', label: string): Figure => ({ key, label, unit: 'count', value: total(rows, key), previous: before && total(before, key), better: 'up' });
  const { ownerId, source: asked } = scope.question;
  const narrowing = [...(ownerId ? [oneOf('owner', ownerId)] : []), ...(asked ? [oneOf('source', asked)] : [])];
  const leadsBehind = (...conditions: Condition[]) => ({
    path: '/leads' as const, filter: { match: 'all' as const, conditions: joined([within('createdAt', scope.span), ...conditions], narrowing) },
  });
  const dealsBehind = (...conditions: Condition[]) => opportunitiesBehind(scope, within('createdAt', scope.span), ...conditions);
  const converted = oneOf('status', 'converted');
  const won = oneOf('state', 'won');
  return {
    figures: [
      { ...figure('leads', 'Leads'), behind: leadsBehind() }, { ...figure('converted', 'Converted'), behind: leadsBehind(converted) },
      { ...figure('created', 'Opportunities'), behind: dealsBehind() }, { ...figure('won', 'Won of these'), behind: dealsBehind(won) },
    ],
    sections: [{
      key: 'sources', title: 'By source', note: 'Leads and opportunities created in the period, and what became of them until today.',
      columns: [
        { key: 'source', label: 'Source', unit: 'text' }, { key: 'leads', label: 'Leads', unit: 'count' }, { key: 'conversion', label: 'Converted', unit: 'percent' },
        { key: 'created', label: 'Opportunities', unit: 'count' }, { key: 'won', label: 'Won', unit: 'count' }, { key: 'rate', label: 'Won share', unit: 'percent' }, { key: 'amount', label: 'Amount won', unit: 'money' },
      ],
      rows: rows.map((row) => {
        const of: Condition = row.source ? oneOf('source', row.source) : { field: 'source', op: 'empty' };
        return {
          cells: {
            source: row.source || 'Not known', leads: row.leads, conversion: percent(row.converted, row.leads), created: row.created,
            won: row.won, rate: percent(row.won, row.created), amount: row.amount,
          },
          behind: row.created > 0 ? dealsBehind(of) : leadsBehind(of),
          behindCells: { leads: leadsBehind(of), conversion: leadsBehind(of, converted), created: dealsBehind(of), won: dealsBehind(of, won), amount: dealsBehind(of, won) },
        };
      }),
      chart: { kind: 'bars', category: 'source', series: ['leads', 'created', 'won'] },
    }],
  };
}
