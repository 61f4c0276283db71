/** Example data: workflows, runs, and approvals. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadAutomation } from './load-automation.ts';

export async function loadWorkspace({ workspace }: DemoWorkspaceContext): Promise<void> {
  if (workspace.kind !== 'personal') await loadAutomation();
}
