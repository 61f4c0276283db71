/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { workflows } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(workflows.create, { body: { name: 'Smoke workflow' } }),
  read: (person) => person.call(workflows.list),
  shows: 'Smoke workflow',
});
