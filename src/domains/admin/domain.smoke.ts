/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { recurringJobs } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(recurringJobs.pause, { params: { name: 'notifications.forget' }, body: { paused: true } }),
  read: async (person) => (await person.call(recurringJobs.list)).items.filter(({ paused }) => paused),
  shows: 'notifications.forget',
  isShared: true,
});
