/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { whiteboards } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(whiteboards.create, { body: { title: 'Harbor plan', template: 'kanban' } }),
  read: (person) => person.call(whiteboards.list, { query: { search: 'harbor' } }),
  shows: 'Harbor plan',
});
