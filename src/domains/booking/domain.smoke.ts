/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { booking } from './contract.ts';
import { NEW_TYPE } from './engine/new-type.ts';

export default defineSmokeWalk({
  write: async (person) => {
    const { people } = await person.call(booking.types);
    await person.call(booking.createType, {
      body: { ...NEW_TYPE, name: 'Smoke call', slug: 'smoke-call', hostIds: [people[0]!.id] },
    });
  },
  read: (person) => person.call(booking.types),
  shows: 'Smoke call',
});
