/** Name of the automation that assigned something, for messages. */
import { currentUserId } from '../../../server/db/index.ts';
import { agentOf, currentCause } from '../../../server/events/cause.ts';
import { agentInWords } from '../../engine/change-sentences.ts';

/** `By the workflow “Greet”.`; blank where a person acts, and for what comes in by a web form, which says so itself. */
export function givenBy(): string {
  const agent = currentUserId() === null ? agentOf(currentCause()) : undefined;
  return agent && agent.kind !== 'form' ? `By ${agentInWords(agent)}.` : '';
}
