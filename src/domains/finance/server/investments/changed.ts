/** Invalidates data after a change of investments. */
import { currentWorkspaceId, execute } from '../../../../server/db/index.ts';

/**
 * Named besides where prices or securities may be others: what was worked out of one security alone is no longer good
 * either.
 */
export const PRICES_CHANGED = '/api/investment/prices';

/** Every answer about investments rests on activities, prices and settings. */
export const INVESTMENTS_CHANGED = ['/api/investment', PRICES_CHANGED];

/** Of activities alone: which, `touchAccount` says. */
export const ACTIVITIES_CHANGED = ['/api/investment'];

/** Stands for what belongs to the account itself and to no security. */
export const ACCOUNT_ITSELF = '00000000-0000-0000-0000-000000000000';

/**
 * Notes that the activities of an account are others than before, in the ambient transaction.
 * @param securityId the one that they concern, so that what was computed of the others stays good; null for several
 */
export async function touchAccount(
  account: { id: string; ledger_id: string },
  securityId: string | null,
): Promise<void> {
  await execute(
    `insert into finance_investment_accounts (account_id, workspace_id, ledger_id, changed_security)
      values ($1, $2, $3, $4)
     on conflict (account_id) do update
        set revision = finance_investment_accounts.revision + 1, changed_security = excluded.changed_security`,
    [account.id, currentWorkspaceId(), account.ledger_id, securityId],
  );
}
