/** Meetings. */
import { defineServerDomain } from '../../server/domain.ts';
import { meetingsEntry } from './catalog.ts';
import * as contract from './contract.ts';
import './server/knowledge-feed.ts';
import { transcriptionJob } from './server/recordings.ts';
import { abandonedUploadsRecurring } from './server/uploads.ts';
import { meetingRoutes } from './server/routes.ts';
import { summaryJob } from './server/summarize.ts';

export const meetingsDomain = defineServerDomain({
  name: 'meetings',
  catalog: [meetingsEntry],
  contract,
  routes: () => meetingRoutes,
  recurring: [abandonedUploadsRecurring],
  jobs: [summaryJob, transcriptionJob],
  demo: () => import('./demo/load.ts'),
});
