/**
 * The credits of a workspace, for all who spend: estimate, reserve, then settle or release. Amounts are decimal text in
 * credits. Do not reserve inside a transaction that does other work: its lock holds up everyone who spends.
 */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { round } from '../../../kernel/money/index.ts';
import { asSystem, currentScope, inWorkspace, selectRow } from '../../../server/db/index.ts';
import { formatCredits } from '../contract.ts';
import { type Answer, applyToCredits, refreshCredits } from './apply.ts';
import { CREDIT_PLACES, creditAmount, featureLabel, meteredFeature } from './features.ts';

export interface NewReservation {
  workspaceId: string;
  /** The spender; null for work that no person started. */
  userId: string | null;
  /** Declared by `defineMeteredFeature`. */
  feature: string;
  /** The most that the act may cost. */
  amount: string;
  /** Names the act, at most 200 characters: a second reservation under the same key is the same reservation. */
  key: string;
  /** For the statement, at most 200 characters: `Answer to “Who owes us money?”`. */
  note?: string;
  /** After that what is reserved is free again; default an hour. */
  expiresInSeconds?: number;
}

const DEFAULT_SECONDS = 3_600;
const MAX_TEXT = 200;

/** Credits that so many units of the feature cost, rounded up to the smallest part of a credit. */
export async function estimateCredits(feature: string, units: string): Promise<string> {
  const cost = creditAmount(meteredFeature(feature).defaultPrice).times(units);
  return round(cost, CREDIT_PLACES, 'up').toFixed(CREDIT_PLACES);
}

/**
 * Sets credits aside before an act that costs. Idempotent by key: while the reservation is open or after it was settled,
 * the same one is returned; one that was released or has expired is reserved again.
 * @throws AppError `credits` when they are not enough or a limit is reached; `details` has `needed` and `available`
 */
export async function reserveCredits(reservation: NewReservation): Promise<{ id: string }> {
  const { workspaceId, userId, feature, amount, key, note = '', expiresInSeconds = DEFAULT_SECONDS } = reservation;
  meteredFeature(feature);
  if (creditAmount(amount).isZero()) throw new RangeError('Nothing cannot be reserved');
  if (key === '' || key.length > MAX_TEXT) throw new RangeError(`A key has 1 to ${MAX_TEXT} characters`);
  const answer = await applyToCredits(workspaceId, {
    do: 'reserve',
    id: newId(),
    key,
    feature,
    userId,
    amount,
    note: note.slice(0, MAX_TEXT),
    seconds: expiresInSeconds,
  });
  if (answer.state !== 'ok') throw refusal(amount, answer);
  return { id: answer.id! };
}

function refusal(needed: string, { left = '0', limit }: Answer): AppError {
  if (!limit)
    return new AppError(
      'credits',
      `Not enough credits: this needs ${formatCredits(needed)}, ${formatCredits(left)} are left.`,
      { details: { needed, available: left } },
    );
  const what = [
    limit.who === 'all' ? "The workspace's" : 'Your',
    limit.period === 'day' ? 'daily limit' : 'monthly limit',
    limit.feature && `for ${featureLabel(limit.feature)}`,
  ];
  return new AppError(
    'credits',
    `${what.filter(Boolean).join(' ')} is ${formatCredits(limit.amount)} credits: this needs ${formatCredits(needed)}, ${formatCredits(left)} are left ${limit.period === 'day' ? 'today' : 'this month'}.`,
    { details: { needed, available: left, limit } },
  );
}

/**
 * Charges what the act cost. Less than was reserved: the rest is free again. More: it is charged as far as the balance
 * reaches, and the cost is recorded. Settled again: nothing happens.
 * @throws Error for a reservation that does not exist or was released
 */
export async function settleCredits(reservationId: string, used: string): Promise<void> {
  creditAmount(used);
  const { state } = await applyToCredits(await workspaceOf(reservationId), { do: 'settle', id: reservationId, used });
  if (state === 'missing') throw unknownReservation(reservationId);
  if (state === 'released') throw new Error(`The reservation ${reservationId} was released and cannot be settled`);
}

/** Frees what was reserved, where the act did not take place. A reservation that is over stays as it is. */
export async function releaseCredits(reservationId: string): Promise<void> {
  const workspaceId = await workspaceOf(reservationId);
  const { state } = await applyToCredits(workspaceId, { do: 'settle', id: reservationId, used: null });
  if (state === 'missing') throw unknownReservation(reservationId);
}

const unknownReservation = (id: string) => new Error(`There is no reservation ${id}`);

async function workspaceOf(reservationId: string): Promise<string> {
  const scope = currentScope();
  if (scope.role === 'app') return scope.workspaceId;
  const row = await asSystem(() => selectRow('credit_reservations', ['workspaceId'], { id: reservationId }));
  if (!row) throw unknownReservation(reservationId);
  return row.workspaceId;
}

/** Available and reserved credits. */
export async function creditBalance(workspaceId: string): Promise<{ available: string; reserved: string }> {
  await refreshCredits(workspaceId);
  const row = await inWorkspace(workspaceId, null, () =>
    selectRow('credit_accounts', ['balance', 'reserved'], { workspaceId }),
  );
  const { balance, reserved } = row!;
  return { available: creditAmount(balance).minus(reserved).toFixed(CREDIT_PLACES), reserved };
}
