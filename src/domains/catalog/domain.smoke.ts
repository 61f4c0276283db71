/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { catalog } from './contract.ts';

export default defineSmokeWalk({
  async write(person) {
    const { version } = await person.call(catalog.get);
    await person.call(catalog.install, { params: { app: 'licenses' }, body: { installed: false, version } });
  },
  async read(person) {
    const { items } = await person.call(catalog.get);
    return items.filter(({ id, installed }) => id === 'licenses' && !installed).map(() => 'licenses removed');
  },
  shows: 'licenses removed',
});
