/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { community } from './contract.ts';
import { settings } from '../identity/contract/settings.ts';

export default defineSmokeWalk({
  write: (person) => person.call(settings.updateProfile, { body: { name: 'Smoke Member' } }),
  read: (person) => person.call(community.profile),
  shows: 'Smoke Member',
});
