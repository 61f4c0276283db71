/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { watches } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(watches.create, {
      body: {
        name: 'Smoke watch',
        query: 'smoke OR fire',
        intervalMinutes: 60,
        retentionDays: 90,
        alertSpikes: false,
        sendDigest: false,
        sources: [],
      },
    }),
  read: (person) => person.call(watches.list),
  shows: 'Smoke watch',
});
