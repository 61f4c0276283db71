/** Whether a workspace pays credits for a model: not for one that it has connected itself. */
import { AppError } from '../../../../kernel/errors.ts';
import { creditBalance, estimateCredits } from '../../../billing/index.ts';
import { connectionsOf } from '../../../connections/index.ts';
import { TOKENS } from '../metered.ts';

async function isOwnModel(workspaceId: string): Promise<boolean> {
  const [first] = await connectionsOf('model', workspaceId);
  return first?.workspaceId === workspaceId;
}

/** Thousand tokens without which an answer need not be begun. */
const LEAST = '5';

/**
 * Credits to set aside for one answer: what its whole budget costs, or what is left.
 * @throws AppError `credits` when not even a short answer can be paid
 */
async function creditsForAnswer(tokens: number, balance: { available: string }): Promise<string> {
  const [most, least] = [await estimateCredits(TOKENS, String(tokens / 1_000)), await estimateCredits(TOKENS, LEAST)];
  const available = Number(balance.available);
  if (available < Number(least))
    throw new AppError('credits', `Not enough credits: an answer needs ${least}, ${balance.available} are left.`, {
      details: { needed: least, available: balance.available },
    });
  return available < Number(most) ? balance.available : most;
}

/**
 * The most credits that a run of so many tokens may take; undefined where the workspace pays its own provider.
 * @throws AppError `credits` when not even a short answer can be paid
 */
export async function creditsForRun(workspaceId: string, tokens: number): Promise<string | undefined> {
  if (await isOwnModel(workspaceId)) return undefined;
  return creditsForAnswer(tokens, await creditBalance(workspaceId));
}
