/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { benchmarks } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(benchmarks.setParticipation, { body: { contributes: false } }),
  async read(person) {
    const { contributes } = await person.call(benchmarks.participation);
    return contributes ? [] : ['opted out of benchmarks'];
  },
  shows: 'opted out of benchmarks',
});
