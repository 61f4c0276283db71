/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { manual } from './contract.ts';

export default defineSmokeWalk({
  // Its pages are part of the product.
  write: () => Promise.resolve(),
  read: (person) => person.call(manual.search, { query: { q: 'import contacts' } }),
  shows: 'import',
  isShared: true,
});
