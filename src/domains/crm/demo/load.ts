/** Example data: records of every kind, custom fields, duplicates, notifications, and comments. */
import { generateBusiness } from '../../../demo/generate/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { searchForDuplicates } from '../index.ts';
import { loadBusiness } from './load-business.ts';
import { loadCollaboration } from './load-collaboration.ts';
import { loadFields } from './load-fields.ts';
import { loadMessages } from './load-messages.ts';
import { loadNotifications } from './load-notifications.ts';

export async function loadWorkspace({ workspace, people, today, now }: DemoWorkspaceContext): Promise<void> {
  const business = generateBusiness(workspace.key, people.length, today);
  await loadBusiness(business, people, workspace.currency, today);
  if (workspace.kind !== 'personal') {
    await loadFields();
    await searchForDuplicates();
  }
  await loadNotifications(people, now);
  await loadCollaboration(people, now);
  if (workspace.kind !== 'personal') await loadMessages();
}
