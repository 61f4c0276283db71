/** The paths of approvals that are named before their schemas are loaded: live updates and counts. */
export const APPROVALS = {
  list: '/api/approvals',
  count: '/api/approvals/count',
  rules: '/api/approvals/rules',
} as const;
