/** How good the forecast was: what each month was expected to bring on its first day, and what it brought. */
import { addDays, dayAt, monthStart, startOfDay } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import type { Figure, ReportRow, Section } from '../../contract/reports.ts';
import { monthsOf } from '../../engine/reports/period.ts';
import { closedByMonth, NOTHING_CLOSED } from './closed-amounts.ts';
import {
  type Asked,
  asked as askedAt,
  CLOSED_AMOUNT,
  COUNTED,
  monthWithin,
  NOT_PRIVATE,
  oneOf,
  OPEN_AMOUNT,
  opportunitiesBehind,
  SCOPE,
  within,
} from './scope.ts';

/** Months ahead of which a snapshot is kept. */
const AHEAD = 6;

/**
 * Keeps what the coming months are expected to bring, as it looks today: what is won, what is open and expected in the
 * month, and that times its probability. A second time on a day changes nothing.
 */
export async function takeSnapshot(now = new Date()): Promise<void> {
  const { today, timeZone, currency } = await askedAt({ period: 'this_month', compare: 'none' }, now);
  const first = monthStart(today);
  await execute(
    `insert into forecast_snapshots (workspace_id, taken_on, month, pipeline_id, currency, won, open, weighted)
     ${SCOPE}, o as (
       select o.pipeline_id,
         case when o.state = 'won' then date_trunc('month', o.closed_at at time zone s.tz)::date
            else date_trunc('month', o.expected_close)::date end as month,
         case when o.state = 'won' then ${CLOSED_AMOUNT} else 0 end as won, case when o.state = 'open'
            then ${OPEN_AMOUNT} else 0 end as open, o.probability
       from s join opportunities o on ${COUNTED}
          and ((o.state = 'won' and o.closed_at >= $2::timestamptz)
          or (o.state = 'open' and o.expected_close >= $9::date))
     )
     select $1, $10::date, month, pipeline_id, $5, coalesce(sum(won), 0), coalesce(sum(open), 0),
        coalesce(sum(open * probability / 100), 0)
     from o where month >= $9::date and month < $11::date group by month, pipeline_id
     on conflict do nothing`,
    [
      currentWorkspaceId(),
      startOfDay(first, timeZone),
      startOfDay(monthStart(first, AHEAD), timeZone),
      timeZone,
      currency,
      null,
      null,
      null,
      first,
      today,
      monthStart(first, AHEAD),
    ],
  );
}

/**
 * Once a day for each living workspace that has something to forecast; runs as system. Most of many workspaces have
 * nothing, or have been looked at already: that is found out for all of them at once.
 */
export async function takeSnapshots(now = new Date(), signal?: AbortSignal): Promise<void> {
  const some = await query<{ id: string; zone: string; last: string | null }>(
    `select w.id, w.time_zone as zone,
      (select max(f.taken_on)::text from forecast_snapshots f where f.workspace_id = w.id) as last
     from workspaces w where w.archived_at is null and exists
        (select 1 from opportunities o where o.workspace_id = w.id and o.deleted_at is null) order by w.id`,
  );
  for (const { id, zone, last } of some) {
    signal?.throwIfAborted();
    try {
      if (last !== dayAt(now, zone)) await inWorkspace(id, null, () => takeSnapshot(now));
    } catch (error) {
      // A failure in one workspace must not stop the others.
      log().error({ err: error, workspaceId: id }, 'the forecast of a workspace could not be kept');
    }
  }
}

export const forecastSnapshotsRecurring = defineRecurring({
  name: 'crm.forecast_snapshots',
  title: 'Current forecast',
  every: 6 * 3600,
  handler: ({ signal }) => takeSnapshots(new Date(), signal),
});

interface Expected {
  month: string;
  taken_on: string;
  weighted: string;
}

/** The first snapshot of each month that was taken in its first week, in the currency in question. */
function expectedFor(scope: Asked): Promise<Expected[]> {
  const months = monthsOf(scope.span);
  return query<Expected>(
    `select f.month::text as month, f.taken_on::text as taken_on,
      sum(f.weighted + f.won)::numeric(19,4)::text as weighted from forecast_snapshots f
     where f.workspace_id = $1 and f.month = any($2::date[]) and f.currency = $3
        and ($4::uuid is null or f.pipeline_id = $4)
       and f.taken_on = (select min(e.taken_on) from forecast_snapshots e where e.workspace_id = f.workspace_id
          and e.month = f.month and e.taken_on >= e.month)
       and f.taken_on <= f.month + 6
     group by 1, 2`,
    [currentWorkspaceId(), months, scope.currency, scope.question.pipelineId ?? null],
  );
}

export async function accuracy(asked: Asked): Promise<{ figures: Figure[]; sections: Section[] }> {
  // Snapshots are stored by pipeline only and without private records, so results are counted the same way.
  const scope: Asked = { ...asked, question: { ...asked.question, ownerId: undefined, source: undefined } };
  const [expected, actual] = await Promise.all([expectedFor(scope), closedByMonth(scope, NOT_PRIVATE)]);
  const [hidden] = await query('select 1 from private_records limit 1');
  const byMonth = new Map(expected.map((row) => [row.month, row]));
  const errors: number[] = [];
  const rows = monthsOf(scope.span).map((month): ReportRow => {
    const then = byMonth.get(month);
    const won = (actual.get(month) ?? NOTHING_CLOSED).wonAmount;
    // The running month is not over: what it has brought so far is no verdict.
    const isOver = addDays(monthStart(month, 1), -1) < scope.today;
    const off =
      then && isOver && !decimal(won).isZero()
        ? Number(decimal(then.weighted).minus(won).div(won).times(100n).toFixed(1))
        : null;
    if (off !== null) errors.push(Math.abs(off));
    const behind = opportunitiesBehind(
      scope,
      within('closedAt', monthWithin(month, scope.span)),
      oneOf('state', 'won'),
      ...(hidden ? [{ field: 'private', op: 'false' } as const] : []),
    );
    return {
      cells: {
        month,
        expected: then?.weighted ?? null,
        won: isOver || then ? won : null,
        off,
        taken: then?.taken_on ?? null,
      },
      // A forecast of the past is kept as a sum: what came of it is what can be opened.
      behind,
      behindCells: { won: behind },
    };
  });
  const mean =
    errors.length === 0 ? null : Math.round((errors.reduce((sum, error) => sum + error, 0) / errors.length) * 10) / 10;
  return {
    figures: [
      { key: 'error', label: 'Mean error', unit: 'percent', value: mean, previous: null, better: 'down' },
      { key: 'months', label: 'Months measured', unit: 'count', value: errors.length, previous: null, better: null },
    ],
    sections: [
      {
        key: 'months',
        title: 'Expected and won by month',
        note: 'Expected is the weighted forecast of the whole pipeline as it stood in the first week of the month. It is kept daily from the first day this runs; earlier months have none. Narrowing by owner or source does not apply here, and private records are not in it.',
        columns: [
          { key: 'month', label: 'Month', unit: 'month' },
          { key: 'expected', label: 'Expected', unit: 'money' },
          { key: 'won', label: 'Won', unit: 'money' },
          { key: 'off', label: 'Over (+) or under (−) forecast', unit: 'percent' },
          { key: 'taken', label: 'Forecast of', unit: 'day' },
        ],
        rows,
        chart: { kind: 'bars', category: 'month', series: ['expected', 'won'] },
      },
    ],
  };
}
