/** The app of approvals. */
import { defineApp } from '../../kernel/apps.ts';
import { APPROVALS } from './paths.ts';

export const approvalsApp = defineApp({
  id: 'approvals',
  name: 'Approvals',
  wing: 'Automation',
  description: 'Review what automations propose, in one queue.',
  pages: ['/lead-approval', '/automation-approval'],
  calls: [APPROVALS.list],
  allows: ['Their team reviews what automations propose. While this app is off, proposals wait.'],
});
