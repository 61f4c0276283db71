/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { connections } from './contract.ts';

export default defineSmokeWalk({
  // What can be connected is part of the product.
  write: () => Promise.resolve(),
  read: (person) => person.call(connections.list),
  shows: 'openai-compatible',
  isShared: true,
});
