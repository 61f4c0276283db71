/** Questions to the team. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import {
  ANSWERED as supportAnswerNotification,
  ASKED as supportQuestionNotification,
  tellJob,
} from './server/notify.ts';
import { supportRoutes } from './server/routes.ts';

export const supportDomain = defineServerDomain({
  name: 'support',
  contract,
  routes: supportRoutes,
  jobs: [tellJob],
  notificationKinds: [supportAnswerNotification, supportQuestionNotification],
  demo: () => import('./demo/load.ts'),
});
