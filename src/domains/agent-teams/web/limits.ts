/** A run's limits in words. */
import type { Team } from '../contract.ts';

export function spendingWords({ limits, agents }: Team): string {
  const parts = [
    `${limits.steps} steps`,
    ...(agents.some(({ work }) => work.kind === 'think') ? [`${limits.tokens.toLocaleString('en-US')} tokens`] : []),
    `${Math.ceil(limits.seconds / 60)} min of work`,
    ...(limits.credits === null ? [] : [`${limits.credits} credits`]),
  ];
  const asks = agents.every((agent) => agent.asks);
  return `At most ${parts.join(', ')}. ${asks ? 'Every change waits for your approval.' : 'Some changes are made without approval.'}`;
}
