/** Moving to another workspace. Everything that was read belongs to the old one, so the page is loaded again. */
import { messageFor } from '../../../web/api/error.ts';
import { send } from '../../../web/api/send.ts';
import { showWorkspace } from '../../../web/api/shown-workspace.ts';
import { toast } from '../../../web/shell/toast.ts';

async function move(path: string, failure: string): Promise<void> {
  try {
    await send('POST', path);
    // Requests that are still running must not affect the workspace shown next.
    showWorkspace(undefined);
    location.assign('/');
  } catch (error) {
    toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
  }
}

export const switchTo = (workspaceId: string) =>
  move(`/api/workspaces/${workspaceId}/switch`, 'The workspace could not be opened');
export const endVisit = () => move('/api/workspaces/step-out', 'The visit could not be ended');
