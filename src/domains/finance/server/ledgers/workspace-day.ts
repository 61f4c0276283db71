/** The day it is in the present workspace: the same for everyone in it, wherever their clocks stand. */
import { addDays, dayAt, startOfDay } from '../../../../kernel/days.ts';
import { query } from '../../../../server/db/index.ts';

async function zoneHere(): Promise<{ timeZone: string; currency: string }> {
  const [row] = await query<{ time_zone: string; currency: string }>(
    'select time_zone, currency from present_workspace',
    [],
    'present_zone',
  );
  return { timeZone: row?.time_zone ?? 'UTC', currency: row?.currency ?? 'USD' };
}

export async function todayHere(): Promise<string> {
  return dayAt(new Date(), (await zoneHere()).timeZone);
}

/** The present day with the instant of its end, and the currency that the workspace keeps its books in. */
export async function presentDay(): Promise<{ today: string; todayEndsAt: string; currency: string }> {
  const { timeZone, currency } = await zoneHere();
  const today = dayAt(new Date(), timeZone);
  return { today, todayEndsAt: startOfDay(addDays(today, 1), timeZone), currency };
}
