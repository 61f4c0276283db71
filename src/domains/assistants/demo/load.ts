/** Example data: a conversation with the assistant, and a month of calls of language models. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadAssistants } from './load-assistants.ts';

export async function loadWorkspace({ workspace, people, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.kind === 'operations') await loadAssistants(people, now);
}
