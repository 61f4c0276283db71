/** The parts of identity that other domains' servers and the entry points may use. */
export { deactivate, erase, lockAccount, passOwnership, reactivate, setRole } from './server/account-state.ts';
export {
  addAccount,
  addMembership,
  createAccount,
  createWorkspace,
  currentUser,
  emailKey,
  type NewAccount,
  requireTimeZone,
} from './server/accounts.ts';
export { listAccounts } from './server/account-list.ts';
export { EMAIL_CONFIRMED } from './server/addresses.ts';
export { authenticate } from './server/authenticate.ts';
export {
  administrators,
  administratorSeen,
  operationsWorkspace,
  workspacesOfAdministrators,
} from './server/administrators.ts';
export { rescueAccount } from './server/password-reset.ts';
export { refuseKnownPassword } from './server/password-rules.ts';
export { limitTries } from './server/routes.ts';
export { describeDevice } from './server/devices.ts';
export {
  aliveSessions,
  endSessionsIn,
  endVisitsOf,
  forgetAllCachedSessions,
  moveSession,
  startSession,
  takeSessionOnVisit,
  sessionTimes,
} from './server/sessions.ts';
export { requirePassword } from './server/settings.ts';
export { audited, SECURITY } from './server/audited-changes.ts';
export { removeTwoFactor, twoFactorStatus } from './server/two-factor.ts';
