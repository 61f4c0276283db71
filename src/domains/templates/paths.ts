/** Paths of the templates' calls, which events and live updates name. */
export const TEMPLATES = {
  library: '/api/industry-templates',
  own: '/api/templates',
  installs: '/api/template-installs',
  onboardings: '/api/client-onboardings',
  checklist: '/api/onboarding-checklist',
} as const;
