/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { funnels } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(funnels.create, { body: { name: 'Smoke funnel', template: 'consultant' } }),
  read: (person) => person.call(funnels.list),
  shows: 'Smoke funnel',
});
