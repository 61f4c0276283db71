/** Example data: two teams, a finished run, and one that waits for approval. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadAgentTeams } from './load-agent-teams.ts';

export async function loadWorkspace({ workspace, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.kind === 'operations') await loadAgentTeams(now);
}
