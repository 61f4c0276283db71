/** Whole workspaces stamped out from templates, and the onboarding of clients. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { STEPS_DUE as onboardingStepsNotification } from './server/onboarding/actions.ts';
import { onboardingSubscriber } from './server/onboarding/complete-steps.ts';
import { LATE as onboardingLateNotification, onboardingRecurring } from './server/onboarding/reminders.ts';
import { templateRoutes } from './server/routes.ts';
import { stampJob } from './server/stamp-job.ts';
import { undoJob } from './server/undo-job.ts';

export const templatesDomain = defineServerDomain({
  name: 'templates',
  contract,
  routes: () => templateRoutes,
  jobs: [stampJob, undoJob],
  recurring: [onboardingRecurring],
  subscribers: [onboardingSubscriber],
  notificationKinds: [onboardingStepsNotification, onboardingLateNotification],
  demo: () => import('./demo/load.ts'),
});
