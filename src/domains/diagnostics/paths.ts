export const DIAGNOSTICS = {
  reports: '/api/browser-reports',
  adminReports: '/api/admin/browser-reports',
  state: '/api/debug/state',
  paidFeature: '/api/debug/paid-feature',
} as const;
