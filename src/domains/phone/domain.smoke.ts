/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { phone } from './contract.ts';
import { starterAgent } from './engine/starters.ts';

export default defineSmokeWalk({
  write: (person) => person.call(phone.createAgent, { body: starterAgent('messages', 'Smoke agent', 'UTC') }),
  read: (person) => person.call(phone.agents),
  shows: 'Smoke agent',
});
