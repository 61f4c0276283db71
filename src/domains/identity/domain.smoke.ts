/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { settings } from './contract/settings.ts';

export default defineSmokeWalk({
  write: (person) => person.call(settings.updateProfile, { body: { username: 'smoke-person' } }),
  read: (person) => person.call(settings.profile),
  shows: 'smoke-person',
});
