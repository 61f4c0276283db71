import { useSessionUser } from '../../web/api/session.ts';
import { useHasPage } from '../../web/router/apps.ts';
import { Link } from '../../web/router/link.tsx';
import type { Agent } from '../contract/field-values.ts';
import { agentInWords } from '../engine/change-sentences.ts';

/** The automation's name within a sentence: `the workflow “Greet”`. It links to the run for people who can open it. */
export function AgentName({ agent }: { agent: Agent }) {
  const user = useSessionUser();
  const hasWorkflows = useHasPage('/workflow-visualization');
  const words = agentInWords(agent);
  if (agent.kind !== 'workflow' || !hasWorkflows || user?.role !== 'admin') return words;
  const at = words.lastIndexOf(agent.name ? `“${agent.name}”` : 'workflow');
  return (
    <>
      {words.slice(0, at)}
      <Link
        to={`/workflow-visualization?tab=runs&run=${agent.id}`}
        className="text-accent-ink underline underline-offset-2"
      >
        {words.slice(at)}
      </Link>
    </>
  );
}
