/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { support } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(support.create, { body: { text: 'Smoke question', place: '/pricing', asked: 'pay' } }),
  read: (person) => person.call(support.list),
  shows: 'Smoke question',
});
