/** The automation's app. */
import { defineApp } from '../../kernel/apps.ts';
import { AUTOMATION } from './paths.ts';

export const automationApp = defineApp({
  id: 'automation',
  name: 'Automation',
  wing: 'Automation',
  description: 'Workflows that start on events, on a schedule, or by a call, and webhooks to other systems.',
  pages: ['/workflow-visualization'],
  calls: [AUTOMATION.workflows, AUTOMATION.runs, AUTOMATION.endpoints, AUTOMATION.messages, '/api/workflow-catalogue'],
  allows: ['Workflows change records and send email on their own. While this app is off, no workflow starts.'],
});
