/** Accounts, sessions, and personal settings. */
import { defineServerDomain } from '../../server/domain.ts';
import { apiKeysEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { identity } from './contract.ts';
import { SECURITY as securityNotification } from './server/audited-changes.ts';
import { deleteExpiredRecurring } from './server/delete-expired.ts';
import { RUNS_OUT as apiKeyExpiresNotification, expiringKeysRecurring } from './server/expiring-keys.ts';
import { accountMail } from './server/mail-job.ts';
import { identityRoutes } from './server/routes.ts';

export const identityDomain = defineServerDomain({
  name: 'identity',
  catalog: [apiKeysEntry],
  contract,
  routes: ({ demo }, { accounts }) => identityRoutes({ demo, demoAccounts: [...accounts] }),
  firstReadsOfEveryPage: [identity.user.path],
  jobs: [accountMail],
  recurring: [deleteExpiredRecurring, expiringKeysRecurring],
  notificationKinds: [securityNotification, apiKeyExpiresNotification],
});
