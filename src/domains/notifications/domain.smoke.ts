/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { notifications } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(notifications.updateSettings, { body: { security: { inApp: false, email: false } } }),
  read: async (person) => await person.call(notifications.settings),
  shows: '"inApp":false',
});
