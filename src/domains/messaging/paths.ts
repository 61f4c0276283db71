/** Paths of the messaging calls that are named before their schemas are loaded. */
export const MESSAGING = {
  settings: '/api/messaging/settings',
  messages: '/api/messaging/messages',
  suppressions: '/api/messaging/suppressions',
  consent: '/api/messaging/consent',
  domains: '/api/messaging/domains',
} as const;
