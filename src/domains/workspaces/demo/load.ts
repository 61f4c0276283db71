/** Example data: people, teams, working hours, and invitations. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadTeam } from './load-team.ts';

export function loadWorkspace({ workspace, workspaceId, people, today }: DemoWorkspaceContext): Promise<void> {
  return loadTeam(workspace, workspaceId, people, today);
}
