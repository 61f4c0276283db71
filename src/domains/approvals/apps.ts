/** The app of approvals. */
import { defineApp } from '../../kernel/apps.ts';
import { APPROVALS } from './paths.ts';

export const approvalsApp = defineApp({
  id: 'approvals',
  name: 'Approvals',
  wing: 'Automation',
  description: 'One queue of what machines propose and a person decides.',
  pages: ['/lead-approval', '/automation-approval'],
  calls: [APPROVALS.list],
  allows: ['Its people decide on what automations propose. While it is off proposals wait.'],
});
