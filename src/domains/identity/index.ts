/** What other domains' servers and the entry points may use of identity. */
export { createAccount, createWorkspace, type NewAccount } from './server/accounts.ts';
export { authenticate } from './server/authenticate.ts';
export { identityRoutes } from './server/routes.ts';
export { tellUser } from './server/tell.ts';
export { aliveSessions } from './server/sessions.ts';
