/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { texts } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(texts.start, { body: { address: '+12025550123', text: 'Smoke text' } }),
  read: (person) => person.call(texts.threads),
  shows: 'Smoke text',
});
