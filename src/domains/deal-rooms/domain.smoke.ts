/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { opportunities } from '../crm/contract.ts';
import { dealRooms } from './contract.ts';

export default defineSmokeWalk({
  async write(person) {
    const { id } = await person.call(opportunities.create, { body: { name: 'Smoke deal', amount: '50000' } });
    return person.call(dealRooms.open, { body: { opportunityId: id } });
  },
  read: (person) => person.call(dealRooms.list),
  shows: 'Smoke deal',
});
