/** When a schedule comes next, before anyone publishes it. */
import { query } from '../../../server/db/index.ts';
import { cronProblem, nextTimes } from '../../../server/jobs/schedule.ts';
import { type Draft, Trigger } from '../contract/definition.ts';
import type { Workflow } from '../contract/workflows.ts';

const SHOWN = 3;

/**
 * The next times of a draft's schedule, and the workspace's zone, on whose clocks its people read them; null for a
 * draft without a schedule that can be read.
 */
export async function upcomingOf({ trigger }: Draft): Promise<Workflow['upcoming']> {
  const { data } = Trigger.safeParse(trigger);
  if (data?.kind !== 'schedule' || cronProblem(data.cron, data.zone) !== undefined) return null;
  const [workspace] = await query<{ time_zone: string }>('select time_zone from present_workspace');
  return {
    timeZone: workspace?.time_zone ?? 'UTC',
    at: nextTimes(data, new Date(), SHOWN).map((time) => time.toISOString()),
  };
}
