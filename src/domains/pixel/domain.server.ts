/** Website tracking: counts visits of the workspace's websites. */
import { defineServerDomain } from '../../server/domain.ts';
import { defineRecurring } from '../../server/jobs/recurring.ts';
import * as contract from './contract.ts';
import { followAudiences } from './server/audiences.ts';
import { countFunnelJob, followFunnels, recountFunnels } from './server/count-funnels.ts';
import { mountIntake } from './server/intake.ts';
import { pixelRoutes } from './server/routes.ts';
import { forgetSalts } from './server/salts.ts';
import { deleteSiteJob, forgetOldVisits } from './server/sites.ts';
import { finishWriting } from './server/writer.ts';

export const pixelDomain = defineServerDomain({
  name: 'pixel',
  contract,
  routes: () => pixelRoutes,
  jobs: [deleteSiteJob, countFunnelJob],
  recurring: [
    followFunnels,
    recountFunnels,
    followAudiences,
    defineRecurring({
      name: 'pixel.retention',
      title: 'Delete website visits after their retention',
      cron: '40 3 * * *',
      handler: () => forgetOldVisits(new Date()),
    }),
    defineRecurring({
      name: 'pixel.salts',
      title: 'Delete the keys of cookieless visitors',
      cron: '35 0 * * *',
      handler: () => forgetSalts(new Date()),
    }),
  ],
  mount: mountIntake,
  stop: finishWriting,
  demo: () => import('./demo/load.ts'),
});
