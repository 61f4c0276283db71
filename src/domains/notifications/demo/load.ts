/** Example data: recent notifications. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadNotifications } from './load-notifications.ts';

export function loadWorkspace({ people, now }: DemoWorkspaceContext): Promise<void> {
  return loadNotifications(people, now);
}
