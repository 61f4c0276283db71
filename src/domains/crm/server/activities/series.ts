/**
 * Series of activities. A series keeps its rule and what each occurrence begins with; occurrences become rows shortly
 * before they are due (`extendSeries`), at least the next one always is. One that was changed, done or deleted alone is
 * a row of its own with the name of its occurrence, so that the rule never makes it again.
 */
import { addDays } from '../../../../kernel/days.ts';
import { invalid } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { wallAt } from '../../../../kernel/wall-clock.ts';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { type ActivityData, onOccurrence } from '../../engine/activities/activity-data.ts';
import { formatRule, occurrences, parseRule, type Rule, RuleError } from '../../engine/activities/recurrence.ts';
import { seriesOfToday } from './current-series-values.ts';
import { type Guest, insertActivity } from './write.ts';

export interface Series {
  id: string;
  rule: string;
  starts: string;
  zone: string;
  template: { data: ActivityData; guests: Guest[] };
  through: string;
  changedAt: string;
}

const SERIES =
  'select id, rule, starts, zone, template, through, created_at as "changedAt" from activity_series where workspace_id = $1 and deleted_at is null';
/** Occurrences that begin within so many days are rows, and those whose reminder comes within them. */
const AHEAD_DAYS = 2;
const AT_ONCE = 50;
/** Just after a name, in the order of names. */
const after = (name: string) => `${name}~`;

/** Reads a rule as a person sent it. @throws AppError `validation` */
export function readRule(text: string): Rule {
  try {
    return parseRule(text);
  } catch (error) {
    if (error instanceof RuleError) throw invalid('rule', error.message);
    throw error;
  }
}

/**
 * Makes a series that begins with `starts`; its first occurrence is for the caller to write.
 * @throws AppError `validation`
 */
export async function createSeries(rule: Rule, starts: string, template: Series['template']): Promise<Series> {
  const [first] = occurrences(rule, starts, { most: 1 });
  if (first === undefined) throw invalid('rule', 'By this rule it would never take place.');
  const series: Series = {
    id: newId(),
    rule: formatRule(rule),
    starts,
    zone: template.data.zone,
    template,
    through: first,
    changedAt: new Date().toISOString(),
  };
  await execute(
    'insert into activity_series (id, workspace_id, rule, starts, zone, template, through, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      series.id,
      currentWorkspaceId(),
      series.rule,
      starts,
      series.zone,
      JSON.stringify(template),
      first,
      currentUserId(),
    ],
  );
  return series;
}

/** The living series, locked until the transaction ends; undefined when it has ended. */
export async function lockSeries(id: string): Promise<Series | undefined> {
  return (await seriesOfToday(await query<Series>(`${SERIES} and id = $2 for update`, [currentWorkspaceId(), id])))[0];
}

/** The living series; undefined when it has ended. */
export async function readSeries(id: string): Promise<Series | undefined> {
  return (await seriesOfToday(await query<Series>(`${SERIES} and id = $2`, [currentWorkspaceId(), id])))[0];
}

/** All living series of the workspace that a calendar may show. */
export async function livingSeries(): Promise<Series[]> {
  return seriesOfToday(await query<Series>(`${SERIES} order by id limit 2000`, [currentWorkspaceId()]));
}

/**
 * Occurrences of the series between two names that are not rows yet.
 * @param wanted which series, those of the present workspace
 */
export async function comingOccurrences(
  wanted: readonly Series[],
  span: { from: string; until: string },
): Promise<{ series: Series; occurs: string }[]> {
  if (wanted.length === 0) return [];
  // Rows ahead of the rest: one that was changed alone, or deleted.
  const rows = await query<{ key: string }>(
    `select a.series_id || ' ' || a.occurs as key from activities a join activity_series s on s.id = a.series_id
      where a.workspace_id = $1 and a.series_id = any($2) and a.occurs > s.through`,
    [currentWorkspaceId(), wanted.map((series) => series.id)],
  );
  const taken = new Set(rows.map((row) => row.key));
  return wanted.flatMap((series) => {
    const from = span.from > series.through ? span.from : after(series.through);
    return occurrences(parseRule(series.rule), series.starts, { from, until: span.until })
      .filter((occurs) => !taken.has(`${series.id} ${occurs}`))
      .map((occurs) => ({ series, occurs }));
  });
}

/** Whether the series takes place at `occurs`. */
export function isOccurrence(series: Series, occurs: string): boolean {
  return occurrences(parseRule(series.rule), series.starts, { from: occurs, most: 1 })[0] === occurs;
}

/** Ends the series before `occurs`, or altogether where that is its beginning. */
export async function endSeries(series: Series, rule: Rule | null): Promise<void> {
  if (rule === null || occurrences(rule, series.starts, { most: 1 }).length === 0) {
    await execute('update activity_series set deleted_at = now() where id = $1 and workspace_id = $2', [
      series.id,
      currentWorkspaceId(),
    ]);
  } else {
    await execute('update activity_series set rule = $3 where id = $1 and workspace_id = $2', [
      series.id,
      currentWorkspaceId(),
      formatRule(rule),
    ]);
  }
}

/**
 * Makes rows of the occurrences that come up. After a long pause only the last of those that were missed is made: a
 * heap of yesterday's reminders helps no one.
 * @returns how many rows were made
 */
export async function extendSeries(id: string, now = new Date()): Promise<number> {
  const series = await lockSeries(id);
  if (!series) return 0;
  let names = upcoming(series, now);
  if (names.length === 0 && !(await hasOpen(id)))
    names = occurrences(parseRule(series.rule), series.starts, { from: after(series.through), most: 1 });
  let made = 0;
  for (const occurs of names) if (await insertOccurrence(series, occurs)) made += 1;
  if (names.length > 0)
    await execute('update activity_series set through = $3 where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
      names.at(-1),
    ]);
  return made;
}

/** Living series of all workspaces with occurrences to come. Runs as system. */
export async function seriesToExtend(now = new Date()): Promise<{ id: string; workspaceId: string }[]> {
  const all = await query<Series & { workspaceId: string }>(
    'select id, workspace_id as "workspaceId", rule, starts, zone, template, through, created_at as "changedAt" from activity_series where deleted_at is null order by id limit 50000',
  );
  return all.filter((series) => upcoming(series, now).length > 0).map(({ id, workspaceId }) => ({ id, workspaceId }));
}

/** Occurrences that should be rows by now and are not. */
function upcoming(series: Series, now: Date): string[] {
  const days = AHEAD_DAYS + Math.ceil(Math.max(0, ...series.template.data.reminders) / 1440);
  const present = wallAt(now, series.zone);
  const names = occurrences(parseRule(series.rule), series.starts, {
    from: after(series.through),
    until: addDays(present.slice(0, 10), days) + present.slice(10),
  });
  const missed = names.filter((name) => name < present.slice(0, name.length));
  return names.slice(Math.max(0, missed.length - 1)).slice(0, AT_ONCE);
}

async function hasOpen(id: string): Promise<boolean> {
  const rows = await query(
    'select 1 from activities a where a.series_id = $1 and a.deleted_at is null and a.done_at is null and a.cancelled_at is null limit 1',
    [id],
  );
  return rows.length > 0;
}

export function insertOccurrence(series: Series, occurs: string): Promise<boolean> {
  const { data, guests } = series.template;
  return insertActivity({ id: newId(), data: onOccurrence(data, occurs), guests, series: { id: series.id, occurs } });
}
