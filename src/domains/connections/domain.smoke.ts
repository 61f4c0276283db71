/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { connections } from './contract.ts';

export default defineSmokeWalk({
  // The available providers are part of the product.
  write: () => Promise.resolve(),
  read: (person) => person.call(connections.list),
  shows: 'openai-compatible',
  isShared: true,
});
