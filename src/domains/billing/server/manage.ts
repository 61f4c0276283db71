/** Grants, limits, and the threshold of a workspace's credits. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  deleteRows,
  insertRow,
  inWorkspace,
  isUniqueViolation,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { CREDIT_PLACES, creditAmount, meteredFeatures } from './features.ts';
import type { NewCreditGrant, NewCreditLimit } from '../contract.ts';
import { CREDITS } from '../paths.ts';
import { applyToCredits } from './apply.ts';
import { creditBalance, estimateCredits } from './ledger.ts';

const MAX_LIMITS = 100;

/** Gives credits to a workspace. @returns the id of the grant */
export async function grantCredits(input: NewCreditGrant, caller: Caller): Promise<string> {
  const workspaceId = input.workspaceId ?? caller.workspaceId;
  if (input.expiresAt !== null && new Date(input.expiresAt) <= new Date())
    throw invalid('expiresAt', 'Choose a date in the future.');
  const giver = await asSystem(async () => {
    if (!(await selectRow('workspaces', ['id'], { id: workspaceId, archivedAt: null })))
      throw notFound('The workspace');
    return selectRow('users', ['name'], { id: caller.userId });
  });
  const id = newId();
  await inWorkspace(workspaceId, caller.userId, () =>
    transaction(async () => {
      await applyToCredits(workspaceId, {
        do: 'grant',
        id,
        key: `gift:${id}`,
        source: 'gift',
        amount: input.amount,
        reason: input.reason,
        by: caller.userId,
        byName: giver?.name ?? null,
        expiresAt: input.expiresAt,
      });
      await audit({
        action: 'credits.granted',
        subject: { type: 'credit_grant', id },
        details: { amount: input.amount, reason: input.reason },
      });
    }),
  );
  return id;
}

/** Takes back what is left of a grant; what is reserved of it can still be used. @throws AppError `not_found` */
export function revokeGrant(id: string, caller: Caller): Promise<void> {
  return transaction(async () => {
    const { state } = await applyToCredits(caller.workspaceId, { do: 'revoke', id, by: caller.userId });
    if (state === 'missing') throw notFound('The grant');
    await audit({ action: 'credits.revoked', subject: { type: 'credit_grant', id } });
  });
}

/** @throws AppError `validation` for unknown features and people, `conflict` for a limit that is there already */
export async function createLimit(input: NewCreditLimit, caller: Caller): Promise<string> {
  const { userId, feature } = input;
  if (feature !== null && !meteredFeatures().some(({ id }) => id === feature))
    throw invalid('feature', 'This feature does not exist.');
  if (userId !== null && (await query('select 1 from workspace_people where id = $1', [userId])).length === 0)
    throw invalid('userId', 'Choose a member of this workspace.');
  const id = newId();
  try {
    await transaction(async () => {
      const [{ count }] = (await query<{ count: number }>('select count(*)::int as count from credit_limits')) as [
        { count: number },
      ];
      if (count >= MAX_LIMITS)
        throw new AppError(
          'conflict',
          `You have reached the maximum of ${MAX_LIMITS} limits. Remove one to add another.`,
        );
      await insertRow('credit_limits', { id, workspaceId: caller.workspaceId, ...input, createdBy: caller.userId });
      await audit({ action: 'credits.limit_created', subject: { type: 'credit_limit', id }, details: { ...input } });
      await publishPaths(caller.workspaceId, [CREDITS.summary]);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This limit already exists. Remove it to change it.');
    throw error;
  }
  return id;
}

export function removeLimit(id: string, caller: Caller): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('credit_limits', { id })) === 0) throw notFound('The limit');
    await audit({ action: 'credits.limit_removed', subject: { type: 'credit_limit', id } });
    await publishPaths(caller.workspaceId, [CREDITS.summary]);
  });
}

/** Below which balance managers are notified; null: never. @throws AppError `stale` */
export async function setLowBalance(lowBelow: string | null, version: number, caller: Caller): Promise<void> {
  await transaction(async () => {
    const changed = await updateRows(
      'credit_accounts',
      { lowBelow, told: 'none', version: version + 1 },
      { workspaceId: caller.workspaceId, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone else changed this in the meantime. Your change was not saved.');
    await publishPaths(caller.workspaceId, [CREDITS.summary]);
  });
}

/** @throws AppError `validation` for an unknown feature */
export async function estimate(feature: string, units: string, caller: Caller) {
  if (!meteredFeatures().some(({ id }) => id === feature)) throw invalid('feature', 'This feature does not exist.');
  const credits = await estimateCredits(feature, units);
  const { available } = await creditBalance(caller.workspaceId);
  return {
    credits,
    available: creditAmount(available).toFixed(CREDIT_PLACES),
    covered: creditAmount(available).gte(creditAmount(credits)),
  };
}
