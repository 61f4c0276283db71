import { useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import type { ApprovalOrigin } from '../contract.ts';

/** Where a request came from; leads to the run of the workflow for those who may see it. */
export function Origin({ origin }: { origin: ApprovalOrigin }) {
  const admin = useSessionUser()?.role === 'admin';
  if (origin.type === 'workflow_run' && origin.id && admin)
    return (
      <Link
        to={`/workflow-visualization?tab=runs&run=${origin.id}`}
        className="text-accent-ink underline underline-offset-2"
      >
        {origin.label}
      </Link>
    );
  if (origin.type === 'agent_run' && origin.id && admin)
    return (
      <Link to={`/swarm-agents?run=${origin.id}`} className="text-accent-ink underline underline-offset-2">
        {origin.label}
      </Link>
    );
  return <span>{origin.label}</span>;
}
