/**
 * What the minutes of calls cost. Credits are set aside before the carrier connects a call, and the call ends when the
 * minutes that they pay for are over. A workspace with a phone service of its own pays that.
 */
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import {
  defineMeteredFeature,
  estimateCredits,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from '../../billing/index.ts';
import { minutesOf } from '../engine/minutes.ts';

/** Minutes of calls over a phone service of the installation, with speech to text and back. */
export const MINUTES = defineMeteredFeature({
  id: 'phone.minutes',
  label: 'Phone calls',
  unit: 'minute',
  defaultPrice: '8',
}).id;

export const minutePrice = (): Promise<string> => estimateCredits(MINUTES, '1');

/** Seconds for which credits stay set aside after the longest call: a transfer may still go on. */
const AFTERWARDS = 3_600;

/**
 * Sets aside what a call may cost: all its minutes, or as many as there are credits for.
 * @param owner workspace of the carrier's connection; null for one of the installation
 * @returns the minutes that the call may last
 * @throws AppError `credits` when there are not enough for one minute
 */
export async function reserveMinutes(
  call: { id: string; workspaceId: string; number: string; maxMinutes: number },
  owner: string | null,
  userId: string | null = null,
): Promise<number> {
  const { id, workspaceId, number, maxMinutes } = call;
  if (owner === workspaceId) return maxMinutes;
  const reserve = async (minutes: number): Promise<number> => {
    const reservation = await reserveCredits({
      workspaceId,
      userId,
      feature: MINUTES,
      amount: await estimateCredits(MINUTES, String(minutes)),
      key: `phone:${id}`,
      note: `Call with ${number || 'a withheld number'}`,
      expiresInSeconds: minutes * 60 + AFTERWARDS,
    });
    await execute(
      'update phone_calls set reservation_id = $2, reserved_minutes = $3 where id = $1 and workspace_id = $4',
      [id, reservation.id, minutes, workspaceId],
    );
    return minutes;
  };
  try {
    return await reserve(maxMinutes);
  } catch (error) {
    const left = error instanceof AppError && error.code === 'credits' ? error.details : undefined;
    const available = Number((left as { available?: string } | undefined)?.available ?? 0);
    const minutes = Math.floor(available / Number(await minutePrice()));
    if (!(minutes >= 1 && minutes < maxMinutes)) throw error;
    return reserve(minutes);
  }
}

interface Unsettled {
  id: string;
  workspaceId: string;
  reservationId: string;
  reservedMinutes: number;
  seconds: number | null;
}

const UNSETTLED = `select id, workspace_id as "workspaceId", reservation_id as "reservationId",
    reserved_minutes as "reservedMinutes", extract(epoch from ended_at - connected_at)::float8 as seconds
  from phone_calls where state = 'ended' and reservation_id is not null and credits is null`;

async function settle(call: Unsettled, transferSeconds: number): Promise<void> {
  const minutes = Math.min(call.reservedMinutes, minutesOf((call.seconds ?? 0) + transferSeconds));
  const used = await estimateCredits(MINUTES, String(minutes));
  await inWorkspace(call.workspaceId, null, async () => {
    if (minutes === 0) await releaseCredits(call.reservationId);
    else await settleCredits(call.reservationId, used);
    await execute('update phone_calls set credits = $2 where id = $1', [call.id, used]);
  });
}

/**
 * Charges the minutes of a call that has ended, once. Where it is put through, that is when the transfer is over.
 * @param transferSeconds how long the caller spoke with the person to whom they were put through
 */
export async function settleMinutes(callId: string, transferSeconds = 0): Promise<void> {
  const [call] = await asSystem(() => query<Unsettled>(`${UNSETTLED} and id = $1`, [callId]));
  if (call) await settle(call, transferSeconds);
}

/** Charges calls whose end was not followed up: a process died, or the carrier never said how long a transfer was. */
export async function settleForgottenMinutes(): Promise<void> {
  const calls = await asSystem(() =>
    query<Unsettled & { transferTo: string | null }>(
      `${UNSETTLED} and ended_at < now() - interval '1 minute' and (transfer_to is null
          or started_at + make_interval(mins => reserved_minutes + 5) < now()) order by ended_at limit 200`,
    ),
  );
  for (const call of calls)
    try {
      await settle(call, 0);
    } catch (error) {
      log().error({ err: error, callId: call.id }, 'the minutes of a call could not be charged');
    }
}
