/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { clients } from './contract.ts';

export default defineSmokeWalk({
  write: async (person) => {
    const [client] = (await person.call(clients.list)).items;
    const { id, version } = await person.call(clients.get, { params: { id: client!.id } });
    return person.call(clients.update, { params: { id }, body: { version, name: 'Smoke client' } });
  },
  read: (person) => person.call(clients.list, { query: { search: 'smoke' } }),
  shows: 'Smoke client',
  isShared: true,
});
