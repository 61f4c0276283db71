/** Closed periods. The database refuses what would change one; here is said so in words. */
import { AppError } from '../../../../kernel/errors.ts';
import { addDays, dayWords } from '../../../../kernel/days.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { todayHere } from './workspace-day.ts';

/** SQLSTATE of `finance_require_open`. */
const CLOSED = 'FC001';

function refusal(until: string): AppError {
  return new AppError(
    'conflict',
    `The books are closed through ${dayWords(until)}. Date it ${dayWords(addDays(until, 1))} or later, or have an owner open the period again.`,
    { details: { closedUntil: until } },
  );
}

/** The error for a database refusal because of a closed period; undefined for any other error. */
export function closedPeriod(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, detail } = cause as { code?: unknown; detail?: unknown };
  return code === CLOSED ? refusal(String(detail)) : undefined;
}

/** Makes a handler answer `conflict` where it would change a closed period. */
export function inOpenPeriod<Args extends unknown[], Answer>(
  handler: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      throw closedPeriod(error) ?? error;
    }
  };
}

/** The day up to which the ledger is closed. Until the transaction ends no one can close more of it. */
export async function closedUntil(ledgerId: string): Promise<string | null> {
  await query('select pg_advisory_xact_lock_shared(7291, hashtext($1::text))', [ledgerId]);
  const [row] = await query<{ closed_until: string | null }>(
    'select closed_until from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return row?.closed_until ?? null;
}

/** For what counts from some day on; a null among the days means from the beginning. @throws AppError `conflict` */
export async function requireOpenFrom(ledgerId: string, days: readonly (string | null)[]): Promise<void> {
  const until = await closedUntil(ledgerId);
  if (until && days.some((day) => day === null || day <= until)) throw refusal(until);
}

/**
 * The day on which something of `wanted` can be posted: itself while it is open, else today, else the first open day.
 * For what follows from an act of another day, such as the reversal of an entry; what a person dates is refused
 * instead.
 */
export async function openDay(ledgerId: string, wanted: string): Promise<string> {
  const until = await closedUntil(ledgerId);
  if (!until || wanted > until) return wanted;
  const today = await todayHere();
  return today > until ? today : addDays(until, 1);
}
