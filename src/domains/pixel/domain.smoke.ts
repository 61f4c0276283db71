/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { pixelSites } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(pixelSites.create, {
      body: { name: 'Smoke site', domains: ['smoke.example'], timeZone: 'UTC', currency: 'USD' },
    }),
  read: (person) => person.call(pixelSites.list),
  shows: 'Smoke site',
});
