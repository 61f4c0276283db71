/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { credits } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(credits.grant, { body: { amount: '250', reason: 'Smoke walk grant' } }),
  read: (person) => person.call(credits.summary),
  shows: 'Smoke walk grant',
});
