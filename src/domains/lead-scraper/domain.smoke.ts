/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { blockedSites } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(blockedSites.add, { body: { host: 'smoke.example' } }),
  read: (person) => person.call(blockedSites.list),
  shows: 'smoke.example',
});
