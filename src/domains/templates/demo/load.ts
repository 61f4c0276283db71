/** Example data: templates, and the onboarding of a client. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadTemplates } from './load-templates.ts';

export function loadWorkspace({ workspace, today }: DemoWorkspaceContext): Promise<void> {
  return loadTemplates(workspace, today);
}
