/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { publicPagesApi } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(publicPagesApi.addDomain, { body: { host: 'pages.smoke.example' } }),
  read: (person) => person.call(publicPagesApi.domains),
  shows: 'pages.smoke.example',
});
