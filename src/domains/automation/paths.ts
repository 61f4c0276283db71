/** The paths of automations that are named before their schemas are loaded: live updates. */
export const AUTOMATION = {
  workflows: '/api/workflows',
  runs: '/api/workflow-runs',
  endpoints: '/api/webhook-endpoints',
  messages: '/api/webhook-messages',
} as const;
