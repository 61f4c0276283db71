/** The paths of mail that are named before their schemas are loaded: live updates. */
export const MAIL = {
  accounts: '/api/mail/accounts',
  signIns: '/api/mail/sign-ins',
  threads: '/api/mail/threads',
  drafts: '/api/mail/drafts',
  templates: '/api/mail/templates',
  rules: '/api/mail/rules',
} as const;
