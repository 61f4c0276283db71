/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { messaging } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(messaging.suppress, { body: { channel: 'email', addresses: ['smoke@suppressed.example'] } }),
  read: (person) => person.call(messaging.suppressions),
  shows: 'smoke@suppressed.example',
});
